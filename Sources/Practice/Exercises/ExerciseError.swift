import Harmony

/// The reason why a text is not an exercise.
public struct ExerciseError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The word is not one of the expected ones.
        case unknown(expected: String)
        /// A chord symbol cannot be read.
        case symbol(SymbolError)
        /// The two chords of an equation do not make the third.
        case noWay
        /// The chord has no voicing in this style, with the reason.
        case noVoicing(String)
        /// Something is missing after the part.
        case incomplete(expected: String)
        /// The task is not possible with this material.
        case impossible(Exercise.Task)
        case tooLong(Int)
        case tooManyExercises(Int)
    }

    /// The faulty part of the text.
    public let part: String
    public let reason: Reason

    init(_ part: String, _ reason: Reason) {
        self.part = part
        self.reason = reason
    }

    /// One sentence that names the faulty part and the expected text.
    public var message: String {
        switch reason {
        case .unknown(let expected): "“\(part)” cannot be read here: expected \(expected)."
        case .symbol(let error): error.message
        case .noWay: "“\(part)” is not true: the two chords make another chord."
        case .noVoicing(let why): "“\(part)” has no such voicing: \(why)"
        case .incomplete(let expected): "“\(part)” is incomplete: expected \(expected)."
        case .impossible(let task):
            task == .complete
                ? "“\(part)” is not an equation, so no chord can be missing."
                : "The task “\(task.rawValue)” is not possible with “\(part)”."
        case .tooLong(let most): "“\(part)” is too long: at most \(most) chords."
        case .tooManyExercises(let most): "\(part) is too long: at most \(most) exercises."
        }
    }
}
