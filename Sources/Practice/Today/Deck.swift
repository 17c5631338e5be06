import Harmony

/// A card with what the choice of the next question needs to know of it.
struct Candidate: Sendable {
    let card: CardID
    let kind: CardKind
    /// A bit for each root.
    let roots: Int
    /// The expected time in milliseconds.
    let time: Int

    /// - Parameter mask: see ``CardID/rootMask``.
    init(_ card: CardID, _ kind: CardKind, _ mask: Int, time: Int) {
        self.card = card
        self.kind = kind
        let moved = mask << card.root
        roots = moved & 0xFFF | moved >> 12
        self.time = time
    }
}

extension CardID {
    /// A bit for each root of its chords, in semitones above ``root``.
    var rootMask: Int {
        guard kind == .change, case .row(let row, _) = material else { return 1 }
        var mask = 0
        for subject in row { mask |= 1 << PracticeMaterial.root(of: subject).pitchClass }
        return mask
    }
}

/// Cards in the order in which they should be asked.
struct Deck: Sendable {
    private(set) var cards: [Candidate] = []

    /// How far down a card may be taken, to differ from the last one.
    private static let depth = 24

    init(_ cards: [Candidate] = []) { self.cards = cards }

    var isEmpty: Bool { cards.isEmpty }
    var count: Int { cards.count }

    /// Takes one of the first cards: one that differs in root, material and, if possible, kind from the last one.
    /// - Parameters:
    ///   - asked: cards that are dropped, because they were asked already.
    ///   - previous: the last card, which is never taken.
    ///   - rest: the seconds that are left. A card that takes longer is the last choice.
    mutating func take(unless asked: [CardID: Int] = [:], after previous: Candidate?, within rest: Double) -> Candidate?
    {
        if !asked.isEmpty { cards.removeAll { asked[$0.card] != nil } }
        var best: (index: Int, cost: Int)?
        for (index, candidate) in cards.prefix(Deck.depth).enumerated() {
            if candidate.card == previous?.card { continue }
            let cost = index + (previous.map { candidate.cost(after: $0) } ?? 0)
                + (Double(candidate.time) > 1000 * rest ? 1000 : 0)
            if cost < best?.cost ?? .max { best = (index, cost) }
        }
        return best.map { cards.remove(at: $0.index) }
    }
}

extension Candidate {
    /// How much it resembles the card before it.
    fileprivate func cost(after previous: Candidate) -> Int {
        (roots & previous.roots != 0 ? 100 : 0) + (card.what == previous.card.what ? 100 : 0)
            + (kind == previous.kind ? 10 : 0)
    }
}
