import Harmony

/// The melody of a bar: one note at a time, with rests.
public struct Melody: Sendable, Hashable {
    /// The time unit. 256th notes, triplets, quintuplets, septuplets, nested triplets and twelfths of any beat are
    /// whole numbers of ticks, which avoids rounding.
    public static let ticksPerQuarter = 20_160
    /// Of a whole note.
    public static let whole = 4 * ticksPerQuarter

    /// A note of a bar.
    public struct Note: Sendable, Hashable {
        /// Ticks from the beginning of the bar.
        public let start: Int
        /// In ticks; notes tied within the bar are one note.
        public internal(set) var length: Int
        /// The spelled note with its octave.
        public internal(set) var tone: Tone

        public var end: Int { start + length }
    }

    /// The maximum number of notes in a bar, to limit memory for any input.
    static let maximumNotes = 256

    /// In playing order, without overlaps.
    public private(set) var notes: [Note] = []
    /// Whether the last note is tied into the next played bar.
    public private(set) var isTied = false

    public init() {}

    public var isEmpty: Bool { notes.isEmpty }

    /// When the last note ends.
    var end: Int { notes.last?.end ?? 0 }

    /// Appends a note. A tied note lengthens the last one; of a note that overlaps the last one, the rest is kept.
    /// - Parameter isTied: whether it is tied to the following note.
    /// - Returns: whether there was room for it.
    @discardableResult
    package mutating func add(_ tone: Tone, at start: Int, for length: Int, isTied: Bool = false) -> Bool {
        let from = max(start, end), to = start + length
        guard to > from else { return true }
        if self.isTied, from == end, notes.last?.tone == tone {
            notes[notes.count - 1].length += to - from
        } else {
            guard notes.count < Melody.maximumNotes else { return false }
            notes.append(Note(start: from, length: to - from, tone: tone))
        }
        self.isTied = isTied
        return true
    }

    /// The part that fits in a bar of some ticks. Ties only lead over the bar line.
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

    /// The melody moved later.
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
    /// Whether it can be written and played: octaves 0 to 9, as in MusicXML, and at most G9, MIDI's highest note.
    var isWritten: Bool { 0...9 ~= octave && pitch <= 127 }
}

extension Meter {
    /// The length of a bar in ticks of ``Melody``.
    public var melodyTicks: Int { beats * Melody.whole / unit }
}
