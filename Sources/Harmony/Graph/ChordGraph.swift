/// A graph of the chords and notes contained in a chord: ranks for the chord itself, four-note chords, triads and
/// notes. Every edge leads from a chord to a chord or note that it contains.
public struct ChordGraph: Sendable {
    /// A node: a chord, or in the last rank a note.
    public enum Node: Sendable {
        case chord(Chord)
        /// A note at its pitch in the chord's voicing.
        case note(Tone)
    }

    /// The nodes of one kind.
    public struct Rank: Sendable {
        /// The kind of node. Raw values are used in JSON.
        public enum Kind: String, Sendable, Hashable {
            case whole = "chord"
            case fourNoteChord = "four-note"
            case triad
            case note
        }

        public let kind: Kind
        /// The indices of its nodes.
        public let nodes: Range<Int>
    }

    /// An edge between two nodes, given by their indices.
    public struct Edge: Sendable {
        /// The containing node.
        public let upper: Int
        /// The contained node.
        public let lower: Int
    }

    /// All nodes by rank, beginning with the chord itself.
    public let nodes: [Node]
    /// The ranks from the chord down to the notes; none is empty.
    public let ranks: [Rank]
    /// The edges, each leading to a lower rank.
    public let edges: [Edge]

    /// - Parameter vocabulary: its selectable chords become nodes.
    public init(of chord: Chord, in vocabulary: Vocabulary = .jazz) {
        let details = ChordDetails(of: chord, in: vocabulary)
        var nodes: [Node] = []
        var ranks: [Rank] = []
        func add(_ kind: Rank.Kind, _ members: [Node]) -> Range<Int> {
            let place = nodes.count..<nodes.count + members.count
            nodes += members
            if !members.isEmpty { ranks.append(Rank(kind: kind, nodes: place)) }
            return place
        }
        _ = add(.whole, [.chord(chord)])
        let fourNoteChords = add(.fourNoteChord, details.fourNoteChords.map { .chord($0) })
        let triads = add(.triad, details.triads.map { .chord($0) })
        let notes = add(.note, details.voicing.map { .note($0) })

        let sets = nodes.map { $0.pitchClasses }
        var edges: [Edge] = []
        func connect(_ upper: Int, to lower: Range<Int>) {
            for place in lower where sets[place].isSubset(of: sets[upper]) {
                edges.append(Edge(upper: upper, lower: place))
            }
        }
        connect(0, to: fourNoteChords)
        // Triads in no four-note chord are connected to the chord itself.
        for place in triads where !fourNoteChords.contains(where: { sets[place].isSubset(of: sets[$0]) }) {
            edges.append(Edge(upper: 0, lower: place))
        }
        var held = PitchClassSet.empty
        for place in fourNoteChords {
            let hasTriad = triads.contains { sets[$0].isSubset(of: sets[place]) }
            if !hasTriad { held = held.union(sets[place]) }
            connect(place, to: hasTriad ? triads : notes)
        }
        for place in triads {
            held = held.union(sets[place])
            connect(place, to: notes)
        }
        for place in notes where !sets[place].isSubset(of: held) { edges.append(Edge(upper: 0, lower: place)) }
        self.init(nodes: nodes, ranks: ranks, edges: edges)
    }

    private init(nodes: [Node], ranks: [Rank], edges: [Edge]) {
        self.nodes = nodes
        self.ranks = ranks
        self.edges = edges
    }

    /// The same graph without the rank of notes.
    public var withoutNotes: ChordGraph {
        let chords = ranks.filter { $0.kind != .note }
        let count = chords.reduce(0) { $0 + $1.nodes.count }
        return ChordGraph(
            nodes: Array(nodes[..<count]), ranks: chords, edges: edges.filter { $0.lower < count })
    }

    /// The chord at the top of the graph.
    public var chord: Chord {
        guard case .chord(let chord) = nodes[0] else { preconditionFailure("a graph begins with its chord") }
        return chord
    }

    /// Indices of the other chords with the same pitch classes: Ami7 and C6.
    public func equals(of place: Int) -> [Int] {
        guard case .chord(let chord) = nodes[place], let rank = ranks.first(where: { $0.nodes.contains(place) }) else {
            return []
        }
        return rank.nodes.filter { $0 != place && nodes[$0].pitchClasses == chord.pitchClasses }
    }
}

extension ChordGraph.Node {
    /// The pitch classes of the node.
    public var pitchClasses: PitchClassSet {
        switch self {
        case .chord(let chord): chord.pitchClasses
        case .note(let tone): PitchClassSet([tone.pitch])
        }
    }
}
