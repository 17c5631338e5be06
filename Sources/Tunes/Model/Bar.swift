import Harmony

/// A chord or silence that lasts until the next one begins.
public enum Sound: Sendable, Hashable {
    case chord(ChordSymbol)
    /// N.C.: no chord is played.
    case noChord
    /// Text in place of a chord that cannot be read. It is kept as written, and the previous chord continues.
    case unread(String)
}

extension Sound {
    /// The ways to write no chord. `N` is that of Harte's notation of corpora.
    package static let wordsForNoChord = ["N.C.", "NC", "N.C", "n.c.", "nc", "NC.", "N"]

    /// Text in place of a chord; nil for one that plain text would read as something else, or as words.
    init?(unread text: String) {
        // Plain text takes a comma at the end for one between chords.
        var text = text
        while text.utf8.last == UInt8(ascii: ",") { text.removeLast() }
        guard Sound.isLikeChord(text), Mark(words: text) == nil, (try? ChordSymbol(text)) == nil,
            ChordWord(text, in: .english) == nil
        else { return nil }
        self = .unread(text)
    }

    /// Whether a text is in place of a chord: a word that begins with a capital letter from A to G, and that plain text
    /// would read as one word.
    static func isLikeChord(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "G")).contains(first) else { return false }
        var depth = 0
        var isColon = false
        for sign in text.unicodeScalars {
            switch sign {
            case "|", "\"", "\u{A0}", "\0"..." ": return false
            case "(": depth += 1
            case ")": depth -= 1
            // `:3x` is a repeat sign.
            case "0"..."9": if isColon { return false }
            default: if sign.isInvisible || sign.barLines != nil { return false }
            }
            if depth < 0 { return false }
            isColon = sign == ":"
        }
        return depth == 0
    }
}

/// A chord and its position in the bar.
public struct BarChord: Sendable, Hashable {
    public var position: Position
    public var sound: Sound

    public init(_ sound: Sound, at position: Position) {
        self.sound = sound
        self.position = position
    }

    /// The chord; nil for N.C. and for unreadable text.
    public var symbol: ChordSymbol? {
        if case .chord(let symbol) = sound { symbol } else { nil }
    }

    /// The text, if it could not be read as a chord.
    public var unread: String? {
        if case .unread(let text) = sound { text } else { nil }
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
    /// The passes that play the ending that begins here, ascending: 1 and 3 for “1. 3.”; empty if none begins.
    public var endings: [Int] = []
    public var end = Ending.single
    /// In the order of ``Mark/rank``, each once.
    public private(set) var marks: [Mark] = []
    /// Words for players that are not marks: “Solos”.
    public var words: [String] = []

    public init(_ content: Content = .chords([])) {
        self.content = content
    }

    /// The first pass of the ending that begins here. A bar that gets another one loses its other passes.
    public var ending: Int? {
        get { endings.first }
        set { endings = newValue.map { [$0] } ?? [] }
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
