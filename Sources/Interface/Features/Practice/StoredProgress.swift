import Harmony
import Practice
import Rendering

/// The progress of an exercise, stored so that a reload continues it.
struct StoredProgress: Sendable {
    /// When the last question was answered, in seconds since 1970.
    private let date: Int64
    private let seed: UInt64
    /// In the daily session, its beginning: see ``beginning(_:)``.
    private let digits: String
    private let words: String

    /// In seconds. An exercise that was interrupted for longer starts again.
    static let longest: Int64 = 6 * 3600
    private static let maximumDigits = 4000

    init(_ practice: PracticeSession, on date: Int64) {
        self.date = date
        seed = practice.seed
        if let today = practice.today {
            digits = today.start.text + (practice.isOver ? "." : "")
        } else {
            let digits = practice.tally.digits
            self.digits = practice.isOver || digits.utf8.count > StoredProgress.maximumDigits ? "" : digits
        }
        words = practice.words
    }

    /// Date, seed, digits and exercise: `1790000000 4711 5524 play chord 7`. The digits are `-` when the exercise is
    /// finished. The daily session has its beginning there, because its answers are in the log.
    var text: String { "\(date) \(seed) \(digits.isEmpty ? "-" : digits) " + words }

    init?(_ text: String) {
        let parts = text.parts(at: " ", maximumSplits: 3)
        guard parts.count == 4, let date = Int64(parts[0]), date >= 0, let seed = UInt64(parts[1]), parts[2] != "-"
        else { return nil }
        self.date = date
        self.seed = seed
        digits = parts[2]
        words = parts[3]
    }

    /// - Returns: the seed and the digits, or nil if this is another exercise or too old.
    func progress(in practice: PracticeSession, on date: Int64) -> (seed: UInt64, digits: String)? {
        let isRecent = date >= self.date && date - self.date <= StoredProgress.longest
        return isRecent && practice.words == words ? (seed, digits) : nil
    }
}

extension StoredProgress {
    /// Reads the beginning of a daily session: `1790000000+60`, with a point if it is over.
    static func beginning(_ text: String) -> (start: Timestamp, isOver: Bool)? {
        let isOver = text.utf8.last == UInt8(ascii: ".")
        return Timestamp(isOver ? String(text.dropLast()) : text).map { ($0, isOver) }
    }
}

extension PracticeSession {
    /// The words of the exercise; empty for a review.
    fileprivate var words: String {
        switch place {
        case .exercise(let words): words
        case .today, .ten: "today" + place.path
        default: ""
        }
    }
}
