import Harmony

/// Ten chords against the clock: chords that the player knows, as fast as possible.
public struct TenChords: Sendable, Hashable {
    /// The cards in order. Neighbors share neither root nor material if the known cards allow it.
    public let cards: [CardID]

    public static let count = 10

    /// - Parameters:
    ///   - schedule: what the player knows. If that is less than ten chords, the first ones of the curriculum follow.
    ///   - seed: the seed of the choice.
    public init(_ schedule: Schedule, _ curriculum: Curriculum, seed: UInt64) {
        var random = PracticeRandom(seed: seed)
        var chosen = schedule.entries.filter { $0.kind == .chord && $0.card.task == .play && $0.isKnown }
            .map { $0.card }
        for step in curriculum.steps where chosen.count < TenChords.count && step.kind == .chord {
            if step.card.task == .play, !chosen.contains(step.card) { chosen.append(step.card) }
        }
        var deck = Deck(
            random.shuffled(chosen).enumerated().map { Candidate($0.offset, $0.element, .chord, 1, time: 0) })
        var cards: [CardID] = []
        var previous: Candidate?
        while cards.count < TenChords.count, let next = deck.take(after: previous, within: .infinity) {
            cards.append(next.card)
            previous = next
        }
        self.cards = cards
    }

    /// The result in a line to share: `10 chords in 31.4 s, 9 on the first try`.
    /// - Parameters:
    ///   - seconds: the time until all were right.
    ///   - right: how many were right on the first try.
    public static func line(seconds: Double, right: Int) -> String {
        "\(count) chords in " + seconds.tenths + " s, " + (right == count ? "all" : "\(right)") + " on the first try"
    }
}
