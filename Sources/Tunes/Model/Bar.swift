import Harmony

/// A chord or silence that lasts until the next one begins.
public enum Sound: Sendable, Hashable {
    case chord(ChordSymbol)
    /// N.C.: no chord is played.
    case noChord
}

/// A chord and its position in the bar.
public struct BarChord: Sendable, Hashable {
    public var position: Position
    public var sound: Sound

    public init(_ sound: Sound, at position: Position) {
        self.sound = sound
        self.position = position
    }

    /// The chord; nil for N.C.
    public var symbol: ChordSymbol? {
        if case .chord(let symbol) = sound { symbol } else { nil }
    }
}

/// One bar, as it is written.
public struct Bar: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        /// In playing order; if empty, the chord of the previous bar continues.
        case chords([BarChord])
        /// Repeats the previous bar: one slanted stroke between two dots.
        case asLast
        /// Repeats the bar two before. Two such bars follow each other, under one sign of two strokes.
        case asTwoBefore
    }

    /// How a bar ends.
    public enum Ending: Sendable, Hashable {
        case single, double, final
        /// A repeat sign with the total number of times; 2 by default.
        case repeated(Int)
    }

    public var content: Content
    /// Alternate chords, written above.
    public var alternates: [BarChord] = []
    /// The melody above the chords; empty if unknown or silent. Repetition signs do not repeat it.
    public var melody = Melody()
    /// The new meter if it changes here.
    public var meter: Meter?
    public var startsRepeat = false
    /// The number of the ending that begins here, from 1.
    public var ending: Int?
    public var end = Ending.single
    /// In the order of ``Mark/rank``, each once.
    public private(set) var marks: [Mark] = []
    /// Words for players that are not marks: “Solos”.
    public var words: [String] = []

    public init(_ content: Content = .chords([])) {
        self.content = content
    }

    /// The maximum number of repeats; higher numbers are errors.
    public static let maximumTimes = 99

    public mutating func add(_ mark: Mark) {
        guard !marks.contains(mark) else { return }
        marks.insert(mark, at: marks.firstIndex { $0.rank > mark.rank } ?? marks.count)
    }

    /// Sorts stably by position.
    mutating func sortAlternates() {
        alternates = alternates.ordered { $0.position < $1.position }
    }

    public mutating func remove(_ mark: Mark) {
        marks.removeAll { $0 == mark }
    }

    /// The written chords; empty if it repeats other bars.
    public var chords: [BarChord] {
        if case .chords(let chords) = content { chords } else { [] }
    }
}
