import Harmony

/// A card with what the choice of the next question needs to know of it.
struct Candidate: Sendable {
    /// The position among all cards of the session.
    let index: Int
    let card: CardID
    let kind: CardKind
    /// A bit for each root.
    let roots: Int
    /// The expected time in milliseconds.
    let time: Int

    /// - Parameter mask: see ``CardID/rootMask``.
    init(_ index: Int, _ card: CardID, _ kind: CardKind, _ mask: Int, time: Int) {
        self.index = index
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
        guard kind == .change, case .row(let row, _, _) = material else { return 1 }
        var mask = 0
        for subject in row { mask |= 1 << PracticeMaterial.root(of: subject).pitchClass }
        return mask
    }
}

/// Cards in the order in which they should be asked.
struct Deck: Sendable {
    private var cards: [Candidate]
    /// The position of the first one. Those before it are taken.
    private var start = 0

    /// How far down a card may be taken, to differ from the last one.
    private static let depth = 24

    init(_ cards: [Candidate] = []) { self.cards = cards }

    var isEmpty: Bool { count == 0 }
    var count: Int { cards.count - start }

    /// Takes one of the first cards: one that differs in root, material and, if possible, kind from the last one.
    /// - Parameters:
    ///   - asked: how often each card was asked. Those that were are dropped.
    ///   - previous: the last card, which is never taken.
    ///   - rest: the seconds that are left. A card that takes longer is the last choice.
    mutating func take(unless asked: [Int] = [], after previous: Candidate?, within rest: Double) -> Candidate? {
        if !asked.isEmpty {
            cards = cards[start...].filter { asked[$0.index] == 0 }
            start = 0
        }
        var best: (index: Int, cost: Int)?
        for (index, candidate) in cards[start...].prefix(Deck.depth).enumerated() {
            if candidate.index == previous?.index { continue }
            let cost =
                index + (previous.map { candidate.cost(after: $0) } ?? 0)
                + (Double(candidate.time) > 1000 * rest ? 1000 : 0)
            if cost < best?.cost ?? .max { best = (index, cost) }
        }
        guard let best else { return nil }
        let taken = cards[start + best.index]
        // Few cards are moved, because it is one of the first.
        for index in stride(from: start + best.index, to: start, by: -1) { cards[index] = cards[index - 1] }
        start += 1
        return taken
    }
}

extension Candidate {
    /// Whether it shares a root or the material with the card before it.
    func resembles(_ previous: Candidate) -> Bool {
        roots & previous.roots != 0 || card.what == previous.card.what
    }

    /// How much it resembles the card before it.
    fileprivate func cost(after previous: Candidate) -> Int {
        (roots & previous.roots != 0 ? 100 : 0) + (card.what == previous.card.what ? 100 : 0)
            + (kind == previous.kind ? 10 : 0)
    }
}
