/// Actions that the host sends later.
enum TimerEffect: Sendable {
    /// `play look`, after some milliseconds.
    case later(Int)
    /// `play picture`, with the next frame.
    case nextPicture
    /// `play read-on`, after whatever else has happened meanwhile.
    case readOn
    /// `stage bar` with a number, after some milliseconds.
    case nextBar(Int, milliseconds: Int)
    /// `tunes fill`, when no letter is typed for a moment.
    case furtherRows
    /// `practise look`, after some milliseconds.
    case schedulePracticeUpdate(milliseconds: Int)

    /// The name of the effect for the host, then its arguments.
    var words: [String] {
        switch self {
        case .later(let milliseconds): ["later", "\(milliseconds)"]
        case .nextPicture: ["nextPicture"]
        case .readOn: ["readOn"]
        case .nextBar(let number, let milliseconds): ["nextBar", "\(number)", "\(milliseconds)"]
        case .furtherRows: ["furtherRows"]
        case .schedulePracticeUpdate(let milliseconds): ["schedulePracticeUpdate", "\(milliseconds)"]
        }
    }
}
