/// An order of byte sequences in which each resembles those shortly before it.
///
/// The next sequence is the one with the largest share of groups of four bytes that also occur in the previous six.
/// Of equals, the first one is taken. With Brotli, the engine is 1.8 % smaller than in the order of the bytes. Measured
/// with groups of four to six bytes, and one to forty previous sequences.
struct SimilarityOrder {
    private static let previousCount = 6

    /// The indices of the sequences in the new order.
    private(set) var indices: [Int] = []
    /// The groups of each sequence.
    private let groups: [Set<UInt32>]
    /// The indices of the sequences with a group.
    private var sequences: [UInt32: [Int]] = [:]
    /// How many of the previous sequences have a group.
    private var previous: [UInt32: Int] = [:]
    /// How many groups of each sequence also occur in the previous sequences.
    private var shared: [Int]

    init(of sequences: [[UInt8]]) {
        groups = sequences.map(Self.groups)
        shared = sequences.map { _ in 0 }
        for (index, set) in groups.enumerated() {
            for group in set { self.sequences[group, default: []].append(index) }
        }
        var rest = Array(sequences.indices)
        while let position = rest.indices.max(by: { isFurther(rest[$0], rest[$1]) }) {
            append(rest.remove(at: position))
        }
    }

    private static func groups(of bytes: [UInt8]) -> Set<UInt32> {
        var group: UInt32 = 0
        var groups: Set<UInt32> = []
        for (position, byte) in bytes.enumerated() {
            group = group << 8 | UInt32(byte)
            if position >= 3 { groups.insert(group) }
        }
        return groups
    }

    private func isFurther(_ first: Int, _ second: Int) -> Bool {
        // Shares are compared without division. A sequence of less than four bytes has no groups, and a share of 0.
        let left = shared[first] * max(1, groups[second].count)
        let right = shared[second] * max(1, groups[first].count)
        return left == right ? first > second : left < right
    }

    private mutating func append(_ index: Int) {
        indices.append(index)
        count(index, by: 1)
        if indices.count > Self.previousCount { count(indices[indices.count - 1 - Self.previousCount], by: -1) }
    }

    /// Adds a sequence to the previous ones, or removes it.
    private mutating func count(_ index: Int, by change: Int) {
        for group in groups[index] {
            let old = previous[group, default: 0]
            previous[group] = old + change
            guard min(old, old + change) == 0 else { continue }
            for other in sequences[group] ?? [] { shared[other] += change }
        }
    }
}
