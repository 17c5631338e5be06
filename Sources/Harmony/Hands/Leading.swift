/// The voicings of a progression with the least hand movement: the exact shortest path through all voicings of the
/// styles (theory, section 11).
public struct Leading: Sendable {
    /// One voicing per chord.
    public let voicings: [Voicing]
    public let cost: Cost

    /// The cost of the path, by component.
    public struct Cost: Sendable, Hashable {
        /// Total movement of all voices in semitones. Voices are matched in order; if their number grows, some split
        /// from one note.
        public var movement = 0
        /// Leaps of outer voices beyond a fifth, and of either hand beyond a tenth.
        public var leaps = 0
        /// Hands outside their preferred register.
        public var register = 0
        /// Hands that move to the other hand's place, and a hand that stops or begins.
        public var crossing = 0
        /// Parallel fifths and octaves, in chorale style.
        public var parallels = 0
        /// Rising sevenths, in chorale style.
        public var sevenths = 0
        /// Changes of style, except between the two rootless forms.
        public var textures = 0
        /// The cost of each voicing by itself.
        public var shapes = 0

        public var total: Int { movement + leaps + register + crossing + parallels + sevenths + textures + shapes }

        public init() {}
    }

    /// The styles allowed in a progression.
    public enum Styles: Sendable, Hashable {
        /// The A and B forms alternating.
        case rootless
        /// A triad above a shell; if a dominant has none, two chords.
        case upperStructure
        /// Any style that fits.
        case any
        case only(VoicingStyle)
    }

    /// A chord of a progression with its requested styles.
    public struct Wish: Sendable, Hashable {
        public let subject: ChordToVoice
        public let styles: Styles
        /// A fixed voicing, to which the other chords lead.
        public let pinned: Voicing?

        public init(_ subject: ChordToVoice, in styles: Styles, pinned: Voicing? = nil) {
            self.subject = subject
            self.styles = styles
            self.pinned = pinned.flatMap { $0.tones.isEmpty ? nil : $0 }
        }
    }

    /// - Parameter isChorale: triads and seventh chords are voiced as in keyboard harmony, with the bass in the left
    ///   hand and three voices in the right. Parallel fifths and octaves and rising sevenths cost extra.
    public init(of row: [ChordToVoice], in styles: Styles, for pianist: Pianist = Pianist(), isChorale: Bool = false) {
        self.init(of: row, in: styles, for: pianist, isChorale: isChorale, limit: Leading.maximumCandidates)
    }

    /// Voices a progression in which each chord has its own styles and may have a fixed voicing.
    public init(of wishes: [Wish], for pianist: Pianist = Pianist()) {
        // Progressions longer than any chorus get fewer candidates, to limit the time.
        let limit = wishes.count > Leading.maximumRowLength ? Leading.maximumCandidates / 4 : Leading.maximumCandidates
        self.init(of: wishes, for: pianist, isChorale: false, limit: limit)
    }

    /// The maximum number of voicings tried per chord.
    static let maximumCandidates = 200
    private static let maximumRowLength = 2_000

    /// - Parameter limit: the maximum number of voicings tried per chord.
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

    /// The candidate voicings of each chord, the best first.
    package static func candidates(
        of row: [ChordToVoice], in styles: Styles, for pianist: Pianist, isChorale: Bool, limit: Int
    ) -> [[Voicing]] {
        let (columns, places) = columns(
            of: row.map { Wish($0, in: styles) }, for: pianist, isChorale: isChorale, limit: limit)
        let lists = columns.map { column in column.candidates.indices.map { column.voicing($0) } }
        return places.map { lists[$0] }
    }

    /// The candidate voicings of one chord.
    struct Column: Sendable {
        fileprivate(set) var candidates: [PlacedShape] = []
        /// The materials that spell the candidates, by style.
        fileprivate var materials: [(style: VoicingStyle, material: Material)] = []
        /// The only candidate, if the voicing is fixed.
        fileprivate var pinned: Voicing?

        func voicing(_ place: Int) -> Voicing {
            if let pinned { return pinned }
            let placed = candidates[place]
            return material(of: placed.style).voicing(placed)
        }

        /// Every candidate was added with the material of its style.
        fileprivate func material(of style: VoicingStyle) -> Material {
            materials.first { $0.style == style }!.material
        }
    }

    /// Chords with equal keys have the same candidates.
    private struct ColumnKey: Hashable {
        let wish: Wish
        let colors: Palette.Colors
    }

    /// The distinct columns, and the column of each chord in the progression.
    private static func columns(
        of wishes: [Wish], for pianist: Pianist, isChorale: Bool, limit: Int
    ) -> (columns: [Column], row: [Int]) {
        let voicer = Voicer(for: pianist)
        var columns: [Column] = []
        var row: [Int] = []
        // A chorus repeats chords.
        var known: [ColumnKey] = []
        let leadsToMinor = leadsToMinor(wishes.map { $0.subject.chord })
        for (index, wish) in wishes.enumerated() {
            // A dominant before a minor chord has the ♭9 and ♭13 of its key.
            let colors: Palette.Colors = leadsToMinor[index] ? .minor : .natural
            let key = ColumnKey(wish: wish, colors: colors)
            if let same = known.firstIndex(of: key) {
                row.append(same)
                continue
            }
            known.append(key)
            row.append(columns.count)
            if let pinned = wish.pinned, let placed = PlacedShape(pinned) {
                columns.append(Column(candidates: [placed], pinned: pinned))
                continue
            }
            var column = column(of: wish.subject, in: wish.styles, voicer, colors, isChorale: isChorale)
            column.candidates = column.candidates.ordered(by: PlacedShape.isBefore)
            if column.candidates.count > limit { column.candidates.removeSubrange(limit...) }
            columns.append(column)
        }
        return (columns, row)
    }

    /// For each chord whether it is the dominant of a minor chord: of the one a fifth below it, past its repetitions,
    /// suspended ones too, and past its second degree, as in G7 | Dmi7(♭5) G7 | Cmi6; otherwise of the one to which a
    /// half-diminished second degree before it belongs. The last chord leads back to the first.
    private static func leadsToMinor(_ chords: [Chord]) -> [Bool] {
        var leads = chords.map { _ in false }
        func isDominant(_ index: Int, like chord: Chord) -> Bool {
            chords.indices.contains(index) && chords[index].rootPitchClass == chord.rootPitchClass
                && ChordFunction(chords[index]).isDominant
        }
        for index in chords.indices.reversed() where ChordFunction(chords[index]).isDominant {
            let chord = chords[index]
            let next = chords[index + 1 < chords.count ? index + 1 : 0]
            if isFifth(chord, above: next) {
                leads[index] = next.type.hasMinorThird
            } else if isDominant(index + 1, like: chord) {
                leads[index] = leads[index + 1]
            } else if isDominant(index + 2, like: chord), ChordFunction(next).isMinor, isFifth(next, above: chord) {
                leads[index] = leads[index + 2]
            } else if let before = chords[..<index].last(where: { $0.rootPitchClass != chord.rootPitchClass }) {
                leads[index] = ChordFunction(before) == .halfDiminished && isFifth(before, above: chord)
            }
        }
        return leads
    }

    private static func isFifth(_ chord: Chord, above other: Chord) -> Bool {
        modulo(chord.root.pitchClass - other.root.pitchClass, 12) == Degree(5).pitchClass
    }

    private static func column(
        of subject: ChordToVoice, in styles: Styles, _ voicer: Voicer, _ colors: Palette.Colors, isChorale: Bool
    ) -> Column {
        var column = Column()
        func add(_ styles: [VoicingStyle], where isWanted: (PlacedShape) -> Bool = { _ in true }) {
            for style in styles {
                let found = voicer.placed(subject, in: style, colors: colors)
                let wanted = found.list.filter { found.material.isOffered($0) && isWanted($0) }
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
                // If no triad adds color above a shell, two chords may.
                if column.candidates.isEmpty, subject.chord.type.degrees.contains(7, -1) { add([.pair]) }
            case .only(let style): add([style])
            case .any: add(VoicingStyle.allCases)
            }
        }
        // Chords that fit none of the styles: triads and polychords.
        if column.candidates.isEmpty { add([.close, .spread]) }
        if column.candidates.isEmpty { add([.pair]) }
        guard styles == .any else { return column }
        for index in column.candidates.indices {
            let placed = column.candidates[index]
            var more = ShapeCosts.fewVoices * max(0, 4 - placed.shape.count)
            // Block chords alone follow the melody over a bass; mixed with other styles they must contain the essential
            // notes.
            if placed.style == .block, let bass = column.material(of: .block).palette.bass, placed.shape.lowest != bass
            {
                more += ShapeCosts.inverted
            }
            column.candidates[index] = placed.costing(more: more)
        }
        return column
    }
}
