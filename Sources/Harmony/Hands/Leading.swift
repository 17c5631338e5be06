/// A row of chords so that the hands move least: the exact shortest path among all voicings of the styles (theory,
/// section 11).
public struct Leading: Sendable {
    /// One for each chord.
    public let voicings: [Voicing]
    public let cost: Cost

    /// What the path costs, in parts.
    public struct Cost: Sendable, Hashable {
        /// Semitones that all voices move together. Voices are counted by their order; where there are more of them than
        /// before, some part from one note.
        public var movement = 0
        /// Beyond a fifth in the outer voices, and beyond a tenth in either hand.
        public var leaps = 0
        /// Hands that are not where they like to be.
        public var register = 0
        /// Hands that go where the other one was, and a hand that stops or begins.
        public var crossing = 0
        /// Fifths and octaves in parallel, in chorale style.
        public var parallels = 0
        /// Sevenths that rise, in chorale style.
        public var sevenths = 0
        /// Changes from one style to another, but for those between both rootless forms.
        public var textures = 0
        /// What the voicings cost by themselves.
        public var shapes = 0

        public var total: Int { movement + leaps + register + crossing + parallels + sevenths + textures + shapes }

        public init() {}
    }

    /// Which styles a row may use.
    public enum Styles: Sendable, Hashable {
        /// The A and B forms in turns.
        case rootless
        /// A triad above a shell; of dominants without such a one two chords.
        case upperStructure
        /// Whatever fits.
        case any
        case only(VoicingStyle)
    }

    /// A chord of a row, and how it is wanted.
    public struct Wish: Sendable, Hashable {
        public let subject: ChordToVoice
        public let styles: Styles
        /// How it is played in any case, so that the others lead to it.
        public let pinned: Voicing?

        public init(_ subject: ChordToVoice, in styles: Styles, pinned: Voicing? = nil) {
            self.subject = subject
            self.styles = styles
            self.pinned = pinned.flatMap { $0.tones.isEmpty ? nil : $0 }
        }
    }

    /// - Parameter isChorale: triads and seventh chords lie as at the keyboard in harmony lessons, the bass in the left hand and
    ///   three voices in the right one; fifths and octaves in parallel cost, and sevenths that rise.
    public init(of row: [ChordToVoice], in styles: Styles, for pianist: Pianist = Pianist(), isChorale: Bool = false) {
        self.init(of: row, in: styles, for: pianist, isChorale: isChorale, limit: Leading.mostCandidates)
    }

    /// A row in which each chord has styles of its own, and some may be played as they were chosen.
    public init(of wishes: [Wish], for pianist: Pianist = Pianist()) {
        // What is longer than any chorus has fewer to choose from, so that it takes no longer.
        let limit = wishes.count > Leading.longestRow ? Leading.mostCandidates / 4 : Leading.mostCandidates
        self.init(of: wishes, for: pianist, isChorale: false, limit: limit)
    }

    /// So many voicings of each chord are tried, the best ones.
    static let mostCandidates = 200
    private static let longestRow = 2_000

    /// - Parameter limit: so many voicings of each chord are tried.
    package init(of row: [ChordToVoice], in styles: Styles, for pianist: Pianist, isChorale: Bool, limit: Int) {
        self.init(of: row.map { Wish($0, in: styles) }, for: pianist, isChorale: isChorale, limit: limit)
    }

    private init(of wishes: [Wish], for pianist: Pianist, isChorale: Bool, limit: Int) {
        let (columns, row) = Leading.columns(of: wishes, for: pianist, isChorale: isChorale, limit: limit)
        let path = LeadingPath(through: columns.map { $0.candidates }, in: row, isChorale: isChorale)
        voicings = row.indices.map { index in
            guard let place = path.places[index] else {
                return Voicing(subject: wishes[index].subject, style: .close, left: [], right: [])
            }
            return columns[row[index]].voicing(place)
        }
        cost = path.cost
    }

    /// The voicings of each chord among which the path is sought, the best first.
    package static func candidates(
        of row: [ChordToVoice], in styles: Styles, for pianist: Pianist, isChorale: Bool, limit: Int
    ) -> [[Voicing]] {
        let (columns, places) = columns(of: row.map { Wish($0, in: styles) }, for: pianist, isChorale: isChorale, limit: limit)
        let lists = columns.map { column in column.candidates.indices.map { column.voicing($0) } }
        return places.map { lists[$0] }
    }

    /// The voicings of one chord among which a path is sought.
    struct Column: Sendable {
        fileprivate(set) var candidates: [PlacedShape] = []
        /// What spells the candidates of each style.
        fileprivate var materials: [(style: VoicingStyle, material: Material)] = []
        /// The only candidate, where it was chosen.
        fileprivate var pinned: Voicing?

        func voicing(_ place: Int) -> Voicing {
            if let pinned { return pinned }
            let placed = candidates[place]
            return material(of: placed.style).voicing(placed)
        }

        /// Every candidate came with its style's material.
        fileprivate func material(of style: VoicingStyle) -> Material {
            materials.first { $0.style == style }!.material
        }
    }

    /// What makes two chords of a row have the same candidates.
    private struct ColumnKey: Hashable {
        let wish: Wish
        let colours: Palette.Colours
    }

    /// The different columns, and which of them stands where in the row.
    private static func columns(
        of wishes: [Wish], for pianist: Pianist, isChorale: Bool, limit: Int
    ) -> (columns: [Column], row: [Int]) {
        let voicer = Voicer(for: pianist)
        var columns: [Column] = []
        var row: [Int] = []
        // A chorus says the same chords again and again.
        var known: [ColumnKey: Int] = [:]
        for (index, wish) in wishes.enumerated() {
            let next = index + 1 < wishes.count ? wishes[index + 1].subject.chord : nil
            let colours = colours(of: wish.subject.chord, before: next)
            let key = ColumnKey(wish: wish, colours: colours)
            if let same = known[key] {
                row.append(same)
                continue
            }
            known[key] = columns.count
            row.append(columns.count)
            if let pinned = wish.pinned, let placed = PlacedShape(pinned) {
                columns.append(Column(candidates: [placed], pinned: pinned))
                continue
            }
            var column = column(of: wish.subject, in: wish.styles, voicer, colours, isChorale: isChorale)
            column.candidates = column.candidates.ordered(by: PlacedShape.isBefore)
            if column.candidates.count > limit { column.candidates.removeSubrange(limit...) }
            columns.append(column)
        }
        return (columns, row)
    }

    /// A dominant that leads down a fifth into a minor chord has that key's ♭9 and ♭13.
    private static func colours(of chord: Chord, before next: Chord?) -> Palette.Colours {
        guard let next, next.type.degrees.contains(3, -1),
            modulo(chord.root.pitchClass - next.root.pitchClass, 12) == Degree(5).pitchClass
        else { return .natural }
        return .minor
    }

    private static func column(
        of subject: ChordToVoice, in styles: Styles, _ voicer: Voicer, _ colours: Palette.Colours, isChorale: Bool
    ) -> Column {
        var column = Column()
        func add(_ styles: [VoicingStyle], where isWanted: (PlacedShape) -> Bool = { _ in true }) {
            for style in styles {
                let found = voicer.placed(subject, in: style, colours: colours)
                let wanted = found.list.filter(isWanted)
                guard !wanted.isEmpty else { continue }
                column.candidates += wanted
                column.materials.append((style, found.material))
            }
        }
        if isChorale {
            add([.spread]) { $0.shape.leftCount == 1 && $0.shape.count == 4 }
        }
        if column.candidates.isEmpty {
            switch styles {
            case .rootless: add([.rootlessA, .rootlessB])
            case .upperStructure:
                add([.upperStructure])
                // What no triad colours above a shell may still be two chords.
                if column.candidates.isEmpty, subject.chord.type.degrees.contains(7, -1) { add([.pair]) }
            case .only(let style): add([style])
            case .any: add(VoicingStyle.allCases)
            }
        }
        // What the styles have no shape for: triads, two chords that are none together.
        if column.candidates.isEmpty { add([.close, .spread]) }
        if column.candidates.isEmpty { add([.pair]) }
        guard styles == .any else { return column }
        for index in column.candidates.indices {
            let placed = column.candidates[index]
            var more = ShapeCosts.fewVoices * max(0, 4 - placed.shape.count)
            // By themselves block chords go with the melody, over a bass; beside other styles they have to say their own.
            if placed.style == .block, let bass = column.material(of: .block).palette.bass, placed.shape.lowest != bass {
                more += ShapeCosts.inverted
            }
            column.candidates[index] = placed.costing(more: more)
        }
        return column
    }
}
