import Sync

/// Random choices from a seed.
struct PracticeRandom: Sendable, Hashable {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A random number in `0..<count`.
    mutating func below(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }

    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for index in elements.indices.dropFirst() { elements.swapAt(index, below(index + 1)) }
        return elements
    }
}
