/// Orders items in ranks to minimize the crossings of links between adjacent ranks.
///
/// This is the classic method of Sugiyama: barycenters, rank by rank, down and up again; then exchanges of neighbors
/// that save crossings. It runs from several initial orders, because one alone may end in a bad local minimum. The
/// initial orders are fixed, which makes the result deterministic.
struct LayeredOrder {
    /// The items of each rank, from left to right.
    private(set) var ranks: [[Int]]
    /// For each item, its links to the rank above, and to the rank below.
    private let above: [[Int]]
    private let below: [[Int]]
    /// For each item, the number of lines that one of its links stands for.
    private let weights: [Int]
    /// For each item, its index in its rank.
    private var places: [Int]
    /// For each item, the mean index of its links.
    private var means: [Int]

    private static let beginnings = 4
    private static let sweeps = 5

    init(ranks: [[Int]], above: [[Int]], below: [[Int]], weights: [Int]) {
        self.ranks = ranks
        self.above = above
        self.below = below
        self.weights = weights
        places = weights
        means = weights
        for rank in ranks.indices { number(rank) }
        reduceCrossings()
    }

    /// How many pairs of lines cross.
    var crossings: Int {
        var sum = 0
        for rank in ranks {
            for (place, left) in rank.enumerated() {
                for right in rank[(place + 1)...] {
                    sum += weights[left] * weights[right] * crossings(below[left], below[right])
                }
            }
        }
        return sum
    }

    private mutating func reduceCrossings() {
        var best = ranks
        var fewest = crossings
        var random: UInt32 = 1
        for beginning in 0..<LayeredOrder.beginnings where fewest > 0 {
            if beginning > 0 { shuffle(&random) }
            for _ in 0..<LayeredOrder.sweeps {
                for rank in ranks.indices.dropFirst() { sort(rank, by: above) }
                for rank in ranks.indices.dropLast().reversed() { sort(rank, by: below) }
                exchange()
                let count = crossings
                if count < fewest { (best, fewest) = (ranks, count) }
            }
        }
        ranks = best
        for rank in ranks.indices { number(rank) }
    }

    /// The weighted number of crossings between the links `left` of one item and the links `right` of another to its
    /// right.
    private func crossings(_ left: [Int], _ right: [Int]) -> Int {
        var sum = 0
        for one in left {
            let place = places[one]
            let weight = weights[one]
            for other in right where places[other] < place { sum += weight * weights[other] }
        }
        return sum
    }

    private mutating func number(_ rank: Int) {
        for (place, thing) in ranks[rank].enumerated() { places[thing] = place }
    }

    private mutating func sort(_ rank: Int, by neighbors: [[Int]]) {
        // The mean in 1/1024 of an index. An item without links keeps its position.
        for thing in ranks[rank] {
            var sum = 0
            var count = 0
            for neighbor in neighbors[thing] {
                sum += weights[neighbor] * places[neighbor]
                count += weights[neighbor]
            }
            means[thing] = count == 0 ? 1024 * places[thing] : 1024 * sum / count
        }
        // Insertion sort is stable.
        for index in ranks[rank].indices.dropFirst() {
            var place = index
            while place > 0, means[ranks[rank][place]] < means[ranks[rank][place - 1]] {
                ranks[rank].swapAt(place, place - 1)
                place -= 1
            }
        }
        number(rank)
    }

    /// Exchanges neighbors while that saves crossings.
    private mutating func exchange() {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for rank in ranks.indices {
                for place in ranks[rank].indices.dropLast() {
                    let (left, right) = (ranks[rank][place], ranks[rank][place + 1])
                    let now = crossings(above[left], above[right]) + crossings(below[left], below[right])
                    if now == 0 { continue }
                    let then = crossings(above[right], above[left]) + crossings(below[right], below[left])
                    guard then < now else { continue }
                    ranks[rank].swapAt(place, place + 1)
                    places[left] = place + 1
                    places[right] = place
                    hasChanged = true
                }
            }
        }
    }

    private mutating func shuffle(_ random: inout UInt32) {
        for rank in ranks.indices {
            for place in ranks[rank].indices.dropFirst() {
                random = random &* 1_664_525 &+ 1_013_904_223
                ranks[rank].swapAt(place, Int(random >> 16) % (place + 1))
            }
            number(rank)
        }
    }
}
