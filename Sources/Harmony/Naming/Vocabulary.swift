/// The chord types used to name results. Reading and combining work for every chord; the vocabulary decides which sets
/// of notes have a name.
///
/// Naming is one table lookup: the naming roots of each of the 4,096 pitch-class sets, and the type of each set
/// relative to a root.
public final class Vocabulary: Sendable {
    /// All types, in display order.
    public let types: [ChordType]
    /// The types in pickers: those without extensions.
    public let selectable: [ChordType]

    /// The choice of root, indexed by the bits of a set relative to its lowest note, without that note. Empty if
    /// unranked.
    private let choices: [Choice]
    /// Root names, by type index and pitch class of the root. Empty if unranked.
    private let rootNames: [NoteName.RootNames]
    /// The roots on which a set is a type, indexed by its bits.
    private let namingRoots: [PitchClassSet]
    /// The type index of a set, by its bits relative to the root, or −1.
    private let typeIndices: [Int16]
    /// Fifths of each degree, by type index and semitones above the root.
    private let degreeFifths: [Int8]
    /// Fifths of the root's plainest name, by type index and pitch class. Empty if ranked.
    private let plainestRoots: [Int8]

    /// Whether readings are ranked by probability (``jazz``) or are only those of the table.
    public let isRanked: Bool

    /// A vocabulary that names only sets of notes that are one of its types, by the rules of the classic one.
    /// - Parameters:
    ///   - candidates: of enharmonic types only the first is used, because a set has one name.
    ///   - selectable: the types in pickers; by default all without extensions.
    public convenience init(_ candidates: [ChordType], selectable: [ChordType]? = nil) {
        self.init(candidates, selectable: selectable, isRanked: false)
    }

    init(_ candidates: [ChordType], selectable: [ChordType]?, isRanked: Bool) {
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

    /// The root of a set over a bass in a ranked vocabulary.
    struct Choice: Sendable {
        /// Semitones from the bass up to the root.
        let semitones: Int8
        /// In decibels; ``unheard`` if it is not a type on any root.
        let cost: Int16

        static let unheard: Int16 = 9999

        /// The bass if its reading costs about as little as the best other one, else the best.
        /// - Parameter sounding: relative to the bass.
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
    func choice(of sounding: PitchClassSet, over bass: Int) -> Choice {
        choices[Int(sounding.seen(from: bass).bits >> 1)]
    }

    /// The pitch classes on which `set` is one of the types.
    @inline(__always)
    public func rootsNaming(_ set: PitchClassSet) -> PitchClassSet {
        namingRoots[Int(set.bits)]
    }

    /// The index in ``types`` of `set` relative to `root`.
    @inline(__always)
    func typeIndex(of set: PitchClassSet, from root: Int) -> Int? {
        let index = Int(typeIndices[Int(set.seen(from: root).bits)])
        return index < 0 ? nil : index
    }

    /// The type of `set` relative to the pitch class `root`.
    public func type(of set: PitchClassSet, from root: Int) -> ChordType? {
        typeIndex(of: set, from: root).map { types[$0] }
    }

    /// The root name if only its pitch class is known: the fewest double accidentals in the chord, then the fewest
    /// accidentals, then flats. Ranked vocabularies use `NoteName.RootNames`.
    func plainestRoot(typeIndex: Int, pitchClass: Int) -> NoteName {
        NoteName(fifths: Int(plainestRoots[12 * typeIndex + pitchClass]))
    }

    /// The root name of a slash chord: one of the 21 roots that spells the bass as `bass`, otherwise the plainest name.
    @inline(__always)
    func slashRoot(typeIndex: Int, pitchClass: Int, bass: NoteName) -> NoteName {
        let bassSemitones = modulo(bass.pitchClass - pitchClass, 12)
        let fifths = bass.fifths - Int(degreeFifths[12 * typeIndex + bassSemitones])
        return NoteName.simpleFifths.contains(fifths)
            ? NoteName(fifths: fifths) : plainestRoot(typeIndex: typeIndex, pitchClass: pitchClass)
    }

    /// The root name of a slash chord in a ranked vocabulary: the usual name, preferring one that spells the bass as
    /// `bass`.
    @inline(__always)
    func probableRoot(typeIndex: Int, pitchClass: Int, bass: NoteName) -> NoteName {
        let degree = Int(degreeFifths[12 * typeIndex + modulo(bass.pitchClass - pitchClass, 12)])
        return rootNames[12 * typeIndex + pitchClass].name(wanted: NoteName(fifths: bass.fifths - degree))
    }

    private static func plainestRoot(of type: ChordType, at pitchClass: Int) -> NoteName {
        // Sorted from flats to sharps: flats win at equal cost.
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
