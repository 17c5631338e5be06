import Foundation
import Harmony
import Instruments
import Testing

/// A note in beats.
private struct Note {
    let beat: Double
    let length: Double
    let pitch: Int

    init(_ beat: Double, _ length: Double, _ pitch: Int) {
        self.beat = beat
        self.length = length
        self.pitch = pitch
    }
}

/// Makes a file of notes.
/// - Parameter secondsPerBeat: nil for beats of the file, otherwise how long a beat lasts in a file that counts
///   half seconds.
private func file(
    _ notes: [Note], meter: MIDIFile.TimeSignature = .init(4, 4), signature: Int? = nil, secondsPerBeat: Double? = nil
) -> MIDIFile {
    let ticksPerBeat = 480 * (secondsPerBeat.map { 2 * $0 } ?? 1)
    var events = [MIDIFile.Event(tick: 0, kind: .timeSignature(meter))]
    if let signature {
        events.append(.init(tick: 0, kind: .meta(type: 0x59, bytes: [UInt8(bitPattern: Int8(signature)), 0])))
    }
    for note in notes {
        let begin = Int((note.beat * ticksPerBeat).rounded())
        let end = Int(((note.beat + note.length) * ticksPerBeat).rounded())
        events.append(.init(tick: begin, kind: .message(.noteOn(channel: 1, note: note.pitch, velocity: 80))))
        events.append(.init(tick: end, kind: .message(.noteOff(channel: 1, note: note.pitch, velocity: 64))))
    }
    return MIDIFile(tracks: [events])
}

/// Semitones of the chords of a cadence above its tonic, and of their roots: ii7 V7 Ima7 VI7.
private let cadence: [(root: Int, tones: [Int])] = [
    (2, [0, 3, 7, 10]), (7, [0, 4, 7, 10]), (0, [0, 4, 7, 11]), (9, [0, 4, 7, 10]),
]

private func roots(_ sheet: LeadSheet) -> [Int?] { sheet.entries.map { $0.harmony.whole?.root.pitchClass } }

/// Two choruses of a cadence in a key, each chord for a bar.
/// - Parameter played: the notes of a bar by bass and chord tones, in beats of the bar.
private func choruses(up key: Int, _ played: (_ bar: Int, _ bass: Int, _ tones: [Int]) -> [Note]) -> [Note] {
    (0..<8).flatMap { bar -> [Note] in
        let (root, tones) = cadence[bar % 4]
        let bass = 36 + (root + key) % 12
        return played(bar, bass, tones).map { Note($0.beat + Double(4 * bar), $0.length, $0.pitch) }
    }
}

private func expected(up key: Int) -> [Int] { (0..<8).map { (cadence[$0 % 4].root + key) % 12 } }

private let onePerBar = (1...8).map { MIDIFile.Position(bar: $0, beat: 1) }

@Suite struct LeadSheetTests {
    @Test(arguments: 0..<12) func aWalkingBassChangesNoChord(key: Int) {
        let notes = choruses(up: key) { bar, bass, tones in
            // Root, third, fifth, and the note a half step below the next root.
            let next = 36 + (cadence[(bar + 1) % 4].root + key) % 12
            let line = [bass, bass + tones[1], bass + tones[2], next - 1]
            let shell = [tones[1], tones[3]].map { 52 + (bass + $0 + 8) % 12 }
            return line.enumerated().map { Note(Double($0.offset), 0.95, $0.element) }
                + [0, 1.67].flatMap { beat in shell.map { Note(beat, 0.6, $0) } }
        }
        let sheet = LeadSheet(of: file(notes))
        #expect(roots(sheet) == expected(up: key))
        #expect(sheet.entries.map { $0.position } == onePerBar)
        #expect(sheet.entries.allSatisfy { $0.harmony.whole?.bass == nil })
    }

    /// A half step below the next root lies the major third of a minor chord, which sounds only as long as its own.
    @Test(arguments: 0..<12) func anApproachNoteDoesNotChangeTheThird(key: Int) {
        let notes = choruses(up: key) { bar, bass, tones in
            let next = 36 + (cadence[(bar + 1) % 4].root + key) % 12
            let line = [bass, bass + tones[3] - 12, bass + tones[2] - 12, next - 1]
            let shell = [tones[1], tones[3]].map { 52 + (bass + $0 + 8) % 12 }
            return line.enumerated().map { Note(Double($0.offset), 0.92, $0.element) }
                + shell.flatMap { [Note(0, 0.9, $0), Note(1.5, 0.5, $0)] }
        }
        let sheet = LeadSheet(of: file(notes))
        #expect(roots(sheet) == expected(up: key))
        let isMinor = sheet.entries.map { $0.harmony.whole?.type.degrees.contains(3, -1) ?? false }
        #expect(isMinor == (0..<8).map { cadence[$0 % 4].tones[1] == 3 })
    }

    @Test(arguments: 0..<12) func brokenChordsAndAlternatingBassesAreOneChord(key: Int) {
        let broken = choruses(up: key) { _, bass, tones in
            let arpeggio = tones.map { bass + 12 + $0 }
            let line = [bass] + arpeggio[1...] + [bass + 24] + arpeggio[1...].reversed()
            return line.enumerated().map { Note(0.5 * Double($0.offset), 0.45, $0.element) }
        }
        let bossa = choruses(up: key) { _, bass, tones in
            let fifth = bass + 7
            return [Note(0, 1.4, bass), Note(1.5, 0.5, fifth), Note(2, 1.4, fifth), Note(3.5, 0.5, bass)]
                + [0, 1, 2.5].flatMap { beat in tones[1...].map { Note(beat, 0.4, bass + 24 + $0) } }
        }
        for notes in [broken, bossa] {
            let sheet = LeadSheet(of: file(notes))
            #expect(roots(sheet) == expected(up: key))
            #expect(sheet.entries.map { $0.position } == onePerBar)
        }
    }

    @Test func anEarlyChordIsWrittenOnItsBeat() {
        let notes = choruses(up: 3) { bar, bass, tones in
            let early = bar == 0 ? 0 : 0.5
            return [Note(0, 3.8, bass)] + tones[1...].map { Note(-early, 2, bass + 24 + $0) }
        }
        let sheet = LeadSheet(of: file(notes))
        #expect(roots(sheet) == expected(up: 3) && sheet.entries.map { $0.position } == onePerBar)
    }

    /// A bass note that is struck with the early chord leads to the bass on the beat.
    @Test(arguments: [0, 7]) func anEarlyChordLeavesTheBassBeforeItsBeat(pickup: Int) {
        let notes = choruses(up: 7) { bar, bass, tones in
            var played = [Note(0, 1.4, bass), Note(2, 1.4, bass + 7), Note(3.5, 0.5, bass + pickup)]
            for beat in [bar == 0 ? 0 : -0.5, 1, 2.5] {
                played += tones[1...].map { Note(beat, 0.5, bass + 24 + $0) }
            }
            return played
        }
        let sheet = LeadSheet(of: file(notes))
        #expect(roots(sheet) == expected(up: 7) && sheet.entries.map { $0.position } == onePerBar)
        #expect(sheet.entries.allSatisfy { $0.harmony.whole?.bass == nil })
    }

    /// What repeats the chord before it belongs to that bar, even if the next chord is struck late.
    @Test func aChordThatIsRepeatedOffTheBeatIsNotEarly() {
        let notes = choruses(up: 10) { bar, bass, tones in
            var played = [Note(0, 1.4, bass), Note(2, 1.4, bass + 7), Note(3.5, 0.5, bass)]
            for beat in bar % 2 == 0 ? [0, 1.5, 2.5, 3.5] : [0.5, 1, 2.5] {
                played += tones[1...].map { Note(beat, 0.3, bass + 24 + $0) }
            }
            return played
        }
        let sheet = LeadSheet(of: file(notes))
        #expect(roots(sheet) == expected(up: 10) && sheet.entries.map { $0.position } == onePerBar)
    }

    /// The bass of a broken chord is remembered without a pedal, too.
    @Test(arguments: 0..<12) func brokenChordsChangeInTheMiddle(key: Int) {
        let chords = [[48, 52, 55, 60], [45, 52, 57, 60], [50, 53, 57, 62], [43, 53, 59, 62]]
        var notes: [Note] = []
        for (index, pitch) in (chords + chords).joined().enumerated() {
            notes.append(Note(0.5 * Double(index), 0.48, pitch + key))
        }
        let sheet = LeadSheet(of: file(notes))
        let expected = [0, 9, 2, 7, 0, 9, 2, 7].map { ($0 + key) % 12 }
        #expect(roots(sheet) == expected)
        #expect(sheet.entries.map { $0.position.beat } == [1, 3, 1, 3, 1, 3, 1, 3])
    }

    @Test func triadsOverAPedalAreSlashChords() {
        let upper = [[60, 64, 67], [62, 65, 69], [59, 62, 67], [60, 64, 67]]
        let notes = upper.enumerated().flatMap { bar, triad in
            ([36] + triad).map { Note(Double(4 * bar), 3.9, $0) }
        }
        let chords = LeadSheet(of: file(notes)).entries.map { $0.harmony.whole }
        #expect(chords.map { $0?.root.text } == ["C", "D", "G", "C"])
        #expect(chords.map { $0?.lowest.text } == ["C", "C", "C", "C"])
    }

    @Test func aChordThatIsNeverReleasedIsHeldToTheEndOfItsBar() {
        let notes = choruses(up: 0) { _, bass, tones in tones.map { Note(0, 3.8, bass + 12 + $0) } }
        let lastOnset = 480 * 4 * 7
        let events = file(notes).tracks[0].filter { $0.tick <= lastOnset }
        let sheet = LeadSheet(of: MIDIFile(tracks: [events]))
        #expect(roots(sheet) == expected(up: 0))
        #expect(sheet.entries.last?.endSeconds == 16)
    }

    @Test func fingersThatLeaveLateAddNothing() {
        let notes = choruses(up: 5) { _, bass, tones in
            [Note(0, 4, bass)] + tones[1...].enumerated().map { Note(0, 4.02 + 0.1 * Double($0), bass + 24 + $1) }
        }
        let sheet = LeadSheet(of: file(notes))
        #expect(roots(sheet) == expected(up: 5))
        #expect(sheet.entries.allSatisfy { $0.harmony.whole?.type.degrees.count ?? 0 <= 4 })
    }

    @Test func aPassingDiminishedChordDecoratesItsNeighbors() {
        // Block chords: C6 on strong beats, B°7 between its inversions.
        let sixth = [48, 52, 55, 57]
        let notes = (0..<8).flatMap { beat in
            (beat % 2 == 0 ? sixth.map { $0 + 12 } : [59, 62, 65, 68]).map { Note(Double(beat), 0.95, $0) }
        }
        #expect(roots(LeadSheet(of: file(notes))) == [0])
    }

    @Test(arguments: 0..<12) func aBassThatStaysOnAnotherNoteIsAnotherChord(key: Int) {
        // Ima7 and vi7 for two beats each, then I6 whose bass goes to its fifth.
        let notes = (0..<4).flatMap { bar -> [Note] in
            let first = [36, 52, 55, 59], second = bar % 2 == 0 ? [45, 55, 60, 64] : [43, 52, 55, 59]
            return [(0.0, first), (2.0, second)].flatMap { beat, pitches in
                pitches.map { Note(Double(4 * bar) + beat, 1.95, $0 + key) }
            }
        }
        let expected = [0, 9, 0, 9, 0].map { ($0 + key) % 12 }
        #expect(roots(LeadSheet(of: file(notes))) == expected)
    }

    /// At most two chords a bar in 4/4 and one in 3/4, on beats, in order, even for random notes.
    @Test func barsHaveOneOrTwoChords() {
        var random = SeededGenerator(seed: 17)
        for number in 0..<12 {
            let isWaltz = number % 2 == 1
            let notes = (0..<300).map { _ in
                Note(
                    Double(Int.random(in: 0..<160, using: &random)) / 2,
                    Double(Int.random(in: 1..<12, using: &random)) / 4, Int.random(in: 30..<90, using: &random))
            }
            let sheet = LeadSheet(of: file(notes, meter: isWaltz ? .init(3, 4) : .init(4, 4)))
            let bars = Dictionary(grouping: sheet.entries) { $0.position.bar }
            #expect(bars.values.allSatisfy { $0.count <= (isWaltz ? 1 : 2) } && bars.count > 5)
            #expect(sheet.entries.allSatisfy { $0.position.beat == $0.position.beat.rounded() })
            #expect(zip(sheet.entries, sheet.entries.dropFirst()).allSatisfy { $0.endSeconds == $1.seconds })
        }
    }

    /// A recording in another tempo than its file's has its own beats and bars.
    @Test(arguments: [0.41, 0.47, 0.56, 0.63, 0.7]) func beatsAreEstimated(secondsPerBeat: Double) {
        let notes = choruses(up: 1) { _, bass, tones in
            [Note(0, 1.9, bass), Note(2, 1.9, bass + 7)]
                + [0, 1, 2, 3].flatMap { beat in tones[1...].map { Note(beat, 0.5, bass + 24 + $0) } }
        }
        let sheet = LeadSheet(of: file(notes, secondsPerBeat: secondsPerBeat))
        #expect(roots(sheet) == expected(up: 1))
        for (bar, entry) in sheet.entries.enumerated() {
            #expect(abs(entry.seconds - Double(4 * bar) * secondsPerBeat) < 0.1)
        }
    }

    /// Fast music has its own beats, not half of them, also where chords are syncopated.
    @Test(arguments: [0.31, 0.35]) func fastBeatsAreEstimated(secondsPerBeat: Double) {
        let notes = choruses(up: 0) { _, bass, tones in
            [0, 1, 2, 3].map { Note($0, 0.9, bass) }
                + [0, 1.5, 3].flatMap { beat in tones.map { Note(beat, 0.9, bass + 24 + $0) } }
        }
        #expect(roots(LeadSheet(of: file(notes, secondsPerBeat: secondsPerBeat))) == expected(up: 0))
    }

    /// Names are spelled in the key that was found, or in that of the file.
    @Test func namesAreSpelledInTheKey() {
        func spelled(_ key: Int, signature: Int? = nil) -> [String] {
            let notes = choruses(up: key) { _, bass, tones in tones.map { Note(0, 3.8, bass + 12 + $0) } }
            let sheet = LeadSheet(of: file(notes, signature: signature))
            return [sheet.key?.name ?? "none"] + sheet.entries.prefix(3).compactMap { $0.harmony.whole?.root.text }
        }
        #expect(spelled(11) == ["B major", "C♯", "F♯", "B"])
        #expect(spelled(1) == ["D♭ major", "E♭", "A♭", "D♭"])
        #expect(spelled(6, signature: 6) == ["F♯ major", "G♯", "C♯", "F♯"])
        #expect(spelled(6, signature: -6) == ["G♭ major", "A♭", "D♭", "G♭"])
    }

    @Test func aKeyThatIsNotClearIsNil() {
        // Minor seventh chords that move in parallel by major thirds.
        let notes = (0..<6).flatMap { bar in
            [0, 3, 7, 10].map { Note(Double(4 * bar), 3.8, 48 + 4 * (bar % 3) + $0) }
        }
        let sheet = LeadSheet(of: file(notes))
        #expect(sheet.key == nil && sheet.entries.count == 6)
    }

    @Test func nothingSounds() {
        #expect(LeadSheet(of: file([])).entries.isEmpty)
        #expect(LeadSheet(of: file([Note(0, 4, 60)])).entries.isEmpty)
    }
}

/// Recordings in common piano styles, with what a musician writes above them.
@Suite struct PlayingStyleTests {
    private struct Row {
        let file: String
        let bar: Int
        let beat: Double
        let chords: [Chord]
        let options: String
        let meter: String
    }

    private static let folder = Bundle.module.resourceURL!.appendingPathComponent("Fixtures/styles")

    private static let rows: [Row] = {
        let text = try! String(contentsOf: folder.appendingPathComponent("expected.tsv"), encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
            return Row(
                file: cells[0], bar: Int(cells[1])!, beat: Double(cells[2])!,
                chords: cells[3].split(separator: ",").map { try! Chord(String($0)) }, options: cells[4],
                meter: cells[5])
        }
    }()

    private func sheet(of name: String, options: String) throws -> LeadSheet {
        let bytes = [UInt8](try Data(contentsOf: PlayingStyleTests.folder.appendingPathComponent(name)))
        let context = NamingContext(
            key: options.contains("--key F") ? Key(NoteName(.f), .major) : nil,
            hasBassPlayer: options.contains("--band"))
        return LeadSheet(of: try MIDIFile(bytes), as: RecognitionOptions(context: context))
    }

    @Test func musiciansWouldWriteTheseRoots() throws {
        var right = 0
        var reported = 0
        for (name, rows) in Dictionary(grouping: PlayingStyleTests.rows, by: { $0.file }) {
            let sheet = try sheet(of: name, options: rows[0].options)
            #expect("\(sheet.signature.numerator)/\(sheet.signature.denominator)" == rows[0].meter)
            reported += sheet.entries.count
            for row in rows {
                let held = sheet.entries.last { ($0.position.bar, $0.position.beat) <= (row.bar, row.beat) }
                let root = held?.harmony.whole?.root.pitchClass
                if row.chords.contains(where: { $0.root.pitchClass == root }) { right += 1 }
            }
        }
        let slots = PlayingStyleTests.rows.count
        #expect(100 * right >= 95 * slots, "\(right) of \(slots)")
        #expect(100 * reported <= 120 * slots, "\(reported) for \(slots)")
    }
}
