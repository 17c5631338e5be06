/// A precomputed table of the first rooted reading for every set over a bass.
struct FirstReadings: Sendable {
    static let shared = FirstReadings()

    /// Indexed by the bits of a set relative to its bass, without the bass: semitones from bass to root, plus 12 for a
    /// foreign bass.
    private let roots: [Int8]
    /// The chord type, indexed by the bits of a set relative to its root.
    private let types: [ChordType]
    /// Fifths of the root's name, indexed by the bits of a set relative to its root, and the root's pitch class.
    private let names: [Int8]
    /// Fifths of each degree, indexed by the bits of a set relative to its root, and semitones above it.
    private let degreeFifths: [Int8]

    private init() {
        var roots = [Int8](repeating: 0, count: 2048)
        var names = [Int8](repeating: 0, count: 12 * 4096)
        for half in 0..<2048 {
            let set = PitchClassSet(bits: UInt16(2 * half + 1))
            if let best = Readings.firstCandidate(set, bass: 0) {
                roots[half] = Int8(best.isForeign ? best.root + 12 : best.root)
            }
            guard let interpretation = Interpretation.all[2 * half + 1] else { continue }
            for pitchClass in 0..<12 {
                let name = NoteName.ofRoot(pitchClass, of: interpretation.degrees)
                names[12 * (2 * half + 1) + pitchClass] = Int8(name.fifths)
            }
        }
        self.roots = roots
        self.names = names
        types = Interpretation.all.map { ChordType($0?.degrees ?? DegreeSet()) }
        var degreeFifths = [Int8](repeating: 0, count: 12 * 4096)
        for (index, type) in types.enumerated() {
            for degree in type.degrees { degreeFifths[12 * index + degree.pitchClass] = Int8(degree.fifths) }
        }
        self.degreeFifths = degreeFifths
    }

    /// - Parameter bass: the pitch class of the lowest note; must be in the set.
    @inline(__always)
    func chord(_ sounding: PitchClassSet, bass: Int) -> Chord {
        let found = Int(roots[Int(sounding.seen(from: bass).bits >> 1)])
        let isForeign = found >= 12
        let above = isForeign ? found - 12 : found
        let pitchClass = bass + above < 12 ? bass + above : bass + above - 12
        let own = isForeign ? sounding.subtracting(PitchClassSet(bits: 1 << UInt16(bass))) : sounding
        let index = Int(own.seen(from: pitchClass).bits)
        let root = NoteName(fifths: Int(names[12 * index + pitchClass])).over(bass)
        let degree = Int(degreeFifths[12 * index + (above == 0 ? 0 : 12 - above)])
        let lowest: NoteName? =
            above == 0
            ? nil
            : isForeign ? root.foreignBass(bass) : NoteName(fifths: root.fifths + degree).simplified
        return Chord(
            root: root, type: types[index], bass: lowest, sounding: sounding, rootPitchClass: pitchClass,
            lowestPitchClass: bass)
    }
}
