/// A mind map of a chord: in ranks from the chord itself over the four-note chords and the triads that lie inside it down
/// to its notes. Every line leads from a chord to something it contains.
public struct ChordGraph: Sendable {
    /// What stands in the map: a chord, or in the last rank a note.
    public enum Node: Sendable {
        case chord(Chord)
        /// A note where the chord's voicing has it.
        case note(Tone)
    }

    /// Nodes of one kind.
    public struct Rank: Sendable {
        /// What its nodes are, as the answers in JSON call it.
        public enum Kind: String, Sendable, Hashable {
            case whole = "chord"
            case fourNoteChord = "four-note"
            case triad
            case note
        }

        public let kind: Kind
        /// Where its nodes stand among all.
        public let nodes: Range<Int>
    }

    /// A line between two nodes, given by their places.
    public struct Edge: Sendable {
        /// What contains.
        public let upper: Int
        /// What is contained.
        public let lower: Int
    }

    /// Rank by rank; the chord itself is the first.
    public let nodes: [Node]
    /// From the chord down to the notes; none is empty.
    public let ranks: [Rank]
    /// Each leads down.
    public let edges: [Edge]

    /// - Parameter vocabulary: its selectable chords are looked for.
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
            for place in lower where sets[place].isSubset(of: sets[upper]) { edges.append(Edge(upper: upper, lower: place)) }
        }
        connect(0, to: fourNoteChords)
        // What no smaller chord holds would hang in the air, so the chord itself holds it.
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

    /// The chord that the graph is about.
    public var chord: Chord {
        guard case .chord(let chord) = nodes[0] else { preconditionFailure("a graph begins with its chord") }
        return chord
    }

    /// Places of the other chords that sound the same: Ami7 beside C6.
    public func equals(of place: Int) -> [Int] {
        guard case .chord(let chord) = nodes[place], let rank = ranks.first(where: { $0.nodes.contains(place) }) else {
            return []
        }
        return rank.nodes.filter { $0 != place && nodes[$0].pitchClasses == chord.pitchClasses }
    }
}

extension ChordGraph.Node {
    /// What sounds.
    public var pitchClasses: PitchClassSet {
        switch self {
        case .chord(let chord): chord.pitchClasses
        case .note(let tone): PitchClassSet([tone.pitch])
        }
    }
}
