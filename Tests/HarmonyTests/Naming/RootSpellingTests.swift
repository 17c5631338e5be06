import Harmony
import Testing

@Suite struct SpellingOfRoots {
    private func first(
        _ pitches: [Int], key: Key? = nil, after: Chord? = nil, before: Chord? = nil
    ) -> Chord {
        let context = NamingContext(key: key, previous: after, next: before)
        return ChordFinder().find(pitches: pitches, in: context).readings[0].chord
    }

    private func dominant(on pitchClass: Int) -> [Int] { [0, 4, 7, 10].map { 36 + pitchClass + $0 } }

    @Test func aKeySpellsEachRootInOneWay() {
        for mode in [Mode.major, .minor] {
            for key in Key.all(mode) {
                for pitchClass in 0..<12 {
                    let root = first(dominant(on: pitchClass), key: key).root
                    let place = root.fifths - key.tonic.fifths
                    let isSimple = NoteName(pitchClass: pitchClass).accidental == .natural
                    // ♭2 to ♯4; white keys may take their simple names instead of C♭, F♭, B♯ and E♯.
                    #expect((-5...6).contains(place) || (isSimple && root.accidental == .natural), "\(key): \(root)")
                    #expect(abs(root.accidental.semitones) < 2)
                    let isOdd = isSimple && root.accidental != .natural
                    if isOdd { #expect(key.notes.contains(root) || root == key.tonic.adding(Degree(7))) }
                }
            }
        }
    }

    @Test func aPassingDiminishedChordFollowsItsLine() throws {
        let keys: [Key?] = [nil] + Key.all(.major)
        for key in keys {
            for note in (-4...6).map({ NoteName(fifths: $0) }) {
                let (low, high) = (note, NoteName(fifths: note.fifths + 2))
                let minor = ChordType(DegreeSet("1 ♭3 5 ♭7")!)
                let passing = [0, 3, 6, 9].map { 37 + note.pitchClass + $0 }
                let rising = first(passing, key: key, after: Chord(low, minor), before: Chord(high, minor)).root
                let falling = first(passing, key: key, after: Chord(high, minor), before: Chord(low, minor)).root
                let natural = NoteName(pitchClass: (note.pitchClass + 1) % 12)
                for (root, line) in [(rising, low.fifths + 7), (falling, high.fifths - 7)] {
                    let isSimple = natural.accidental == .natural
                    #expect(root.fifths == line || (isSimple && root == natural), "\(root)")
                }
            }
        }
        func title(_ after: String, _ before: String) throws -> String {
            let key = Key(NoteName(.a, .flat), .major)
            return first([47, 50, 53, 56], key: key, after: try Chord(after), before: try Chord(before)).title
        }
        #expect(try title("B♭mi7", "Cmi7") == "B°7" && title("Cmi7", "B♭mi7") == "B°7")
    }

    @Test func aHalfStepAboveItsTargetTakesTheNextLetter() throws {
        for (key, target, title) in [
            ("G", "C7", "D♭7"), ("C", "C7", "D♭7"), ("D", "Dma7", "E♭7"), ("E♭", "E♭ma7", "E7"), ("B", "Bma7", "C7"),
        ] {
            let next = try Chord(target)
            let chord = first(dominant(on: next.root.pitchClass + 1), key: try Key(key), before: next)
            #expect(chord.title == title)
        }
    }

    @Test func rootsOfTheKeyKeepTheirNamesAboveADominant() throws {
        for key in Key.all(.major) {
            for place in [1, 2, 5] {
                let note = key.notes[place]
                let chord = [0, 3, 7, 10].map { 36 + note.pitchClass + $0 }
                let lower = NoteName(pitchClass: (note.pitchClass + 11) % 12)
                for suffix in ["7", "°7"] {
                    let next = try Chord("\(lower)\(suffix)")
                    let root = first(chord, key: key, before: next).root
                    #expect(root == first(chord, key: key).root, "\(key): \(next)")
                }
            }
        }
        // The third degree before its substitute, and the raised fourth before the minor fourth.
        for (key, pitches, target, title) in [
            ("D", [42, 52, 57, 61], "F7", "F♯mi7"), ("A", [49, 59, 64, 68], "C°7", "C♯mi7"),
            ("C", [42, 52, 57, 60], "Fmi7", "F♯mi7(♭5)"),
        ] {
            #expect(first(pitches, key: try Key(key), before: try Chord(target)).title == title)
            #expect(first(pitches, before: try Chord(target)).title == title)
        }
    }

    @Test func aForeignBassIsNearTheRoot() throws {
        func title(_ pitches: Int..., key: String? = nil) throws -> String {
            first(pitches, key: try key.map { try Key($0) }).title
        }
        #expect(try title(42, 61, 65, 68) == "D♭/G♭")
        #expect(try title(42, 63, 67, 70) == "E♭/G♭")
        #expect(try title(39, 61, 64, 69) == "A/E♭")
        #expect(try title(39, 61, 64, 69, key: "E major") == "A/D♯")
        // A chord tone is spelled by its degree.
        #expect(try title(40, 58, 61, 66, key: "B major") == "F♯7/E")
        #expect(try title(47, 56, 61, 65, key: "G♭ major") == "D♭7/C♭")
        #expect(try title(53, 56, 59, 61, key: "F♯ minor") == "C♯7/E♯")
        // Without a key, the bass is no F♭.
        #expect(try title(40, 58, 61, 66, 68, 72) == "F♯9(♯11)/E")
        #expect(try title(40, 58, 61, 66) == "F♯7/E")
        #expect(try title(47, 56, 61, 65) == "D♭7/C♭")
    }

    @Test func playersReadNoDoubleAccidentals() throws {
        for symbol in ["F♯7(♯9)", "C°7", "G♭°7", "B7(♯9)", "D♭mi7(♭5♭9)"] {
            let chord = try Chord(symbol)
            let voicing = Voicing(subject: .chord(chord), style: .close, left: [], right: chord.voicing)
            let written = voicing.written(.right)
            #expect(written.allSatisfy { abs($0.name.accidental.semitones) < 2 })
            #expect(written.map(\.pitch) == chord.voicing.map(\.pitch))
            #expect(written.map(\.degree) == chord.voicing.map(\.degree))
        }
        let sharpNinth = try Chord("F♯7(♯9)").voicing.last!
        #expect(sharpNinth.name.text == "G𝄪")
    }

    @Test func aHandIsSpelledAsItsOwnChord() throws {
        let pair = ChordCombiner().combine(lower: try Chord("C7"), upper: try Chord("A"))
        func tones(_ pitches: Int...) -> [Tone] {
            pitches.map { pitch in
                let tone = pair.result!.voicing.first { ($0.pitch - pitch) % 12 == 0 }!
                return Tone(pitch: pitch, name: tone.name, degree: tone.degree)
            }
        }
        let voicing = Voicing(
            subject: .pair(pair), style: .pair, left: tones(48, 52, 55, 58), right: tones(61, 64, 69))
        #expect(list(voicing.right.map(\.name)) == "D♭, E, A")
        #expect(list(voicing.written(.right).map(\.name)) == "C♯, E, A")
        #expect(list(voicing.written(.left).map(\.name)) == "C, E, G, B♭")
        // As one chord it is spelled by its degrees, unless the right hand plays a triad above the left hand.
        let whole = Voicing(
            subject: .chord(pair.result!), style: .close, left: voicing.left, right: voicing.right)
        #expect(list(whole.written(.right).map(\.name)) == "D♭, E, A")
        let structure = Voicing(
            subject: .chord(pair.result!), style: .upperStructure, left: voicing.left, right: voicing.right)
        #expect(list(structure.written(.right).map(\.name)) == "C♯, E, A")
    }

    /// A triad of the right hand is spelled as that triad if the degrees, as players read them, are not one: Cmi of
    /// C7(♯9), Emi of D♭mi7(♭5). On the root of the chord it keeps the root's name.
    @Test(arguments: [
        ("C7(♯9)", [60, 63, 67], "C, E♭, G"), ("D♭mi7(♭5)", [59, 64, 67], "B, E, G"),
        ("A♭mi7(♭5)", [62, 66, 71], "D, F♯, B"), ("G♭mi7", [66, 69, 73], "G♭, A, D♭"),
        ("C9", [67, 70, 74], "G, B♭, D"),
    ])
    func anUpperTriadIsSpelledAsATriad(symbol: String, right: [Int], names: String) throws {
        let chord = try Chord(symbol)
        let tones = right.compactMap { pitch -> Tone? in
            chord.voicing.first { ($0.pitch - pitch) % 12 == 0 }
                .map { Tone(pitch: pitch, name: $0.name, degree: $0.degree) }
        }
        let left = [Tone(pitch: 36 + chord.root.pitchClass, name: chord.root, degree: Degree(1))]
        let voicing = Voicing(subject: .chord(chord), style: .pair, left: left, right: tones)
        #expect(list(voicing.written(.right).map(\.name)) == names)
    }
}
