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
        /// Whatever fits.
        case any
        case only(VoicingStyle)
    }

    /// - Parameter isChorale: triads and seventh chords lie as at the keyboard in harmony lessons, the bass in the left hand and
    ///   three voices in the right one; fifths and octaves in parallel cost, and sevenths that rise.
    public init(of row: [ChordToVoice], in styles: Styles, for pianist: Pianist = Pianist(), isChorale: Bool = false) {
        self.init(of: row, in: styles, for: pianist, isChorale: isChorale, limit: Leading.mostCandidates)
    }

    /// So many voicings of each chord are tried, the best ones.
    static let mostCandidates = 200

    /// - Parameter limit: so many voicings of each chord are tried.
    package init(of row: [ChordToVoice], in styles: Styles, for pianist: Pianist, isChorale: Bool, limit: Int) {
        let columns = Leading.columns(of: row, in: styles, for: pianist, isChorale: isChorale, limit: limit)
        let path = LeadingPath(through: columns.map { $0.candidates }, isChorale: isChorale)
        voicings = columns.indices.map { index in
            guard let place = path.places[index] else {
                return Voicing(subject: row[index], style: .close, left: [], right: [])
            }
            return columns[index].voicing(place)
        }
        cost = path.cost
    }

    /// The voicings of each chord among which the path is sought, the best first.
    package static func candidates(
        of row: [ChordToVoice], in styles: Styles, for pianist: Pianist, isChorale: Bool, limit: Int
    ) -> [[Voicing]] {
        columns(of: row, in: styles, for: pianist, isChorale: isChorale, limit: limit)
            .map { column in column.candidates.indices.map { column.voicing($0) } }
    }

    /// The voicings of one chord among which a path is sought.
    struct Column: Sendable {
        fileprivate(set) var candidates: [PlacedShape] = []
        /// What spells the candidates of each style.
        fileprivate var materials: [(style: VoicingStyle, material: Material)] = []

        func voicing(_ place: Int) -> Voicing {
            let placed = candidates[place]
            return material(of: placed.style).voicing(placed)
        }

        /// Every candidate came with its style's material.
        fileprivate func material(of style: VoicingStyle) -> Material {
            materials.first { $0.style == style }!.material
        }
    }

    static func columns(
        of row: [ChordToVoice], in styles: Styles, for pianist: Pianist, isChorale: Bool, limit: Int
    ) -> [Column] {
        let voicer = Voicer(for: pianist)
        var columns: [Column] = []
        var colourings: [Palette.Colours] = []
        for (index, subject) in row.enumerated() {
            let colours = colours(of: subject.chord, before: index + 1 < row.count ? row[index + 1].chord : nil)
            colourings.append(colours)
            // A chorus says the same chords again and again.
            if let same = columns.indices.first(where: { row[$0] == subject && colourings[$0] == colours }) {
                columns.append(columns[same])
                continue
            }
            var column = column(of: subject, in: styles, voicer, colours, isChorale: isChorale)
            column.candidates.sort(by: PlacedShape.isBefore)
            if column.candidates.count > limit { column.candidates.removeSubrange(limit...) }
            columns.append(column)
        }
        return columns
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
