import Harmony

/// The positions of the nodes and lines of a graph, in units of about a pixel.
///
/// Chords that sound the same have the same neighbors. They are laid out as one column of names in a frame. Lines that
/// pass a rank go through it as one strand, a column without names.
public struct GraphLayout: Sendable {
    /// The arrangement of the ranks.
    public enum Shape: Sendable, Hashable {
        /// Ranks below each other, each spread over the width.
        case wide
        /// Ranks as columns side by side below the chord, as narrow as their names. For a phone, which scrolls down and
        /// not sideways.
        case narrow
    }

    public let shape: Shape
    public let width: Int
    public let height: Int
    /// The number of pairs of lines that cross.
    public let crossings: Int
    /// For each edge, x and y of the points of its line. In a wide graph, lines lead down, and each pair of points is
    /// vertical. In a narrow one, lines lead to the right, and pairs are horizontal; but a line from the chord itself
    /// has three points, down along its column and then into it.
    public let lines: [[Int]]
    /// For each node, its column.
    private let columnOf: [Int]
    private let columns: Columns

    public struct Box: Sendable, Hashable {
        /// Its center.
        public let x: Int
        public let y: Int
        public let width: Int
        public let height: Int
    }

    /// Lays out a graph with names in the default notation.
    public init(_ graph: ChordGraph, _ shape: Shape = .wide) {
        self.init(graph, Presentation(), shape)
    }

    init(_ graph: ChordGraph, _ presentation: Presentation, _ shape: Shape) {
        var columns = Columns(shape)
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
        // In a narrow graph, the chord is the heading above the columns.
        if shape == .narrow { ranks[0] = [] }
        let routes = GraphLayout.routes(of: graph, columnOf, &columns, &ranks)
        let order = LayeredOrder(
            ranks: ranks, above: columns.above, below: columns.below, weights: columns.members.map { max(1, $0.count) })
        switch shape {
        case .wide:
            columns.spread(order.ranks)
            columns.stack(order.ranks)
        case .narrow: columns.list(order.ranks, under: 0, hung: routes.filter { $0[0] == 0 }.map { $0[1] })
        }
        width = columns.width
        height = columns.height
        crossings = order.crossings
        lines = routes.map { columns.line(through: $0) }
        self.shape = shape
        self.columnOf = columnOf
        self.columns = columns
    }

    /// - Parameter node: its index in the graph.
    public func box(of node: Int) -> Box { columns.box(of: node, in: columnOf[node]) }

    /// The frame around a node and the nodes that sound the same.
    /// - Returns: nil if there are no others, or if another node comes first.
    public func frame(from node: Int) -> Box? {
        let column = columnOf[node]
        let members = columns.members[column]
        return members.count > 1 && members[0] == node ? columns.box(of: column) : nil
    }

    /// For each edge, the columns that it goes through. In a rank that it passes, it shares a strand with all edges
    /// from the same column.
    private static func routes(
        of graph: ChordGraph, _ columnOf: [Int], _ columns: inout Columns, _ ranks: inout [[Int]]
    ) -> [[Int]] {
        // For each column and rank, the strand from the column through the rank.
        var strands = [Int](repeating: 0, count: columns.count * ranks.count)
        return graph.edges.map { edge in
            let lower = columnOf[edge.lower]
            var route = [columnOf[edge.upper]]
            if ranks[columns.rankOf[route[0]]].isEmpty { return route + [lower] }
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

/// Columns, which are placed as a whole. All arrays have one element per column.
private struct Columns: Sendable {
    private let shape: GraphLayout.Shape
    /// The nodes in it; none in a strand.
    private(set) var members: [[Int]] = []
    private(set) var rankOf: [Int] = []
    /// The connected columns in the previous and in the next rank.
    private(set) var above: [[Int]] = []
    private(set) var below: [[Int]] = []
    private var nodeWidths: [Int] = []
    private var nodeHeights: [Int] = []
    /// The centers along the rank: x in a wide graph, y in a narrow one.
    private var places: [Int] = []
    /// The centers in the other direction, from rank to rank.
    private var depths: [Int] = []
    /// 1 in the lower tier of a rank, otherwise 0. A wide rank has two tiers, which puts its columns closer together.
    private var tiers: [Int] = []
    private(set) var width = 0
    private(set) var height = 0
    /// For each rank, its beginning and end in the direction from rank to rank.
    private var starts: [Int] = []
    private var ends: [Int] = []

    /// The distance of two names that sound the same, with an equals sign between them.
    private static let equalsGap = GraphSVG.equalsGap
    /// The distance of names and their frame.
    private static let inset = 7
    /// The distance of a column and a strand.
    private static let lane = 10
    /// A rank that is wider gets two tiers.
    private static let widestTier = 900
    /// The minimum width. A small graph is spread out, which keeps names from becoming huge on a large screen.
    private static let minimumSize = (width: 856, height: 480)
    /// The minimum width of a narrow graph: about the width of a phone.
    private static let list = 300

    init(_ shape: GraphLayout.Shape) { self.shape = shape }

    var count: Int { members.count }

    /// The distance of columns.
    private var gap: Int { shape == .wide ? 18 : 10 }

    mutating func add(_ nodes: [Int], _ names: [String], _ kind: ChordGraph.Rank.Kind, rank: Int) {
        let name = names.reduce(0) { max($0, Columns.width(of: $1)) }
        let isWide = shape == .wide
        // A pentagon's roof and the ends of an oval leave less room than a rectangle.
        let (width, height) =
            switch kind {
            case .whole: (max(name * 6 / 5 + 36, 90), 60)
            case .fourNoteChord: (max(name + (isWide ? 18 : 10), 52), isWide ? 44 : 38)
            case .triad: (max(name + (isWide ? 34 : 24), 60), isWide ? 44 : 38)
            case .note: (44, 44)
            }
        members.append(nodes)
        rankOf.append(rank)
        above.append([])
        below.append([])
        nodeWidths.append(nodes.isEmpty ? 0 : width)
        nodeHeights.append(height)
        places.append(0)
        depths.append(0)
        tiers.append(0)
    }

    /// The approximate width of a name.
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
        return count == 0
            ? 0 : count * (nodeHeights[column] + Columns.equalsGap) - Columns.equalsGap + 2 * inset(column)
    }

    /// The size along the rank.
    private func length(_ column: Int) -> Int { shape == .wide ? width(column) : height(column) }

    /// The size in the direction from rank to rank.
    private func depth(_ column: Int) -> Int { shape == .wide ? height(column) : width(column) }

    private func start(_ column: Int) -> Int { depths[column] - depth(column) / 2 }

    func box(of column: Int) -> GraphLayout.Box {
        let (x, y) = shape == .wide ? (places[column], depths[column]) : (depths[column], places[column])
        return GraphLayout.Box(x: x, y: y, width: width(column), height: height(column))
    }

    func box(of node: Int, in column: Int) -> GraphLayout.Box {
        let (frame, height) = (box(of: column), nodeHeights[column])
        let place = members[column].firstIndex(of: node) ?? 0
        let y = frame.y - frame.height / 2 + inset(column) + place * (height + Columns.equalsGap) + height / 2
        return GraphLayout.Box(x: frame.x, y: y, width: nodeWidths[column], height: height)
    }

    /// The points of a line, which leaves a column and enters the next one at a right angle.
    func line(through route: [Int]) -> [Int] {
        if shape == .narrow, rankOf[route[0]] == 0 {
            let (heading, column) = (box(of: route[0]), route[1])
            let x = starts[rankOf[column]] - Columns.lane
            return [x, heading.y + heading.height / 2, x, places[column], start(column), places[column]]
        }
        var line: [Int] = []
        for (index, column) in route.enumerated() {
            let (place, rank) = (places[column], rankOf[column])
            let from = index == 0 ? start(column) + depth(column) : starts[rank]
            let to = index == route.count - 1 ? start(column) : ends[rank]
            line += shape == .wide ? [place, from, place, to] : [from, place, to, place]
        }
        return line
    }

    // MARK: A wide graph

    /// Places all columns. The widest rank is as tight as possible, and every other one is near its neighbors. If there
    /// is room left, all ranks are loosened a little.
    mutating func spread(_ ranks: [[Int]]) {
        var widths: [Int] = []
        for rank in ranks {
            var width = pack(rank)
            if width > Columns.widestTier {
                var tier = 0
                for column in rank where !members[column].isEmpty {
                    tiers[column] = tier
                    tier = 1 - tier
                }
                width = pack(rank)
            }
            widths.append(width)
        }
        let greatest = widths.max() ?? 0
        let widest = widths.firstIndex(of: greatest) ?? 0
        // The extra distance of columns in each rank, limited to keep the rank together.
        let extraGaps = ranks.enumerated().map { index, rank in
            guard let first = rank.first, let last = rank.last else { return 0 }
            let wanted = index == widest ? Columns.minimumSize.width : Columns.minimumSize.width * 2 / 3
            let room = wanted - widths[index] - (width(first) + width(last)) / 2
            return min(max(0, room) / max(1, rank.count - 1), 150)
        }
        pack(ranks[widest], extraGap: extraGaps[widest])
        arrange(ranks, around: widest, extraGaps)
        var (left, right) = (0, 0)
        for column in places.indices {
            left = min(left, places[column] - width(column) / 2)
            right = max(right, places[column] + width(column) / 2)
        }
        width = max(right - left, Columns.minimumSize.width)
        let shift = (width - right - left) / 2
        for column in places.indices { places[column] += shift }
    }

    /// Places every rank except the one that is placed already, near its neighbors.
    /// - Parameter extraGaps: the extra distance of columns in each rank.
    private mutating func arrange(_ ranks: [[Int]], around placed: Int, _ extraGaps: [Int]) {
        for rank in ranks.indices.dropFirst(placed + 1) { align(ranks[rank], to: above, extraGap: extraGaps[rank]) }
        for rank in ranks.indices.prefix(placed).reversed() { align(ranks[rank], to: below, extraGap: extraGaps[rank]) }
    }

    /// The minimum distance of the centers of two adjacent columns.
    private func distance(_ left: Int, _ right: Int) -> Int {
        let (one, other) = (length(left) / 2, length(right) / 2)
        if members[left].isEmpty || members[right].isEmpty { return one + other + Columns.lane }
        // Lines pass a column of the other tier.
        return tiers[left] == tiers[right] ? one + other + gap : max(one, other) + Columns.lane
    }

    /// Packs a rank around 0.
    /// - Returns: the distance from the first center to the last.
    @discardableResult
    private mutating func pack(_ rank: [Int], extraGap: Int = 0) -> Int {
        var place = 0
        for (index, column) in rank.enumerated() {
            if index > 0 { place += distance(rank[index - 1], column) + extraGap }
            places[column] = place
        }
        for column in rank { places[column] -= place / 2 }
        return place
    }

    /// Moves each column as near to the mean of its neighbors as the distances allow.
    private mutating func align(_ rank: [Int], to neighbors: [[Int]], extraGap: Int) {
        // Columns that are too close are pushed to the right, and in a second pass to the left. The mean of both passes
        // keeps all distances.
        var forward = rank.map { column in
            let linked = neighbors[column]
            return linked.isEmpty ? places[column] : linked.reduce(0) { $0 + places[$1] } / linked.count
        }
        var backward = forward
        for index in rank.indices.dropFirst() {
            forward[index] = max(forward[index], forward[index - 1] + distance(rank[index - 1], rank[index]) + extraGap)
        }
        for index in rank.indices.dropLast().reversed() {
            backward[index] = min(
                backward[index], backward[index + 1] - distance(rank[index], rank[index + 1]) - extraGap)
        }
        for (index, column) in rank.enumerated() { places[column] = (forward[index] + backward[index]) / 2 }
    }

    /// Stacks the ranks of a wide graph.
    mutating func stack(_ ranks: [[Int]]) {
        let tierHeights = ranks.map { rank in
            var heights = [0, 0]
            for column in rank { heights[tiers[column]] = max(heights[tiers[column]], height(column)) }
            return heights
        }
        let names = tierHeights.reduce(0) { $0 + $1[0] + $1[1] }
        // Flat lines are hard to follow. A wide graph is therefore tall too.
        let flat = min(max(width / 10, 56), 120)
        let between = max(flat, min((Columns.minimumSize.height - names) / max(1, ranks.count - 1), 140))
        var y = 0
        for (rank, heights) in zip(ranks, tierHeights) {
            let bottom = y + heights[0] + (heights[1] > 0 ? gap + heights[1] : 0)
            for column in rank { depths[column] = tiers[column] == 1 ? bottom - heights[1] / 2 : y + heights[0] / 2 }
            starts.append(y)
            ends.append(bottom)
            y = bottom + between
        }
        height = ends.last ?? 0
    }

    // MARK: A narrow graph

    /// Places the ranks side by side below the chord itself.
    /// - Parameter hung: columns that are connected to the chord directly.
    mutating func list(_ ranks: [[Int]], under heading: Int, hung: [Int]) {
        for rank in ranks {
            let widest = rank.reduce(0) { max($0, nodeWidths[$1]) }
            for column in rank where !members[column].isEmpty { nodeWidths[column] = widest }
        }
        let lengths = ranks.map { pack($0) }
        arrange(ranks, around: lengths.firstIndex(of: lengths.max() ?? 0) ?? 0, ranks.map { _ in 0 })

        let widths = ranks.map { rank in rank.reduce(0) { max($0, width($1)) } }
        let lanes = ranks.indices.map { rank in hung.contains { rankOf[$0] == rank } ? Columns.lane + 4 : 0 }
        let least = widths.reduce(0, +) + lanes.reduce(0, +)
        let between = max(30, (Columns.list - least) / max(1, ranks.count - 2))
        var x = 0
        for (rank, columns) in ranks.enumerated() {
            x += lanes[rank]
            starts.append(x)
            for column in columns { depths[column] = x + widths[rank] / 2 }
            x += widths[rank]
            ends.append(x)
            width = x
            if rank > 0 { x += between }
        }
        width = max(width, nodeWidths[heading])
        nodeWidths[heading] = width
        depths[heading] = width / 2
        places[heading] = nodeHeights[heading] / 2
        height = nodeHeights[heading]

        var top = 0
        for rank in ranks { for column in rank { top = min(top, places[column] - height(column) / 2) } }
        let shift = nodeHeights[heading] + Columns.lane + 4 - top
        for rank in ranks {
            for column in rank {
                places[column] += shift
                height = max(height, places[column] + height(column) / 2)
            }
        }
    }
}
