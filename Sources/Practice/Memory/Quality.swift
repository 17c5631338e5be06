/// The quality of an answer on SM-2's scale, 0…5. Below 3 resets the card; below 4 repeats the question today.
public enum Quality {
    /// The answer was shown, or the question was skipped.
    public static let shown = 1
    public static let missed = 0
    /// The lowest quality of an answer that was right at the first attempt.
    public static let rightAtOnce = 4

    /// Seconds within which an answer gets the best quality.
    public static let fastSeconds = 3.0

    /// The quality of a played answer.
    /// - Parameters:
    ///   - first: the outcome of the first attempt.
    ///   - final: the outcome in the end.
    ///   - seconds: the time from the question to the right answer.
    ///   - fast: seconds within which the answer gets the best quality.
    public static func of(first: Outcome, final: Outcome, seconds: Double, fast: Double = Quality.fastSeconds) -> Int {
        guard final.isRight else { return final == .missed ? missed : shown }
        switch first {
        case .asWritten, .right: return seconds <= fast ? 5 : 4
        case .late, .almost: return 3
        case .wrong, .missed: return 2
        }
    }

    /// The quality of a multiple-choice answer.
    public static func of(isRight: Bool, seconds: Double, fast: Double = Quality.fastSeconds) -> Int {
        isRight ? seconds <= fast ? 5 : 4 : shown
    }

    /// The player's own grade after the answer was shown.
    public enum SelfGrade: String, CaseIterable, Sendable, Hashable {
        case yes, nearly, no

        public var quality: Int {
            switch self {
            case .yes: 5
            case .nearly: 3
            case .no: 1
            }
        }
    }
}
