import Harmony

/// Why words are not an exercise.
public struct ExerciseError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// A word that is none of those that could stand there.
        case unknown(expected: String)
        /// A chord symbol in it cannot be read, and why.
        case symbol(SymbolError)
        /// The two chords of a way do not make the third.
        case noWay
        /// Why the chord has no voicing in that style.
        case noVoicing(String)
        /// Something is missing behind it.
        case incomplete(expected: String)
        /// A task that is not possible with it.
        case impossible(Exercise.Task)
        case tooLong(Int)
    }

    /// The part that is at fault.
    public let part: String
    public let reason: Reason

    init(_ part: String, _ reason: Reason) {
        self.part = part
        self.reason = reason
    }

    /// One sentence that names the offending part and what would be right.
    public var message: String {
        switch reason {
        case .unknown(let expected): "“\(part)” cannot be read here: expected \(expected)."
        case .symbol(let error): error.message
        case .noWay: "“\(part)” is not true: the two chords make another chord."
        case .noVoicing(let why): "“\(part)” has no such voicing: \(why)"
        case .incomplete(let expected): "“\(part)” is incomplete: expected \(expected)."
        case .impossible(let task):
            task == .complete ? "“\(part)” is not an equation, so no chord can be missing."
                : "The task “\(task.rawValue)” is not possible with “\(part)”."
        case .tooLong(let most): "“\(part)” is too long: at most \(most) chords."
        }
    }
}
