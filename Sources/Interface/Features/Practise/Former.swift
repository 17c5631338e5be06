import Practice

/// The state of an exercise when the page was closed: a reload loses nothing.
struct Former: Sendable {
    /// When the last question was answered, as seconds since the beginning of 1970.
    private let date: Int64
    private let seed: UInt64
    private let digits: String
    private let words: String

    /// After this long, an exercise starts anew.
    private static let longest: Int64 = 6 * 3600
    private static let mostDigits = 4000

    init(_ sitting: Sitting, on date: Int64) {
        self.date = date
        seed = sitting.seed
        digits = sitting.isOver || sitting.digits.utf8.count > Former.mostDigits ? "" : sitting.digits
        words = sitting.words
    }

    /// `1790000000 4711 5524 play chord 7`; of what is over nothing is left of the digits.
    var text: String { "\(date) \(seed) \(digits.isEmpty ? "-" : digits) " + words }

    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 3).map { String($0) }
        guard parts.count == 4, let date = Int64(parts[0]), date >= 0, let seed = UInt64(parts[1]), parts[2] != "-" else { return nil }
        self.date = date
        self.seed = seed
        digits = parts[2]
        words = parts[3]
    }

    /// The seed and the digits of the same exercise, unless that is too long ago.
    func progress(in sitting: Sitting, on date: Int64) -> (seed: UInt64, digits: String)? {
        let isRecent = date >= self.date && date - self.date <= Former.longest
        return isRecent && sitting.words == words ? (seed, digits) : nil
    }
}

extension Sitting {
    /// Of the exercise; nothing for what is due.
    fileprivate var words: String { if case .exercise(let words) = place { words } else { "" } }
}
