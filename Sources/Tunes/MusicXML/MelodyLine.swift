import Harmony

/// The melody of a measure: the notes of the voice that comes first on the first staff. Of several that sound together the
/// highest is taken; grace notes, cues, slashes and what is not printed are left out.
struct MelodyLine {
    private var melody = Melody()
    private var voice: String?
    /// Where its last note or rest ends, in divisions as the score counts and in ticks.
    private var end = (divided: 0, ticks: 0)
    /// What sounds together, until all of it has been read: its highest note, and where and how long.
    private var held: (tone: Tone?, isTied: Bool, start: Int, length: Int)?

    /// - Parameters:
    ///   - now: where it begins, in so many divisions of a quarter note.
    ///   - time: how long it is.
    mutating func take(_ note: XMLNode, at now: Int, lasting time: Int, _ divisions: Int) {
        if note.child("chord") == nil { addHeld() }
        guard note.child("grace") == nil, note.child("cue") == nil, note.text(of: "staff") ?? "1" == "1" else { return }
        let own = note.text(of: "voice") ?? "1"
        if voice == nil { voice = own }
        guard own == voice else { return }
        let tone = MelodyLine.isPlayed(note) ? MelodyLine.tone(note.child("pitch")) : nil
        let isTied = note.children.contains { $0.name == "tie" && $0[attribute: "type"] == "start" }
        if note.child("chord") != nil {
            if let tone, held?.tone.map({ tone.pitch > $0.pitch }) ?? true {
                held?.tone = tone
                held?.isTied = isTied
            }
            return
        }
        // Divisions are rounded where they are too few for a tuplet; one that follows at once begins where the last one ends.
        let start = now == end.divided ? end.ticks : MelodyLine.ticks(now, divisions)
        let length = MelodyLine.tuplet(note, lasting: time, divisions) ?? MelodyLine.ticks(time, divisions)
        end = (now + time, start + length)
        held = (tone, isTied, start, length)
    }

    private mutating func addHeld() {
        if let held, let tone = held.tone { melody.add(tone, at: held.start, for: held.length, isTied: held.isTied) }
        held = nil
    }

    /// All that was taken.
    mutating func finished() -> Melody {
        addHeld()
        return melody
    }

    private static func isPlayed(_ note: XMLNode) -> Bool {
        note[attribute: "print-object"] != "no" && note.text(of: "notehead").map { !$0.hasPrefix("slash") } ?? true
    }

    private static func tone(_ pitch: XMLNode?) -> Tone? {
        guard let pitch, let name = ScoreReader.note(pitch, "step", "alter"), let octave = pitch.number(of: "octave"),
            0...9 ~= octave
        else { return nil }
        let tone = Tone(name, octave: octave)
        return tone.isWritten ? tone : nil
    }

    /// - Returns: no more than many bars have.
    static func ticks(_ divided: Int, _ divisions: Int) -> Int {
        let ticks = (2 * Int64(divided) * Int64(Melody.ticksPerQuarter) + Int64(divisions)) / (2 * Int64(divisions))
        return Int(min(ticks, 2 * Int64(Metre.most * Melody.whole)))
    }

    /// How long a note of a tuplet is by its looks, where what the score counts is that, rounded.
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

    /// The names that MusicXML gives to note values.
    private enum NoteType: String {
        case whole, half, quarter, eighth
        case sixteenth = "16th"
        case thirtySecond = "32nd"
        case sixtyFourth = "64th"
        case hundredTwentyEighth = "128th"
        case twoHundredFiftySixth = "256th"
    }

    /// So many of these notes are a whole one.
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
