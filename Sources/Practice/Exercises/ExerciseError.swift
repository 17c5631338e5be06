import Harmony

/// Why words are no exercise.
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
        /// What one cannot do with such a thing.
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
        case .noWay: "“\(part)” does not come out: both chords together are another one."
        case .noVoicing(let why): "“\(part)” cannot be voiced so: \(why)"
        case .incomplete(let expected): "“\(part)” stops too early: expected \(expected)."
        case .impossible(let task):
            task == .complete ? "“\(part)” is no equation in which a chord could be missing."
                : "“\(part)” cannot be asked with the task \(task.rawValue)."
        case .tooLong(let most): "“\(part)” is too long: at most \(most) chords."
        }
    }
}
