import Harmony

/// Where the nodes and lines of a graph are drawn, in units that are about a pixel.
///
/// Chords that sound the same have the same neighbours, so they are laid out as one thing: a column of names in a frame.
/// Lines that pass a rank go through it as one strand.
public struct GraphLayout: Sendable {
    public let graph: ChordGraph
    /// By the place of each node.
    public let boxes: [Box]
    /// Around chords that sound the same.
    public let frames: [Box]
    /// By the place of each edge: its line as pairs of points that lie vertically above each other, from top to bottom.
    public let lines: [[Point]]
    public let width: Int
    public let height: Int
    /// How many pairs of lines cross.
    public let crossings: Int

    public struct Point: Sendable, Hashable {
        public let x: Int
        public let y: Int
    }

    public struct Box: Sendable, Hashable {
        /// Its middle.
        public let x: Int
        public let y: Int
        public let width: Int
        public let height: Int
    }

    /// Between two names that sound the same; an equals sign stands there.
    static let equalsGap = 16
    /// Between the names and their frame.
    private static let inset = 7
    /// Between columns.
    private static let gap = 18
    /// Between a column and lines that pass it.
    private static let lane = 10
    /// A rank that is wider gets two tiers.
    private static let widestTier = 900

    public init(_ graph: ChordGraph) {
        var (columns, ranks, columnOf) = GraphLayout.columns(of: graph)
        let routes = GraphLayout.routes(of: graph, columnOf, &columns, &ranks)
        let order = LayeredOrder(
            ranks: ranks, above: columns.map { $0.above }, below: columns.map { $0.below },
            weights: columns.map { max(1, $0.members.count) })
        GraphLayout.spread(&columns, order.ranks)
        let left = columns.reduce(0) { min($0, $1.left) }
        let width = columns.reduce(0) { max($0, $1.left + $1.width) } - left
        for index in columns.indices { columns[index].x -= left }
        let levels = GraphLayout.stack(&columns, order.ranks, width: width)

        self.graph = graph
        self.width = width
        height = levels.last?.bottom ?? 0
        crossings = order.crossings
        boxes = graph.nodes.indices.map { columns[columnOf[$0]].box(of: $0) }
        frames = columns.filter { $0.members.count > 1 }.map { Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
        lines = routes.map { route in
            var points: [Point] = []
            for (place, index) in route.enumerated() {
                let column = columns[index]
                let level = levels[column.rank]
                if place > 0 { points.append(Point(x: column.x, y: level.top)) }
                if place == 0 { points.append(Point(x: column.x, y: column.top + column.height)) }
                points.append(Point(x: column.x, y: place < route.count - 1 ? level.bottom : column.top))
            }
            return points
        }
    }

    // MARK: Columns

    /// What is placed as a whole.
    private struct Column {
        let rank: Int
        /// Places of its nodes; none where lines only pass.
        var members: [Int] = []
        var nodeWidth = 0
        var nodeHeight = 0
        /// The columns that lines lead to.
        var above: [Int] = []
        var below: [Int] = []
        /// Its middle.
        var x = 0
        var y = 0
        /// In the lower of two tiers.
        var isLower = false

        private var inset: Int { members.count > 1 ? GraphLayout.inset : 0 }
        var width: Int { nodeWidth + 2 * inset }
        var height: Int {
            members.count * (nodeHeight + GraphLayout.equalsGap) - (members.isEmpty ? 0 : GraphLayout.equalsGap) + 2 * inset
        }
        var left: Int { x - width / 2 }
        var top: Int { y - height / 2 }

        func box(of node: Int) -> Box {
            let place = members.firstIndex(of: node) ?? 0
            let y = top + inset + nodeHeight / 2 + place * (nodeHeight + GraphLayout.equalsGap)
            return Box(x: x, y: y, width: nodeWidth, height: nodeHeight)
        }
    }

    /// The nodes as columns, rank by rank, and for each node its column.
    private static func columns(of graph: ChordGraph) -> (columns: [Column], ranks: [[Int]], columnOf: [Int]) {
        var columns: [Column] = []
        var ranks: [[Int]] = []
        var columnOf = [Int](repeating: 0, count: graph.nodes.count)
        for (index, rank) in graph.ranks.enumerated() {
            let first = columns.count
            for node in rank.nodes {
                let equals = graph.equals(of: node)
                if let first = equals.first, first < node { continue }
                var column = Column(rank: index, members: [node] + equals)
                for member in column.members {
                    columnOf[member] = columns.count
                    let size = nodeSize(graph.nodes[member], rank.kind)
                    column.nodeWidth = max(column.nodeWidth, size.width)
                    column.nodeHeight = size.height
                }
                columns.append(column)
            }
            ranks.append(Array(first..<columns.count))
        }
        return (columns, ranks, columnOf)
    }

    private static func nodeSize(_ node: ChordGraph.Node, _ kind: ChordGraph.Rank.Kind) -> (width: Int, height: Int) {
        var width = 0
        for scalar in node.label.unicodeScalars {
            switch scalar {
            case "i", "(", ")", "/", "⁄", "°": width += 6
            case "♭", "♯": width += 8
            case "m": width += 14
            default: width += 10
            }
        }
        return switch kind {
        // The roof of a house, the ends of an oval leave less room than a rectangle.
        case .whole: (max(width * 6 / 5 + 36, 90), 60)
        case .fourNoteChord: (max(width + 18, 52), 44)
        case .triad: (max(width + 34, 60), 44)
        case .note: (44, 44)
        }
    }

    /// For each edge the columns that it goes through. Where it passes a rank, it shares a strand with all that come from
    /// the same column.
    private static func routes(
        of graph: ChordGraph, _ columnOf: [Int], _ columns: inout [Column], _ ranks: inout [[Int]]
    ) -> [[Int]] {
        var strands: [Int: Int] = [:]
        var routes: [[Int]] = []
        for edge in graph.edges {
            let (upper, lower) = (columnOf[edge.upper], columnOf[edge.lower])
            var route = [upper]
            for rank in columns[upper].rank + 1..<max(columns[lower].rank, columns[upper].rank + 1) {
                let key = ranks.count * upper + rank
                let strand = strands[key] ?? columns.count
                if strand == columns.count {
                    strands[key] = strand
                    ranks[rank].append(strand)
                    columns.append(Column(rank: rank))
                }
                route.append(strand)
            }
            route.append(lower)
            for (from, to) in zip(route, route.dropFirst()) where !columns[from].below.contains(to) {
                columns[from].below.append(to)
                columns[to].above.append(from)
            }
            routes.append(route)
        }
        return routes
    }

    // MARK: Places

    /// Gives each column its x: the widest rank as close as it can be, every other one under or over what it is linked to.
    private static func spread(_ columns: inout [Column], _ ranks: [[Int]]) {
        var widths: [Int] = []
        for rank in ranks {
            var width = pack(&columns, rank)
            if width > widestTier {
                var isLower = false
                for index in rank where !columns[index].members.isEmpty {
                    columns[index].isLower = isLower
                    isLower.toggle()
                }
                width = pack(&columns, rank)
            }
            widths.append(width)
        }
        let widest = widths.indices.max { widths[$0] < widths[$1] } ?? 0
        for rank in ranks.indices.dropFirst(widest + 1) { align(&columns, ranks[rank]) { $0.above } }
        for rank in ranks.indices.prefix(widest).reversed() { align(&columns, ranks[rank]) { $0.below } }
    }

    /// The least distance of the middles of two columns beside each other.
    private static func distance(_ left: Column, _ right: Column) -> Int {
        let (one, other) = (left.width / 2, right.width / 2)
        if left.members.isEmpty || right.members.isEmpty { return one + other + lane }
        // Lines pass a column of the other tier.
        return left.isLower == right.isLower ? one + other + gap : max(one, other) + lane
    }

    /// Puts a rank together around 0.
    /// - Returns: how wide it is.
    private static func pack(_ columns: inout [Column], _ rank: [Int]) -> Int {
        var x = 0
        for (place, index) in rank.enumerated() {
            if place > 0 { x += distance(columns[rank[place - 1]], columns[index]) }
            columns[index].x = x
        }
        for index in rank { columns[index].x -= x / 2 }
        return x
    }

    /// Moves each column as near to the middle of its neighbours as the distances allow.
    private static func align(_ columns: inout [Column], _ rank: [Int], to neighbours: (Column) -> [Int]) {
        let wanted = rank.map { index in
            let linked = neighbours(columns[index])
            return linked.isEmpty ? columns[index].x : linked.reduce(0) { $0 + columns[$1].x } / linked.count
        }
        // Pushed to the right where it is too close, and pushed to the left: half of both keeps all distances too.
        var right = wanted
        for place in rank.indices.dropFirst() {
            right[place] = max(right[place], right[place - 1] + distance(columns[rank[place - 1]], columns[rank[place]]))
        }
        var left = wanted
        for place in rank.indices.dropLast().reversed() {
            left[place] = min(left[place], left[place + 1] - distance(columns[rank[place]], columns[rank[place + 1]]))
        }
        for (place, index) in rank.enumerated() { columns[index].x = (left[place] + right[place]) / 2 }
    }

    /// Gives each column its y.
    /// - Returns: where each rank begins and ends.
    private static func stack(
        _ columns: inout [Column], _ ranks: [[Int]], width: Int
    ) -> [(top: Int, bottom: Int)] {
        // Flat lines are hard to follow, so a wide graph is tall too.
        let between = min(max(width / 10, 56), 120)
        var levels: [(top: Int, bottom: Int)] = []
        var top = 0
        for rank in ranks {
            let upper = rank.reduce(0) { columns[$1].isLower ? $0 : max($0, columns[$1].height) }
            let lower = rank.reduce(0) { columns[$1].isLower ? max($0, columns[$1].height) : $0 }
            let bottom = top + upper + (lower > 0 ? gap + lower : 0)
            for index in rank { columns[index].y = columns[index].isLower ? bottom - lower / 2 : top + upper / 2 }
            levels.append((top, bottom))
            top = bottom + between
        }
        return levels
    }
}
