/// An answered question in the practice log.
public struct Attempt: Sendable, Hashable {
    public let card: CardID
    public var stamp: Timestamp
    /// The outcome. A self-graded or multiple-choice answer is `right`, `wrong` or, if nearly known, `almost`.
    public let outcome: Outcome
    /// The time from the question to the answer.
    public let milliseconds: Int
    /// See ``Quality``.
    public let quality: Int
    /// Whether the answer was played, not chosen.
    public let isPlayed: Bool

    public init(
        _ card: CardID, at stamp: Timestamp, _ outcome: Outcome, milliseconds: Int, quality: Int, isPlayed: Bool
    ) {
        self.card = card
        self.stamp = stamp
        self.outcome = outcome
        self.milliseconds = min(max(milliseconds, 0), Attempt.maximumMilliseconds)
        self.quality = min(max(quality, 0), 5)
        self.isPlayed = isPlayed
    }

    /// One hour, the maximum time that is counted.
    static let maximumMilliseconds = 3_600_000
}
