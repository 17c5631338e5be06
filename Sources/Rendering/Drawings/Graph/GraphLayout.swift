import Harmony

/// Where the nodes and lines of a graph are drawn, in units that are about a pixel.
///
/// Chords that sound the same have the same neighbours, so they are laid out as one thing: a column of names in a frame.
/// Lines that pass a rank go through it as one strand, a column without names.
public struct GraphLayout: Sendable {
    /// How the ranks lie to each other.
    public enum Shape: Sendable, Hashable {
        /// One below the other, each spread over the width.
        case wide
        /// As columns of a list, side by side below the chord itself and as narrow as their names: to be read on a phone,
        /// which scrolls down and not sideways.
        case narrow
    }

    public let shape: Shape
    public let width: Int
    public let height: Int
    /// How many pairs of lines cross.
    public let crossings: Int
    /// By the place of each edge: x and y of the points of its line. Of a wide graph they lead down, the first two lie
    /// vertically above each other, and so does every pair after them. Of a narrow one they lead to the right, and pairs lie
    /// beside each other; but what hangs on the chord itself has three points, down beside its column and then into it.
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

    /// With room for names in the notation that they are written in where no one asks for another.
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
        // Above the columns of a list the chord is their heading.
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

/// What is placed as a whole; all lists are by column.
private struct Columns: Sendable {
    private let shape: GraphLayout.Shape
    /// Places of the nodes in it; none where lines only pass.
    private(set) var members: [[Int]] = []
    private(set) var rankOf: [Int] = []
    /// The columns that lines lead to, in the rank before and in the rank after.
    private(set) var above: [[Int]] = []
    private(set) var below: [[Int]] = []
    private var nodeWidths: [Int] = []
    private var nodeHeights: [Int] = []
    /// The middles, in the direction in which a rank runs: of a wide graph to the right, of a narrow one down.
    private var places: [Int] = []
    /// The middles in the other direction, from rank to rank.
    private var depths: [Int] = []
    /// 1 in the lower tier of a rank, else 0. Columns of a wide rank stand in two tiers, and so closer together.
    private var tiers: [Int] = []
    private(set) var width = 0
    private(set) var height = 0
    /// By rank: where it begins and ends, in the direction from rank to rank.
    private var starts: [Int] = []
    private var ends: [Int] = []

    /// Between two names that sound the same; an equals sign stands there.
    private static let equalsGap = GraphSVG.equalsGap
    /// Between the names and their frame.
    private static let inset = 7
    /// Between a column and lines that pass it.
    private static let lane = 10
    /// A rank that is wider gets two tiers.
    private static let widestTier = 900
    /// Where there is less to see, it stands further apart, so that names do not grow out of all proportion on a large screen.
    private static let roomy = (width: 856, height: 480)
    /// A narrow graph is at least so wide; about as wide as what a phone has for it.
    private static let list = 300

    init(_ shape: GraphLayout.Shape) { self.shape = shape }

    var count: Int { members.count }

    /// Between columns.
    private var gap: Int { shape == .wide ? 18 : 10 }

    mutating func add(_ nodes: [Int], _ names: [String], _ kind: ChordGraph.Rank.Kind, rank: Int) {
        let name = names.reduce(0) { max($0, Columns.width(of: $1)) }
        let isWide = shape == .wide
        // The roof of a house and the ends of an oval leave less room than a rectangle.
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

    /// In the direction in which a rank runs.
    private func length(_ column: Int) -> Int { shape == .wide ? width(column) : height(column) }

    /// In the direction from rank to rank.
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

    /// A line leaves a column and enters the next one straight on.
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

    /// Gives each column its place: the widest rank stands as closely as it can, every other one under or over what it is
    /// linked to; where there is room for more, all of them a little further apart.
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
        // How much further apart the columns of each rank stand, but not so far that nothing holds them together.
        let loosenings = ranks.enumerated().map { index, rank in
            guard let first = rank.first, let last = rank.last else { return 0 }
            let wanted = index == widest ? Columns.roomy.width : Columns.roomy.width * 2 / 3
            let room = wanted - widths[index] - (width(first) + width(last)) / 2
            return min(max(0, room) / max(1, rank.count - 1), 150)
        }
        pack(ranks[widest], loosening: loosenings[widest])
        arrange(ranks, around: widest, loosenings)
        var (left, right) = (0, 0)
        for column in places.indices {
            left = min(left, places[column] - width(column) / 2)
            right = max(right, places[column] + width(column) / 2)
        }
        width = max(right - left, Columns.roomy.width)
        let shift = (width - right - left) / 2
        for column in places.indices { places[column] += shift }
    }

    /// Puts every rank but the one that is placed already before or after what it is linked to.
    /// - Parameter loosenings: how much further apart than they must be the columns of each rank stand.
    private mutating func arrange(_ ranks: [[Int]], around placed: Int, _ loosenings: [Int]) {
        for rank in ranks.indices.dropFirst(placed + 1) { align(ranks[rank], to: above, loosening: loosenings[rank]) }
        for rank in ranks.indices.prefix(placed).reversed() { align(ranks[rank], to: below, loosening: loosenings[rank]) }
    }

    /// The least distance of the middles of two columns beside each other.
    private func distance(_ left: Int, _ right: Int) -> Int {
        let (one, other) = (length(left) / 2, length(right) / 2)
        if members[left].isEmpty || members[right].isEmpty { return one + other + Columns.lane }
        // Lines pass a column of the other tier.
        return tiers[left] == tiers[right] ? one + other + gap : max(one, other) + Columns.lane
    }

    /// Puts a rank together around 0.
    /// - Returns: how far it is from the first middle to the last.
    @discardableResult
    private mutating func pack(_ rank: [Int], loosening: Int = 0) -> Int {
        var place = 0
        for (index, column) in rank.enumerated() {
            if index > 0 { place += distance(rank[index - 1], column) + loosening }
            places[column] = place
        }
        for column in rank { places[column] -= place / 2 }
        return place
    }

    /// Moves each column as near to the middle of its neighbours as the distances allow.
    private mutating func align(_ rank: [Int], to neighbours: [[Int]], loosening: Int) {
        // Pushed on where it is too close, and pushed back: half of both keeps all distances too.
        var onward = rank.map { column in
            let linked = neighbours[column]
            return linked.isEmpty ? places[column] : linked.reduce(0) { $0 + places[$1] } / linked.count
        }
        var back = onward
        for index in rank.indices.dropFirst() {
            onward[index] = max(onward[index], onward[index - 1] + distance(rank[index - 1], rank[index]) + loosening)
        }
        for index in rank.indices.dropLast().reversed() {
            back[index] = min(back[index], back[index + 1] - distance(rank[index], rank[index + 1]) - loosening)
        }
        for (index, column) in rank.enumerated() { places[column] = (onward[index] + back[index]) / 2 }
    }

    /// Puts the ranks of a wide graph below each other.
    mutating func stack(_ ranks: [[Int]]) {
        let tierHeights = ranks.map { rank in
            var heights = [0, 0]
            for column in rank { heights[tiers[column]] = max(heights[tiers[column]], height(column)) }
            return heights
        }
        let names = tierHeights.reduce(0) { $0 + $1[0] + $1[1] }
        // Flat lines are hard to follow, so a wide graph is tall too.
        let flat = min(max(width / 10, 56), 120)
        let between = max(flat, min((Columns.roomy.height - names) / max(1, ranks.count - 1), 140))
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

    /// Puts the ranks side by side below the chord itself.
    /// - Parameter hung: columns that hang on it directly.
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
