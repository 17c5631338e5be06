import Harmony

/// An action on the circle of fifths.
indirect enum CircleVerb: Sendable {
    /// `choose 3 minor`: a key, by its position as on a clock.
    case choose(hour: Int, Mode)
    /// `turn 2`: the rings were turned clockwise, in twelfths of a turn.
    case turn(hours: Int)
    /// `walk ArrowRight`: a key of the keyboard was pressed on the circle.
    case walk(String)
    /// `chords sevenths`, `chords triads`: the content of the tables.
    case chords(sevenths: Bool)
    case download

    /// The first word of each action.
    private enum Word: String {
        case choose, turn, walk, chords, download
    }

    static func read(_ words: [String]) -> CircleVerb? { CircleVerb(words) }

    private init?(_ words: [String]) {
        switch (words.first.flatMap(Word.init), words.count) {
        case (.choose, 3):
            guard let hour = Int(words[1]), 0..<12 ~= hour, let mode = Mode(rawValue: words[2]) else { return nil }
            self = .choose(hour: hour, mode)
        case (.turn, 2):
            guard let hours = Int(words[1]), -1000...1000 ~= hours else { return nil }
            self = .turn(hours: hours)
        case (.walk, 2): self = .walk(words[1])
        case (.chords, 2): self = .chords(sevenths: words[1] == "sevenths")
        case (.download, 1): self = .download
        default: return nil
        }
    }
}
