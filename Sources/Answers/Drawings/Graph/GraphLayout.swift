import Harmony

/// Where the nodes and lines of a graph are drawn, in units that are about a pixel.
///
/// Chords that sound the same have the same neighbours, so they are laid out as one thing: a column of names in a frame.
/// Lines that pass a rank go through it as one strand, a column without names.
public struct GraphLayout: Sendable {
    public let width: Int
    public let height: Int
    /// How many pairs of lines cross.
    public let crossings: Int
    /// By the place of each edge: x and y of the points of its line, downwards; the first two lie vertically above each
    /// other, and so does every pair after them.
    public let lines: [[Int]]
    /// By the place of each node: its column.
    private let columnOf: [Int]
    private let columns: Columns

    public struct Box: Sendable, Hashable {
        /// Its middle.
        public let x: Int
        public let y: Int
        public let width: Int
        public let height: Int
    }

    /// With room for names in the notation that they are written in where nobody asks for another.
    public init(_ graph: ChordGraph) {
        self.init(graph, Presentation())
    }

    init(_ graph: ChordGraph, _ presentation: Presentation) {
        var columns = Columns()
        var ranks: [[Int]] = []
        var columnOf = [Int](repeating: 0, count: graph.nodes.count)
        for rank in graph.ranks {
            var members: [Int] = []
            for node in rank.nodes {
                let equals = graph.equals(of: node)
                if let first = equals.first, first < node { continue }
                let names = ([node] + equals).map { presentation.label(graph.nodes[$0]) }
                for equal in [node] + equals { columnOf[equal] = columns.count }
                members.append(columns.count)
                columns.add([node] + equals, names, rank.kind, rank: ranks.count)
            }
            ranks.append(members)
        }
        let routes = GraphLayout.routes(of: graph, columnOf, &columns, &ranks)
        let order = LayeredOrder(
            ranks: ranks, above: columns.above, below: columns.below, weights: columns.members.map { max(1, $0.count) })
        columns.spread(order.ranks)
        columns.stack(order.ranks)
        width = columns.width
        height = columns.bottoms.last ?? 0
        crossings = order.crossings
        lines = routes.map { columns.line(through: $0) }
        self.columnOf = columnOf
        self.columns = columns
    }

    /// - Parameter node: its place in the graph.
    public func box(of node: Int) -> Box { columns.box(of: node, in: columnOf[node]) }

    /// The frame around a node and those that sound the same.
    /// - Returns: nil where there is nothing else in it, or another node comes first.
    public func frame(from node: Int) -> Box? {
        let column = columnOf[node]
        let members = columns.members[column]
        return members.count > 1 && members[0] == node ? columns.box(of: column) : nil
    }

    /// For each edge the columns that it goes through. Where it passes a rank, it shares a strand with all that come from
    /// the same column.
    private static func routes(
        of graph: ChordGraph, _ columnOf: [Int], _ columns: inout Columns, _ ranks: inout [[Int]]
    ) -> [[Int]] {
        // By column and rank: the strand from the one through the other.
        var strands = [Int](repeating: 0, count: columns.count * ranks.count)
        return graph.edges.map { edge in
            let lower = columnOf[edge.lower]
            var route = [columnOf[edge.upper]]
            while columns.rankOf[route[route.count - 1]] + 1 < columns.rankOf[lower] {
                let rank = columns.rankOf[route[route.count - 1]] + 1
                let place = route[0] * ranks.count + rank
                if strands[place] == 0 {
                    strands[place] = columns.count
                    ranks[rank].append(columns.count)
                    columns.add([], [], .note, rank: rank)
                }
                columns.link(route[route.count - 1], strands[place])
                route.append(strands[place])
            }
            columns.link(route[route.count - 1], lower)
            return route + [lower]
        }
    }
}

/// What is placed as a whole; all lists are by column.
private struct Columns: Sendable {
    /// Places of the nodes in it; none where lines only pass.
    private(set) var members: [[Int]] = []
    private(set) var rankOf: [Int] = []
    /// The columns that lines lead to, in the rank above and in the rank below.
    private(set) var above: [[Int]] = []
    private(set) var below: [[Int]] = []
    private var nodeWidths: [Int] = []
    private var nodeHeights: [Int] = []
    /// The middles.
    private var xs: [Int] = []
    private var ys: [Int] = []
    /// 1 in the lower tier of a rank, else 0. Columns of a wide rank stand in two tiers, and so closer together.
    private var tiers: [Int] = []
    private(set) var width = 0
    /// By rank: where it begins and ends.
    private var tops: [Int] = []
    private(set) var bottoms: [Int] = []

    /// Between two names that sound the same; an equals sign stands there.
    private static let equalsGap = GraphSVG.equalsGap
    /// Between the names and their frame.
    private static let inset = 7
    /// Between columns.
    private static let gap = 18
    /// Between a column and lines that pass it.
    private static let lane = 10
    /// A rank that is wider gets two tiers.
    private static let widestTier = 900

    var count: Int { members.count }

    mutating func add(_ nodes: [Int], _ names: [String], _ kind: ChordGraph.Rank.Kind, rank: Int) {
        let name = names.reduce(0) { max($0, Columns.width(of: $1)) }
        // The roof of a house and the ends of an oval leave less room than a rectangle.
        let (width, height) =
            switch kind {
            case .whole: (max(name * 6 / 5 + 36, 90), 60)
            case .fourNoteChord: (max(name + 18, 52), 44)
            case .triad: (max(name + 34, 60), 44)
            case .note: (44, 44)
            }
        members.append(nodes)
        rankOf.append(rank)
        above.append([])
        below.append([])
        nodeWidths.append(nodes.isEmpty ? 0 : width)
        nodeHeights.append(height)
        xs.append(0)
        ys.append(0)
        tiers.append(0)
    }

    /// About how wide a name is written.
    private static func width(of name: String) -> Int {
        var width = 0
        for scalar in name.unicodeScalars {
            switch scalar {
            case "i", "(", ")", "/", "°": width += 6
            case "♭", "♯": width += 8
            case "m": width += 14
            default: width += 10
            }
        }
        return width
    }

    mutating func link(_ upper: Int, _ lower: Int) {
        if below[upper].contains(lower) { return }
        below[upper].append(lower)
        above[lower].append(upper)
    }

    // MARK: Boxes

    private func inset(_ column: Int) -> Int { members[column].count > 1 ? Columns.inset : 0 }

    private func width(_ column: Int) -> Int { nodeWidths[column] + 2 * inset(column) }

    private func height(_ column: Int) -> Int {
        let count = members[column].count
        return count == 0 ? 0 : count * (nodeHeights[column] + Columns.equalsGap) - Columns.equalsGap + 2 * inset(column)
    }

    private func top(_ column: Int) -> Int { ys[column] - height(column) / 2 }

    func box(of column: Int) -> GraphLayout.Box {
        GraphLayout.Box(x: xs[column], y: ys[column], width: width(column), height: height(column))
    }

    func box(of node: Int, in column: Int) -> GraphLayout.Box {
        let height = nodeHeights[column]
        let place = members[column].firstIndex(of: node) ?? 0
        let y = top(column) + inset(column) + place * (height + Columns.equalsGap) + height / 2
        return GraphLayout.Box(x: xs[column], y: y, width: nodeWidths[column], height: height)
    }

    /// A line leaves a column and enters the next one vertically.
    func line(through route: [Int]) -> [Int] {
        var line: [Int] = []
        for (place, column) in route.enumerated() {
            let (x, rank) = (xs[column], rankOf[column])
            let isLast = place == route.count - 1
            line += [x, place == 0 ? top(column) + height(column) : tops[rank], x, isLast ? top(column) : bottoms[rank]]
        }
        return line
    }

    // MARK: Places

    /// Gives each column its x: the widest rank stands as closely as it can, every other one under or over what it is
    /// linked to.
    mutating func spread(_ ranks: [[Int]]) {
        var widest = 0
        var greatest = 0
        for (index, rank) in ranks.enumerated() {
            var width = pack(rank)
            if width > Columns.widestTier {
                var tier = 0
                for column in rank where !members[column].isEmpty {
                    tiers[column] = tier
                    tier = 1 - tier
                }
                width = pack(rank)
            }
            if width > greatest { (widest, greatest) = (index, width) }
        }
        var rank = widest + 1
        while rank < ranks.count {
            align(ranks[rank], to: above)
            rank += 1
        }
        rank = widest
        while rank > 0 {
            rank -= 1
            align(ranks[rank], to: below)
        }
        var left = 0
        for column in xs.indices { left = min(left, xs[column] - width(column) / 2) }
        for column in xs.indices {
            xs[column] -= left
            width = max(width, xs[column] + width(column) / 2)
        }
    }

    /// The least distance of the middles of two columns beside each other.
    private func distance(_ left: Int, _ right: Int) -> Int {
        let (one, other) = (width(left) / 2, width(right) / 2)
        if members[left].isEmpty || members[right].isEmpty { return one + other + Columns.lane }
        // Lines pass a column of the other tier.
        return tiers[left] == tiers[right] ? one + other + Columns.gap : max(one, other) + Columns.lane
    }

    /// Puts a rank together around 0.
    /// - Returns: how wide it is.
    private mutating func pack(_ rank: [Int]) -> Int {
        var x = 0
        for (place, column) in rank.enumerated() {
            if place > 0 { x += distance(rank[place - 1], column) }
            xs[column] = x
        }
        for column in rank { xs[column] -= x / 2 }
        return x
    }

    /// Moves each column as near to the middle of its neighbours as the distances allow.
    private mutating func align(_ rank: [Int], to neighbours: [[Int]]) {
        // Pushed to the right where it is too close, and pushed to the left: half of both keeps all distances too.
        var right = rank.map { column in
            let linked = neighbours[column]
            return linked.isEmpty ? xs[column] : linked.reduce(0) { $0 + xs[$1] } / linked.count
        }
        var left = right
        for place in rank.indices.dropFirst() {
            right[place] = max(right[place], right[place - 1] + distance(rank[place - 1], rank[place]))
        }
        var place = rank.count - 1
        while place > 0 {
            place -= 1
            left[place] = min(left[place], left[place + 1] - distance(rank[place], rank[place + 1]))
        }
        for (place, column) in rank.enumerated() { xs[column] = (left[place] + right[place]) / 2 }
    }

    /// Gives each column its y.
    mutating func stack(_ ranks: [[Int]]) {
        // Flat lines are hard to follow, so a wide graph is tall too.
        let between = min(max(width / 10, 56), 120)
        var y = 0
        for rank in ranks {
            var heights = [0, 0]
            for column in rank { heights[tiers[column]] = max(heights[tiers[column]], height(column)) }
            let bottom = y + heights[0] + (heights[1] > 0 ? Columns.gap + heights[1] : 0)
            for column in rank { ys[column] = tiers[column] == 1 ? bottom - heights[1] / 2 : y + heights[0] / 2 }
            tops.append(y)
            bottoms.append(bottom)
            y = bottom + between
        }
    }
}
