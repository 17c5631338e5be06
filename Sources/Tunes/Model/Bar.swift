import Harmony

/// What begins somewhere in a bar and holds until something else begins.
public enum Sound: Sendable, Hashable {
    case chord(ChordSymbol)
    /// N.C.: no chord is played.
    case noChord
}

/// A chord and where it stands in its bar.
public struct BarChord: Sendable, Hashable {
    public var position: Position
    public var sound: Sound

    public init(_ sound: Sound, at position: Position) {
        self.sound = sound
        self.position = position
    }

    /// The chord; nil where none is played.
    public var symbol: ChordSymbol? {
        if case .chord(let symbol) = sound { symbol } else { nil }
    }
}

/// One bar, as it is written.
public struct Bar: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        /// In the order in which they sound; without any, the chord of the bar before goes on.
        case chords([BarChord])
        /// As the bar before: one slanted stroke between two dots.
        case asLast
        /// As two bars before. Two such bars follow each other, under one sign of two strokes.
        case asTwoBefore
    }

    /// How a bar ends.
    public enum Ending: Sendable, Hashable {
        case single, double, final
        /// Back to where the repeat begins, until all was played so often: 2 where nothing is said.
        case repeated(Int)
    }

    public var content: Content
    /// Chords that may be played instead, which are written above.
    public var alternates: [BarChord] = []
    /// What is sung or played above the chords; empty where it is not known, or silent. It is the bar's own: a sign of
    /// repetition stands for chords alone.
    public var melody = Melody()
    /// The metre, where it changes; it holds from here on.
    public var metre: Metre?
    public var startsRepeat = false
    /// The number of the ending, 1, 2, 3 …, that begins here.
    public var ending: Int?
    public var end = Ending.single
    /// In the order of ``Mark/rank``, each once.
    public private(set) var marks: [Mark] = []
    /// Words for players that no mark says: “Solos”.
    public var words: [String] = []

    public init(_ content: Content = .chords([])) {
        self.content = content
    }

    /// The maximum number of repeats; more is a mistake.
    public static let mostTimes = 99

    public mutating func add(_ mark: Mark) {
        guard !marks.contains(mark) else { return }
        marks.insert(mark, at: marks.firstIndex { $0.rank > mark.rank } ?? marks.count)
    }

    /// In the order of their places; those in one place stay as they are.
    mutating func sortAlternates() {
        alternates = alternates.ordered { $0.position < $1.position }
    }

    public mutating func remove(_ mark: Mark) {
        marks.removeAll { $0 == mark }
    }

    /// What is written in it; empty where it repeats others.
    public var chords: [BarChord] {
        if case .chords(let chords) = content { chords } else { [] }
    }
}
