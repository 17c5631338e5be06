/// How well something was known, 0…5 as SM-2 counts: from 4 on it need not be asked again today, below 3 it begins anew.
public enum Quality {
    /// The answer was looked up, or the question was given up.
    public static let shown = 1
    public static let missed = 0

    /// Seconds within which a chord comes as by itself.
    public static let swift = 3.0

    /// What an answer is worth that was played.
    /// - Parameters:
    ///   - first: what the first attempt came to.
    ///   - final: what it came to in the end.
    ///   - seconds: from the question to the right answer.
    ///   - swift: within so many it is as good as it gets.
    public static func of(first: Outcome, final: Outcome, seconds: Double, swift: Double = Quality.swift) -> Int {
        guard final.isRight else { return final == .missed ? missed : shown }
        switch first {
        case .asWritten, .right: return seconds <= swift ? 5 : 4
        case .late, .almost: return 3
        case .wrong, .missed: return 2
        }
    }

    /// What an answer is worth that was chosen.
    public static func of(isRight: Bool, seconds: Double, swift: Double = Quality.swift) -> Int {
        isRight ? seconds <= swift ? 5 : 4 : shown
    }

    /// How well an answer was known, after it was shown.
    public enum Known: String, CaseIterable, Sendable, Hashable {
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
