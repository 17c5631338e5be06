import Harmony

/// The melody of a measure: the first voice on the first staff, and of a chord the highest note. Grace notes, cues,
/// slashes and unprinted notes are skipped.
struct MelodyLine {
    private var melody = Melody()
    private var voice: String?
    /// The end of its last note or rest, in the score's divisions and in ticks.
    private var end = (divided: 0, ticks: 0)
    /// The current chord until it is complete: its highest note, start and length.
    private var held: (tone: Tone?, isTied: Bool, start: Int, length: Int)?

    /// - Parameters:
    ///   - now: the start, in divisions of a quarter note.
    ///   - time: the length.
    mutating func take(
        _ note: XMLNode, at now: Int, lasting time: Int, _ divisions: Int, _ transposition: ScoreTransposition
    ) {
        if note.child("chord") == nil { addHeld() }
        guard note.child("grace") == nil, note.child("cue") == nil, note.text(of: "staff") ?? "1" == "1" else { return }
        let own = note.text(of: "voice") ?? "1"
        if voice == nil { voice = own }
        guard own == voice else { return }
        let tone = MelodyLine.isPlayed(note) ? MelodyLine.tone(note.child("pitch"), transposition) : nil
        let isTied = note.children.contains { $0.name == "tie" && $0[attribute: "type"] == "start" }
        if note.child("chord") != nil {
            if let tone, held?.tone.map({ tone.pitch > $0.pitch }) ?? true {
                held?.tone = tone
                held?.isTied = isTied
            }
            return
        }
        // Divisions are rounded if too coarse for a tuplet. A note that follows immediately begins where the last one
        // ends.
        let start = now == end.divided ? end.ticks : MelodyLine.ticks(now, divisions)
        let length = MelodyLine.tuplet(note, lasting: time, divisions) ?? MelodyLine.ticks(time, divisions)
        end = (now + time, start + length)
        held = (tone, isTied, start, length)
    }

    private mutating func addHeld() {
        if let held, let tone = held.tone { melody.add(tone, at: held.start, for: held.length, isTied: held.isTied) }
        held = nil
    }

    /// The complete melody.
    mutating func finished() -> Melody {
        addHeld()
        return melody
    }

    private static func isPlayed(_ note: XMLNode) -> Bool {
        note[attribute: "print-object"] != "no" && note.text(of: "notehead").map { !$0.hasPrefix("slash") } ?? true
    }

    private static func tone(_ pitch: XMLNode?, _ transposition: ScoreTransposition) -> Tone? {
        guard let pitch, let name = ScoreReader.note(pitch, "step", "alter"), let octave = pitch.number(of: "octave"),
            0...9 ~= octave
        else { return nil }
        let tone = transposition.sounding(Tone(name, octave: octave))
        return tone.isWritten ? tone : nil
    }

    /// - Returns: ticks, limited to the length of many bars.
    static func ticks(_ divided: Int, _ divisions: Int) -> Int {
        let ticks = (2 * Int64(divided) * Int64(Melody.ticksPerQuarter) + Int64(divisions)) / (2 * Int64(divisions))
        return Int(min(ticks, 2 * Int64(Meter.maximumBeats * Melody.whole)))
    }

    /// The exact length of a tuplet note, if the score's length is this value rounded.
    private static func tuplet(_ note: XMLNode, lasting time: Int, _ divisions: Int) -> Int? {
        guard let modification = note.child("time-modification"),
            let actual = modification.number(of: "actual-notes"), let normal = modification.number(of: "normal-notes"),
            1...100 ~= actual, 1...100 ~= normal, let part = part(note.text(of: "type") ?? "")
        else { return nil }
        let dots = min(note.children.count { $0.name == "dot" }, 3)
        let base = Melody.whole / part
        let written = 2 * base - (base >> dots)
        guard written * normal % actual == 0 else { return nil }
        let length = written * normal / actual
        let counted = Int64(time) * Int64(Melody.ticksPerQuarter), looks = Int64(length) * Int64(divisions)
        return abs(counted - looks) < Int64(Melody.ticksPerQuarter) ? length : nil
    }

    /// The note values of MusicXML.
    private enum NoteType: String {
        case whole, half, quarter, eighth
        case sixteenth = "16th"
        case thirtySecond = "32nd"
        case sixtyFourth = "64th"
        case hundredTwentyEighth = "128th"
        case twoHundredFiftySixth = "256th"
    }

    /// The number of these notes in a whole note.
    static func part(_ type: String) -> Int? {
        switch NoteType(rawValue: type) {
        case .whole: 1
        case .half: 2
        case .quarter: 4
        case .eighth: 8
        case .sixteenth: 16
        case .thirtySecond: 32
        case .sixtyFourth: 64
        case .hundredTwentyEighth: 128
        case .twoHundredFiftySixth: 256
        default: nil
        }
    }
}
