/// The chord types that results may be named with. Reading and combining work for every chord; the vocabulary alone
/// decides which sets of notes have a name.
///
/// Finding a name is one look-up: for each of the 4,096 pitch-class sets the roots that name it, for each set seen from
/// a root its type.
public struct Vocabulary: Sendable {
    /// All types, in the order in which they are listed to people.
    public let types: [ChordType]
    /// The types a picker offers: those without extensions.
    public let selectable: [ChordType]

    /// By the bits of a set seen from its lowest note, without that one: what it is said to be. Empty where nothing is
    /// ranked.
    private let choices: [Choice]
    /// By type index and pitch class of the root: how such a root is written. Empty where nothing is ranked.
    private let rootNames: [NoteName.RootNames]
    /// By the bits of a set: the pitch classes from which it is a type.
    private let namingRoots: [PitchClassSet]
    /// By the bits of a set seen from its root: the index of its type, or −1.
    private let typeIndices: [Int16]
    /// By type index and semitones above the root: fifths of the degree that sounds there.
    private let degreeFifths: [Int8]
    /// By type index and pitch class of the root: fifths of the root's plainest name. Empty where all is ranked.
    private let plainestRoots: [Int8]

    /// Whether readings are ranked by how probable they are (``jazz``), or are those of the table and no others.
    public let isRanked: Bool

    /// - Parameter candidates: of two that sound alike only the first is taken, for a set can have but one name.
    /// - Parameter selectable: what a picker offers; without it, all that have no extensions.
    public init(_ candidates: [ChordType], selectable: [ChordType]? = nil, isRanked: Bool = false) {
        self.isRanked = isRanked
        var types: [ChordType] = []
        var typeIndices = [Int16](repeating: -1, count: 4096)
        var namingRoots = [PitchClassSet](repeating: .empty, count: 4096)
        var degreeFifths: [Int8] = []
        var plainestRoots: [Int8] = []
        var rootNames: [NoteName.RootNames] = []
        for type in candidates where typeIndices[Int(type.pitchClasses.bits)] < 0 {
            let set = type.pitchClasses
            typeIndices[Int(set.bits)] = Int16(types.count)
            types.append(type)
            for pitchClass in 0..<12 {
                let transposed = Int(set.transposed(up: pitchClass).bits)
                namingRoots[transposed] = namingRoots[transposed].inserting(pitchClass)
                degreeFifths.append(Int8(type.degrees.degree(sounding: pitchClass)?.fifths ?? 0))
                if isRanked {
                    rootNames.append(NoteName.RootNames(pitchClass, of: type.degrees))
                } else {
                    plainestRoots.append(Int8(Vocabulary.plainestRoot(of: type, at: pitchClass).fifths))
                }
            }
        }
        self.types = types
        self.selectable = selectable ?? types.filter { $0.group != .extended }
        self.typeIndices = typeIndices
        self.namingRoots = namingRoots
        self.degreeFifths = degreeFifths
        self.plainestRoots = plainestRoots
        self.rootNames = rootNames
        choices = isRanked ? (0..<2048).map { Choice(of: PitchClassSet(bits: UInt16(2 * $0 + 1)), typeIndices) } : []
    }

    /// The root on which a set over a bass is a type of a ranked vocabulary.
    struct Choice: Sendable {
        /// Semitones from the bass up to the root.
        let semitones: Int8
        /// In decibels; ``unheard`` where it is no type from any root.
        let cost: Int16

        static let unheard: Int16 = 9999

        /// The bass itself where its reading is about as cheap as the best of the others, else the best.
        /// - Parameter sounding: seen from its bass.
        fileprivate init(of sounding: PitchClassSet, _ typeIndices: [Int16]) {
            var best = (root: 0, cost: Int(Choice.unheard))
            for root in sounding {
                let seen = Int(sounding.seen(from: root).bits)
                guard typeIndices[seen] >= 0, let interpretation = Interpretation.all[seen] else { continue }
                let advantage = root == 0 ? ReadingCosts.ownRootAdvantage : 0
                let cost = interpretation.cost + interpretation.cost(ofBass: modulo(-root, 12)) - advantage
                if cost < best.cost { best = (root, cost) }
            }
            semitones = Int8(best.root)
            cost = Int16(best.cost)
        }
    }

    @inline(__always)
    func choice(of sounding: PitchClassSet, over bass: Int) -> Choice { choices[Int(sounding.seen(from: bass).bits >> 1)] }

    /// The pitch classes from which `set` is one of the types, whatever their spelling.
    @inline(__always)
    public func rootsNaming(_ set: PitchClassSet) -> PitchClassSet {
        namingRoots[Int(set.bits)]
    }

    /// The index in ``types`` of the type that `set` is when seen from `root`.
    @inline(__always)
    func typeIndex(of set: PitchClassSet, from root: Int) -> Int? {
        let index = Int(typeIndices[Int(set.seen(from: root).bits)])
        return index < 0 ? nil : index
    }

    /// The type that `set` is when seen from the pitch class `root`.
    public func type(of set: PitchClassSet, from root: Int) -> ChordType? {
        typeIndex(of: set, from: root).map { types[$0] }
    }

    /// How the root of a chord is named when only its key on the piano is known: with the fewest double accidentals in
    /// the chord, then the fewest accidentals, then flats. A ranked vocabulary names roots otherwise.
    func plainestRoot(typeIndex: Int, pitchClass: Int) -> NoteName {
        NoteName(fifths: Int(plainestRoots[12 * typeIndex + pitchClass]))
    }

    /// How the root of a slash chord is named: so that the chord spells its bass note as `bass` is spelled, where one of
    /// the 21 roots does that; otherwise as plainly as possible.
    @inline(__always)
    func slashRoot(typeIndex: Int, pitchClass: Int, bass: NoteName) -> NoteName {
        let bassSemitones = modulo(bass.pitchClass - pitchClass, 12)
        let fifths = bass.fifths - Int(degreeFifths[12 * typeIndex + bassSemitones])
        return NoteName.simpleFifths.contains(fifths)
            ? NoteName(fifths: fifths) : plainestRoot(typeIndex: typeIndex, pitchClass: pitchClass)
    }

    /// How the root of a slash chord is named in a ranked vocabulary: as such roots are written, and rather so that it
    /// spells the bass.
    @inline(__always)
    func probableRoot(typeIndex: Int, pitchClass: Int, bass: NoteName) -> NoteName {
        let degree = Int(degreeFifths[12 * typeIndex + modulo(bass.pitchClass - pitchClass, 12)])
        return rootNames[12 * typeIndex + pitchClass].name(wanted: NoteName(fifths: bass.fifths - degree))
    }

    private static func plainestRoot(of type: ChordType, at pitchClass: Int) -> NoteName {
        // They run from flats to sharps, so the flat name wins where the cost is equal.
        NoteName.simple(pitchClass).min { accidentalCost(of: type, on: $0) < accidentalCost(of: type, on: $1) }!
    }

    private static func accidentalCost(of type: ChordType, on root: NoteName) -> Int {
        var doubles = 0
        var singles = 0
        for degree in type.degrees {
            let size = abs(root.adding(degree).accidental.semitones)
            if size == 2 { doubles += 1 }
            singles += size
        }
        return 100 * doubles + singles
    }
}
