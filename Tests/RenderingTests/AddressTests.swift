import Chordsets
import Harmony
import Input
import Practice
import Rendering
import Sync
import Testing

@Suite("Addresses")
struct AddressTests {
    /// Random addresses, of all kinds in turn.
    private struct Source {
        var generator: SeededGenerator
        let vocabulary: Vocabulary

        mutating func address(of kind: Int) -> Address {
            switch kind {
            case 0: .combine(pair())
            case 1: .select(half(), pair())
            case 2: .details(wholePair())
            case 3: .combinationGraph(wholePair())
            case 4: .chord(chord(), as: half())
            case 5: .graph(chord(), as: half())
            case 6: .scale(Scale(note(), ScaleType.all.randomElement(using: &generator)!))
            case 7: .ways(chord(), given: Halves(lower: sometimes { $0.chord() }, upper: sometimes { $0.chord() }))
            case 8: .circle(sometimes { Key($0.note(), Mode.allCases.randomElement(using: &$0.generator)!) })
            case 9: sometimes { .board($0.chord(), as: $0.half()) } ?? .board(nil, as: .lower)
            case 10: .hands(hands(shape: sometimes { $0.shape(withKeys: .random(using: &$0.generator)) }))
            case 11: .play
            case 12: .linnStrument(sometimes { $0.hands(shape: $0.shape(withKeys: true)) })
            case 13: .chordsets(chordsets())
            case 14: .tunes(tunes())
            case 15: .practice(practice())
            case 16: .help
            case 17: .settings
            case 18: .more
            case 20: .stand(onStand())
            case 21: .dictionary(sometimes { $0.note() })
            default: .shelf
            }
        }

        private mutating func sometimes<Value>(_ make: (inout Source) -> Value) -> Value? {
            Int.random(in: 0..<4, using: &generator) > 0 ? make(&self) : nil
        }

        private mutating func half() -> Half { Bool.random(using: &generator) ? .lower : .upper }

        private mutating func note() -> NoteName {
            NoteName(
                Letter.allCases.randomElement(using: &generator)!, Accidental.choices.randomElement(using: &generator)!)
        }

        /// As it is read back, which is spelled in the jazz vocabulary.
        mutating func chord() -> Chord {
            let root = note(), bass = Int.random(in: 0..<4, using: &generator) == 0 ? note() : nil
            let chord = Chord(root, vocabulary.types.randomElement(using: &generator)!, bass: bass)
            return chord.spelled(in: .jazz)
        }

        private mutating func pair() -> Address.Pair {
            Address.Pair(lower: sometimes { $0.chord() }, upper: sometimes { $0.chord() })
        }

        private mutating func wholePair() -> Address.Pair { Address.Pair(lower: chord(), upper: chord()) }

        private mutating func hands(shape: HandShape?) -> HandsRoute {
            HandsRoute(chord(), sometimes { $0.chord() }, shape: shape)
        }

        private mutating func shape(withKeys hasKeys: Bool) -> HandShape {
            let style = VoicingStyle.allCases.randomElement(using: &generator)!
            guard hasKeys else { return HandShape(style, nil) }
            let left = Int.random(in: 1...10, using: &generator)
            let right = Int.random(in: 0...10, using: &generator)
            let keys = Set((0..<left + right).map { _ in Int.random(in: 0...127, using: &generator) }).sorted()
            func text(_ hand: some Sequence<Int>) -> String { hand.map { "\($0)" }.joined(separator: ".") }
            var shape = HandShape(style, HandKeys(text(keys.prefix(left)) + "_" + text(keys.dropFirst(left))))
            shape.isFromLink = true
            return shape
        }

        private mutating func id() -> String {
            String(
                (0..<Int.random(in: 1...32, using: &generator)).map { _ in
                    "abcxyz0189".randomElement(using: &generator)!
                })
        }

        private mutating func chordsets() -> ChordsetsRoute {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: .list
            case 1: .sheet(id())
            case 2: .lightChord(id(), Int.random(in: 0..<Chordset.size, using: &generator))
            case 3: .stage(id())
            default: ChordsetsRoute(linking: Chordset(id: ChordsetsRoute.linkedID, using: &generator))
            }
        }

        private mutating func tunes() -> TunesRoute {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: .list
            case 1: .chart(id())
            case 2: .staff(id())
            case 3: .voicings(id())
            case 4: .progression(progression())
            default: TunesRoute(linking: "Title: \(id())\n| \(Address.symbol(for: chord())) |")
            }
        }

        private mutating func progression() -> ProgressionRoute {
            let mode = Bool.random(using: &generator) ? Mode.major : .minor
            var place = ProgressionRoute(in: Key.all(mode).randomElement(using: &generator)!)
            place.style = ["any", "rootless", "shell", "drop-2"].randomElement(using: &generator)!
            place.text = ["two-five-one", "ii V | I", "V7/ii ii7", "Dmi7 G7(♭9)"].randomElement(using: &generator)!
            return place
        }

        /// An address of a screen that fits the music stand.
        private mutating func onStand() -> Address {
            var address = Address.tunes(.list)
            while !address.fitsStand {
                address = self.address(of: [10, 14, 15].randomElement(using: &generator)!)
            }
            return address
        }

        private mutating func practice() -> PracticeRoute {
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: .home
            case 1: .review
            case 4: .assignment(assignment())
            case 2: .course(Course.all.randomElement(using: &generator)!.id)
            case 3: .results
            default: .exercise(exercise())
            }
        }

        private mutating func exercise() -> Exercise {
            Course.all.flatMap { $0.lessons }.randomElement(using: &generator)!.exercise
        }

        private mutating func assignment() -> Assignment {
            let count = Int.random(in: 0...Assignment.maximumExercises, using: &generator)
            return Assignment(
                (0..<count).map { _ in exercise() },
                due: sometimes { Int.random(in: 0...30_000, using: &$0.generator) },
                percent: Int.random(in: Assignment.percents, using: &generator))
        }
    }

    /// A new kind of address does not compile until it has a number here and an example in ``Source``.
    private func kind(of address: Address) -> Int {
        switch address {
        case .combine: 0
        case .select: 1
        case .details: 2
        case .combinationGraph: 3
        case .chord: 4
        case .graph: 5
        case .scale: 6
        case .ways: 7
        case .circle: 8
        case .board: 9
        case .hands: 10
        case .play: 11
        case .linnStrument: 12
        case .chordsets: 13
        case .tunes: 14
        case .practice: 15
        case .help: 16
        case .settings: 17
        case .more: 18
        case .shelf: 19
        case .stand: 20
        case .dictionary: 21
        }
    }

    @Test func keysOfHandsThatCrossAreNotRead() {
        #expect(HandKeys("55_60")?.left == [55])
        for text in ["60_55", "60_60", "60.55_", "_60.55", "_", "60"] { #expect(HandKeys(text) == nil, "\(text)") }
    }

    @Test("What is printed is read back, for every kind of address", arguments: 0...21)
    func roundTrip(kind: Int) throws {
        var source = Source(generator: SeededGenerator(seed: UInt64(kind)), vocabulary: .jazz)
        for _ in 0..<300 {
            let address = source.address(of: kind)
            #expect(self.kind(of: address) == kind)
            #expect(try Address(path: address.path) == address, "\(address.path)")
            #expect(!Address.isOutdated(address.path))
        }
    }

    @Test("Chords of the classic vocabulary are read back under the same name")
    func classicChords() throws {
        for type in Vocabulary.classic.types {
            for root in [NoteName(.c), NoteName(.f, .sharp), NoteName(.b, .flat)] {
                let path = Address.chord(Chord(root, type)).path
                let address = try #require(try Address(path: path))
                guard case .chord(let chord, .lower) = address else { return #expect(Bool(false), "\(path)") }
                #expect(chord.pitchClasses == Chord(root, type).pitchClasses, "\(path)")
                #expect(try Address(path: address.path) == address, "\(path)")
            }
        }
    }

    @Test(
        "Paths of earlier versions and typed paths are read",
        arguments: [
            ("", "/"), ("/combine", "/"), ("combine/Cma7/", "/combine/Cma7"), ("/chord/C6/9", "/chord/C6⁄9"),
            ("/chord/C#m7", "/chord/C♯mi7"),
            ("/board/_/C6/9", "/board/_/C6⁄9"), ("/ways/C7/_/_", "/ways/C7"), ("/circle/c#m", "/circle/C♯m"),
            ("/linnstrument", "/play/linnstrument"), ("/chordsets", "/lights"), ("/chordsets/k3v9/2", "/lights/k3v9/2"),
            ("/progressions/Cm/any/rhythm-changes", "/progressions/C/any/rhythm-changes"),
        ])
    func other(path: String, printed: String) throws {
        let address = try #require(try Address(path: path))
        #expect(address.path == printed)
        #expect(Address.isOutdated(path) == (path.hasPrefix("/linnstrument") || path.hasPrefix("/chordsets")))
    }

    @Test(
        "A path that no screen has is none",
        arguments: [
            "/combine/C/D/E", "/select/middle", "/details/C", "/scale/C", "/play/1", "/lights/a/9", "/tunes/a/b",
            "/help/me", "/x", "/circle/C/stand", "/practise/results/stand", "/combine/C/D/stand", "/stand",
        ])
    func none(path: String) throws {
        #expect(try Address(path: path) == nil)
    }

    @Test(
        "A path with an unreadable part says which",
        arguments: [
            ("/chord/H", "H"), ("/board/_", "one chord"), ("/scale/C/Nonsense", "Nonsense"), ("/hands/C7/odd/1", "odd"),
            ("/hands/C7/close/1.2", "1.2"), ("/practise/course/odd", "odd"),
            ("/practise/assignment/good_49", "49"), ("/practise/assignment/by_2026-02-30", "2026-02-30"),
            ("/practise/assignment/good_90/then/sing", "sing"), ("/tune/odd", "incomplete"),
            ("/chordset/odd", "link"),
        ])
    func unreadable(path: String, part: String) {
        do throws(InputError) {
            _ = try Address(path: path)
            #expect(Bool(false), "\(path)")
        } catch {
            #expect(error.message.contains(part), "\(error.message)")
        }
    }
}
