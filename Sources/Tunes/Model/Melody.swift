import Harmony

/// What is sung or played above the chords of a bar: one note after the other, and rests where there is none.
public struct Melody: Sendable, Hashable {
    /// In these times are counted. A quarter note has so many that 256th notes and those of triplets, quintuplets, septuplets
    /// and triplets of triplets are whole numbers of them, and a twelfth of any beat is, too: nothing that people write has
    /// to be rounded.
    public static let ticksPerQuarter = 20_160
    /// Of a whole note.
    public static let whole = 4 * ticksPerQuarter

    /// A note of a bar.
    public struct Note: Sendable, Hashable {
        /// Ticks from the beginning of the bar.
        public let start: Int
        /// In ticks; what is tied within the bar is one note.
        public internal(set) var length: Int
        /// As it is spelled and in its octave.
        public internal(set) var tone: Tone

        public var end: Int { start + length }
    }

    /// The maximum number of notes in a bar, so that no input fills the memory.
    static let mostNotes = 256

    /// In the order in which they sound; none begins before the one before it has ended.
    public private(set) var notes: [Note] = []
    /// Whether the last note is tied over the bar line: it goes on in the bar that is played next.
    public private(set) var isTied = false

    public init() {}

    public var isEmpty: Bool { notes.isEmpty }

    /// When the last note ends.
    var end: Int { notes.last?.end ?? 0 }

    /// Adds a note behind the others. One that the last is tied to makes it longer; of one that begins before the last has
    /// ended there is what comes behind that.
    /// - Parameter isTied: whether it goes on in what follows.
    /// - Returns: whether there was room for it.
    @discardableResult
    package mutating func add(_ tone: Tone, at start: Int, for length: Int, isTied: Bool = false) -> Bool {
        let from = max(start, end), to = start + length
        guard to > from else { return true }
        if self.isTied, from == end, notes.last?.tone == tone {
            notes[notes.count - 1].length += to - from
        } else {
            guard notes.count < Melody.mostNotes else { return false }
            notes.append(Note(start: from, length: to - from, tone: tone))
        }
        self.isTied = isTied
        return true
    }

    /// What of it has room in a bar of so many ticks. A tie leads over the bar line or nowhere.
    package func fitting(_ length: Int) -> Melody {
        if end == length || end < length && !isTied { return self }
        var melody = Melody()
        for note in notes where note.start < length {
            let end = min(note.end, length)
            melody.add(note.tone, at: note.start, for: end - note.start)
        }
        melody.isTied = isTied && melody.end == length && end == length
        return melody
    }

    /// The same, all of it later.
    func moved(by ticks: Int) -> Melody {
        var melody = Melody()
        for note in notes { melody.add(note.tone, at: note.start + ticks, for: note.length) }
        melody.isTied = isTied
        return melody
    }

    mutating func replaceTones(_ replacement: (Tone) -> Tone) {
        for index in notes.indices { notes[index].tone = replacement(notes[index].tone) }
    }
}

extension Tone {
    /// Whether scores have it and keyboards play it: in the octaves from 0 to 9, which MusicXML numbers so, and no higher than
    /// MIDI's highest note, G9.
    var isWritten: Bool { 0...9 ~= octave && pitch <= 127 }
}

extension Metre {
    /// How long a bar is, in the ticks of a ``Melody``.
    public var melodyTicks: Int { beats * Melody.whole / unit }
}
