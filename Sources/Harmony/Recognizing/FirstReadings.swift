/// The first rooted reading of everything that can sound, worked out once: a set over a bass is one look-up.
struct FirstReadings: Sendable {
    static let shared = FirstReadings()

    /// By the bits of a set seen from its bass, without that one: semitones from the bass up to the root, plus 12 where
    /// the bass is foreign to the chord.
    private let roots: [Int8]
    /// By the bits of a set seen from its root: what it is.
    private let types: [ChordType]
    /// By the bits of a set seen from its root, and the root's pitch class: fifths of the root's name.
    private let names: [Int8]
    /// By the bits of a set seen from its root, and semitones above it: fifths of the degree that sounds there.
    private let degreeFifths: [Int8]

    private init() {
        var roots = [Int8](repeating: 0, count: 2048)
        var names = [Int8](repeating: 0, count: 12 * 4096)
        for half in 0..<2048 {
            let set = PitchClassSet(bits: UInt16(2 * half + 1))
            var least = Int.max
            for root in set {
                guard let candidate = Readings.candidate(set, root: root, bass: 0, hasBand: false),
                    candidate.cost < least
                else { continue }
                (roots[half], least) = (Int8(candidate.isForeign ? root + 12 : root), candidate.cost)
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

    /// - Parameter bass: the pitch class of the lowest note, one of those that sound.
    @inline(__always)
    func chord(_ sounding: PitchClassSet, bass: Int) -> Chord {
        let found = Int(roots[Int(sounding.seen(from: bass).bits >> 1)])
        let isForeign = found >= 12
        let above = isForeign ? found - 12 : found
        let pitchClass = bass + above < 12 ? bass + above : bass + above - 12
        let own = isForeign ? sounding.subtracting(PitchClassSet(bits: 1 << UInt16(bass))) : sounding
        let index = Int(own.seen(from: pitchClass).bits)
        let root = NoteName(fifths: Int(names[12 * index + pitchClass]))
        let degree = Int(degreeFifths[12 * index + (above == 0 ? 0 : 12 - above)])
        let lowest: NoteName? = above == 0 ? nil
            : isForeign ? NoteName(pitchClass: bass) : NoteName(fifths: root.fifths + degree).simplified
        return Chord(
            root: root, type: types[index], bass: lowest, sounding: sounding, rootPitchClass: pitchClass,
            lowestPitchClass: bass)
    }
}
