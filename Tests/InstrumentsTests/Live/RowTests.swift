import Harmony
import Instruments
import Testing

private let band = RecognitionOptions(context: NamingContext(hasBassPlayer: true))

/// Usual rootless left-hand voicings on D, G and C, with the third (form A) or the seventh (form B) at the bottom.
private let cadences: [(form: String, chords: [[Int]])] = [
    ("A B A", [[53, 57, 60, 64], [53, 57, 59, 64], [52, 55, 59, 62]]),
    ("B A B", [[48, 52, 53, 57], [47, 52, 53, 57], [47, 50, 52, 55]]),
]

/// Root and suffix of a name: `Dmi9` as pitch class and `mi9`.
private func parts(_ chord: Chord, _ title: String) -> [String] {
    ["\(chord.root.pitchClass)", String(title.dropFirst(chord.root.text.count))]
}

private func parts(_ harmony: LiveHarmony) -> [String] {
    guard let chord = harmony.whole, let name = harmony.name else { return [] }
    return parts(chord, name)
}

@Suite struct RowNamingTests {
    private func expected(up key: Int) -> [[String]] {
        zip([2, 7, 0], ["mi9", "13", "ma9"]).map { ["\(($0 + key) % 12)", $1] }
    }

    private func named(_ sets: [[Int]], as recognition: RecognitionOptions) -> [ChordInRow] {
        var naming = RowNaming(as: recognition)
        return sets.flatMap { naming.add($0) } + naming.end()
    }

    @Test(arguments: 0..<12) func rootlessVoicingsAreNamedByTheirResolution(key: Int) {
        for (form, chords) in cadences {
            let moved = chords.map { $0.map { $0 + key } }
            let row = named(moved, as: band)
            #expect(row.map { parts($0.harmony) } == expected(up: key), "\(form) up \(key)")
            // Without context at least the last chord has another name, which is kept as `alone`.
            let alone = moved.map { LiveHarmony(pitches: $0, as: band) }
            #expect(alone.map { parts($0) } != expected(up: key))
            #expect(row.map { $0.alone?.title } == zip(row, alone).map { $0.harmony.name == $1.name ? nil : $1.name })
            // E G B D.
            #expect(row[2].alone?.title.contains("mi7") == true)
        }
    }

    @Test func withoutABandTheRootMustSound() {
        for (_, chords) in cadences {
            for chord in named(chords, as: RecognitionOptions()) { #expect(chord.harmony.reading?.isRootless == false) }
        }
        // Of the sounding roots, the one that resolves is chosen: before G7, F A C D is a Dmi7.
        let row = named([[53, 57, 60, 62], [43, 47, 50, 53]], as: RecognitionOptions())
        #expect(row.map { $0.harmony.name } == ["Dmi7/F", "G7"])
        #expect(row.map { $0.alone?.title } == ["F6", nil])
        #expect(row[0].harmony.notes.map(\.text) == ["F", "A", "C", "D"])
        // After G7, without a resolution, it is an F6.
        #expect(named([[53, 57, 60, 62]], as: RecognitionOptions()).map { $0.harmony.name } == ["F6"])
    }

    @Test func polychordsStayPolychords() {
        // A polychord has no reading, so context does not change it.
        let row = named([[48, 52, 55, 64, 68, 71], [45, 49, 52, 57, 61]], as: RecognitionOptions())
        #expect(row.first?.harmony.combination?.kind == .polychord && row.first?.harmony.name == "Ema/Cma")
    }

    @Test func theClassicVocabularyIgnoresContext() {
        let sets = cadences.flatMap(\.chords) + [[53, 57, 60, 62], [43, 47, 50, 53], [60, 61, 62, 63]]
        let classic = RecognitionOptions(
            vocabulary: .classic, context: NamingContext(key: Key(NoteName(.c), .major), hasBassPlayer: true))
        let row = named(sets, as: classic)
        #expect(
            row.map { $0.harmony }
                == sets.map { LiveHarmony(pitches: $0, as: RecognitionOptions(vocabulary: .classic)) })
        #expect(row.allSatisfy { $0.alone == nil })
    }

    @Test func keyAndBandDecideTheReading() {
        // E G B♭ D is an Emi7(♭5), with or without a bass player.
        let notes = [52, 55, 58, 62]
        #expect(LiveHarmony(pitches: notes).name == "Emi7(♭5)")
        let beside = LiveHarmony(pitches: notes, as: band)
        #expect(beside.reading?.isRootless == false && beside.name == "Emi7(♭5)")
        // E A B♭ D has no other reading.
        let thirteenth = LiveHarmony(pitches: [52, 57, 58, 62], as: band)
        #expect(thirteenth.name == "C13" && thirteenth.whole?.root.text == "C" && thirteenth.whole?.bass == nil)
        #expect(thirteenth.notes.map(\.text) == ["E", "A", "B♭", "D"])
        // D♯ F♯ A♯ in B major, E♭ G♭ B♭ in D♭ major.
        func spelled(_ key: NoteName) -> [String] {
            LiveHarmony(pitches: [63, 66, 70], as: RecognitionOptions(context: NamingContext(key: Key(key, .major))))
                .notes.map(\.text)
        }
        #expect(spelled(NoteName(.b)) == ["D♯", "F♯", "A♯"])
        #expect(spelled(NoteName(.d, .flat)) == ["E♭", "G♭", "B♭"])
    }
}

@Suite struct ChordRowTests {
    private func titles(_ row: ChordRow, as recognition: RecognitionOptions = RecognitionOptions()) -> [String] {
        row.chords(as: recognition).joined(last: ChordRow.maximumShown).map { chord in
            (chord.harmony.name ?? "") + (chord.alone.map { " < " + $0.title } ?? "")
        }
    }

    @Test func aNextChordMayRenameThePreviousOne() {
        var row = ChordRow()
        #expect(titles(row).isEmpty && row.last == nil)
        row.add([53, 57, 60, 62])
        #expect(titles(row) == ["F6"])
        row.add([43, 47, 50, 53])
        #expect(titles(row) == ["Dmi7/F < F6", "G7"])
        // Notes that are no chord, and repetitions, change nothing.
        row.add([60, 67])
        row.add([43, 47, 50, 53])
        #expect(titles(row) == ["Dmi7/F < F6", "G7"] && row.last == [43, 47, 50, 53])
        // Two voicings with the same name are one chord.
        row.add([43, 50, 53, 59])
        #expect(titles(row) == ["Dmi7/F < F6", "G7"] && row.last == [43, 50, 53, 59])
    }

    @Test func aRestBreaksTheRow() {
        var row = ChordRow()
        row.rest()
        row.add([53, 57, 60, 62])
        row.rest()
        row.rest()
        #expect(row.last == nil)
        row.add([43, 47, 50, 53])
        #expect(titles(row) == ["F6", "G7"])
    }

    @Test func shownChordsKeepTheirNames() {
        var row = ChordRow()
        var before: [String] = []
        let circle = (0..<40).map { number in
            // Down by fifths, alternating minor seventh and dominant.
            let root = 48 + (5 * number + 2) % 12
            return number % 2 == 0 ? [root, root + 3, root + 7, root + 10] : [root, root + 4, root + 7, root + 10]
        }
        for chord in circle {
            row.add(chord)
            let now = titles(row)
            // A next chord may rename the last one, and that the one before.
            let old = now.dropLast(3)
            #expect(Array(old) == Array(before.suffix(max(0, now.count - 1)).prefix(old.count)))
            before = now
        }
        #expect(before.count == 8)
    }
}

@Suite struct ChordTrackNamingTests {
    private func file(_ chords: [(notes: [Int], start: Double, end: Double)]) -> MIDIFile {
        MIDIFile(
            recording: chords.flatMap { chord in
                chord.notes.map { (chord.start, on($0)) } + chord.notes.map { (chord.end, off($0)) }
            }, ticksPerQuarter: 500)
    }

    private let six = [53, 57, 60, 62]
    private let seventh = [43, 47, 50, 53]

    @Test func chordsAreNamedInContext() {
        for (_, chords) in cadences {
            let song = file(chords.enumerated().map { ($1, Double($0), Double($0) + 1) })
            let entries = ChordTrack(of: song, as: band).entries
            #expect(entries.map(\.harmony.name) == ["Dmi9", "G13", "Cma9"])
            #expect(entries.last?.chord.alone != nil)
        }
        // Successive chords with the same name are one.
        let joined = ChordTrack(of: file([(six, 0, 1), ([53, 57, 60, 62, 69], 1, 2), (seventh, 2, 3)])).entries
        #expect(joined.map(\.harmony.name) == ["Dmi7/F", "G7"] && joined[0].endSeconds == 2)
    }

    @Test func aLongSilenceBreaksTheRow() {
        func names(after rest: Double) -> [String?] {
            ChordTrack(of: file([(six, 0, 1), (seventh, 1 + rest, 2 + rest)])).entries.map(\.harmony.name)
        }
        #expect(names(after: RowNaming.maximumRest - 0.1) == ["Dmi7/F", "G7"])
        #expect(names(after: RowNaming.maximumRest + 0.1) == ["F6", "G7"])
        // A held single note is no silence.
        let held = ChordTrack(of: file([(six, 0, 1), ([72], 1, 9), (seventh, 9, 10)])).entries
        #expect(held.map(\.harmony.name) == ["Dmi7/F", "G7"])
    }

    @Test func renamingMatchesFindingAgain() throws {
        var random = SeededGenerator(seed: 14)
        var chords: [(notes: [Int], start: Double, end: Double)] = []
        var time = 0.0
        for _ in 0..<300 {
            var notes = Set<Int>()
            for _ in 0..<Int.random(in: 2...6, using: &random) { notes.insert(Int.random(in: 40...76, using: &random)) }
            let length = Double(Int.random(in: 1...4, using: &random)) / 4
            chords.append((notes.sorted(), time, time + length))
            time += length + (Int.random(in: 0..<20, using: &random) == 0 ? 5 : 0)
        }
        let song = file(chords)
        let hearings = [
            RecognitionOptions(), band, RecognitionOptions(vocabulary: .classic),
            RecognitionOptions(split: .at(note: 60)),
            RecognitionOptions(context: NamingContext(key: Key(NoteName(.e, .flat), .major))),
        ]
        let tracks = hearings.map { ChordTrack(of: song, as: $0) }
        #expect(Set(tracks).count == hearings.count)
        for recognition in hearings {
            for (from, track) in zip(hearings, tracks) {
                var renaming = ChordTrack.Renaming(of: track, as: recognition)
                var again: ChordTrack?
                while again == nil { again = renaming.goOn(7) }
                #expect(again == ChordTrack(of: song, as: recognition), "\(from) to \(recognition)")
            }
        }
    }
}
