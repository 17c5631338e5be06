/// A question that was answered, as it is remembered.
public struct Attempt: Sendable, Hashable {
    public let card: CardID
    public var stamp: Stamp
    /// Of a card that was turned or chosen `right` or `wrong`, `almost` where it was nearly known.
    public let outcome: Outcome
    /// From the question to the answer.
    public let milliseconds: Int
    /// See ``Quality``.
    public let quality: Int
    /// Whether hands answered, and not a finger on a card.
    public let isPlayed: Bool

    public init(_ card: CardID, at stamp: Stamp, _ outcome: Outcome, milliseconds: Int, quality: Int, isPlayed: Bool) {
        self.card = card
        self.stamp = stamp
        self.outcome = outcome
        self.milliseconds = min(max(milliseconds, 0), Attempt.longest)
        self.quality = min(max(quality, 0), 5)
        self.isPlayed = isPlayed
    }

    /// An hour: the maximum time that is counted.
    static let longest = 3_600_000
}
