/// Things in ranks, with links between neighbouring ranks, to be put in an order in which few links cross.
///
/// The classical way: each is moved to the mean place of what it is linked to, rank by rank, down and up again; then
/// neighbours are exchanged wherever that saves crossings; all this from a few beginnings, for a bad one can lead into a
/// dead end. The beginnings are always the same, so one graph always looks alike.
struct LayeredOrder {
    /// The things of each rank, from left to right.
    private(set) var ranks: [[Int]]
    /// By thing: what it is linked to in the rank above, and in the rank below.
    private let above: [[Int]]
    private let below: [[Int]]
    /// By thing: how many lines stand for each line that begins or ends there.
    private let weights: [Int]
    /// By thing: its place in its rank.
    private var places: [Int]
    /// By thing: the mean place of what it is linked to.
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

    /// Weighted crossings between the lines to `left`, of one thing, and those to `right`, of another to its right.
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

    private mutating func sort(_ rank: Int, by neighbours: [[Int]]) {
        // The mean in 1/1024 of a place; where nothing is linked, a thing stays about where it is.
        for thing in ranks[rank] {
            var sum = 0
            var count = 0
            for neighbour in neighbours[thing] {
                sum += weights[neighbour] * places[neighbour]
                count += weights[neighbour]
            }
            means[thing] = count == 0 ? 1024 * places[thing] : 1024 * sum / count
        }
        // Insertion keeps what is equal in its order.
        for index in ranks[rank].indices.dropFirst() {
            var place = index
            while place > 0, means[ranks[rank][place]] < means[ranks[rank][place - 1]] {
                ranks[rank].swapAt(place, place - 1)
                place -= 1
            }
        }
        number(rank)
    }

    /// Exchanges neighbours as long as that saves crossings.
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
