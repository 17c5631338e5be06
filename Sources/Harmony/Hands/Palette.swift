/// What a chord has for two hands: its notes seen from the root, which of them must sound, and which are put into it.
struct Palette: Sendable {
    let chord: Chord
    let root: Int
    /// By semitones above the root: the degree that sounds there.
    private let degrees: [Degree?]
    /// All notes of the chord, seen from its root.
    let own: UInt16
    /// Notes that a style may add.
    let colours: UInt16
    /// What no one misses in any style: the natural fifth of more than a triad, a ninth or eleventh that the name implies, and
    /// the lowest note beside a band.
    let open: UInt16
    /// Whether it is a plain `alt`, which leaves open what is altered.
    var isAltered: Bool { !oneOf.isEmpty }
    /// Whether the chord without its root is a triad of another name, as a sixth chord and a diminished seventh chord are.
    var needsRoot: Bool { (colours | own & ~1).nonzeroBitCount < 4 && seventh == 9 }
    /// Whether it has a ninth, which can stand for the root.
    var hasNinth: Bool { (1...3).contains { own & 1 << UInt16($0) != 0 && degrees[$0]?.number == 9 } }
    /// Of each of these one note has to sound.
    let oneOf: [UInt16]
    /// The lowest note, in semitones above the root; nil where a bass player plays it.
    let bass: Int?
    /// The third, or what is suspended.
    let third: Int?
    /// The seventh, or the sixth in its place.
    let seventh: Int?
    let fifth: Int?
    /// Whether the chord has the bass of a slash chord, and no one else plays it.
    var isSlash: Bool { bass != nil && bass != 0 }

    /// What may be added to a plain seventh chord.
    enum Colours: Sendable, Hashable {
        case none
        /// A ninth, on dominants the thirteenth too; on half-diminished chords the eleventh.
        case natural
        /// The same, but ♭9 and ♭13 on dominants, as before the minor chord that they lead to.
        case minor
    }

    init(_ chord: Chord, hasBand: Bool, colours: Colours = .none) {
        let type = chord.type.degrees
        let added = Palette.added(to: chord, colours)
        var degrees = [Degree?](repeating: nil, count: 12)
        var own: UInt16 = 0
        for degree in type where degrees[degree.pitchClass] == nil {
            degrees[degree.pitchClass] = degree
            own |= 1 << UInt16(degree.pitchClass)
        }
        for degree in added { degrees[degree.pitchClass] = degree }
        let root = chord.root.pitchClass
        let bass = modulo(chord.lowest.pitchClass - root, 12)
        // A foreign bass is one of the notes, unless a bass player plays it.
        if chord.bass != nil, !hasBand { own |= 1 << UInt16(bass) }
        let isWithoutBass = hasBand || (chord.type.isRootless && chord.bass == nil)
        self.bass = isWithoutBass ? nil : bass
        // A foreign bass, which is none of the notes then, is nothing that could be missing.
        var open: UInt16 = hasBand ? 1 << UInt16(bass) : 0
        if type.count > 3, type.contains(5) { open |= 1 << 7 }
        let says = SaidNumbers(chord.type)
        // C13 and Cmi11 say nothing of their ninth, a mi13 nothing of its eleventh.
        if type.contains(9), !says.ninth { open |= 1 << 2 }
        if type.contains(11), type.contains(anyOf: 13), !says.eleventh { open |= 1 << 5 }
        var oneOf: [UInt16] = []
        if chord.spelled(in: .jazz).isPlainAlt {
            // Of the four alterations one ninth and one of the others say it.
            oneOf = [1 << 1 | 1 << 3, 1 << 6 | 1 << 8]
            for set in oneOf { open |= set }
        }
        // What the bass plays has to sound.
        if let bass = self.bass { open &= ~(1 << UInt16(bass)) }
        self.chord = chord
        self.root = root
        self.degrees = degrees
        self.own = own
        self.open = open
        self.oneOf = oneOf
        self.colours = added.reduce(0) { $0 | 1 << UInt16($1.pitchClass) }
        third = type.first { $0.number == 3 }?.pitchClass ?? type.first { $0.number == 4 || $0.number == 2 }?.pitchClass
        seventh = type.first { $0.number == 7 }?.pitchClass ?? type.first { $0.number == 6 }?.pitchClass
        fifth = type.first { $0.number == 5 }?.pitchClass
    }

    /// Which extensions the name itself says.
    private struct SaidNumbers {
        let ninth: Bool
        let eleventh: Bool

        init(_ type: ChordType) {
            let suffix = type.suffix.utf8
            ninth = suffix.contains(UInt8(ascii: "9"))
            var last: UInt8 = 0
            var hasEleven = false
            for byte in suffix {
                if byte == UInt8(ascii: "1"), last == byte { hasEleven = true }
                last = byte
            }
            eleventh = hasEleven
        }
    }

    /// A plain seventh chord is one without extensions (theory, section 11).
    private static func added(to chord: Chord, _ colours: Colours) -> DegreeSet {
        let type = chord.type.degrees
        guard colours != .none, chord.type.extensions.isEmpty, type.contains(anyOf: 7),
            !type.contains(7, -2), !type.contains(9), type.contains(anyOf: 3) || type.contains(4)
        else { return DegreeSet() }
        if type.contains(3, -1), type.contains(5, -1) { return DegreeSet(Degree(11)) }
        let isDominant = type.contains(7, -1) && !type.contains(3, -1)
        guard isDominant else { return DegreeSet(Degree(9)) }
        let alteration = colours == .minor ? -1 : 0
        // Beside an altered fifth a thirteenth would be one colour too many.
        return type.contains(5) && !type.contains(6)
            ? DegreeSet(Degree(9, alteration), Degree(13, alteration)) : DegreeSet(Degree(9, alteration))
    }

    // MARK: What sounds

    /// Whether nothing is missing that has to sound.
    /// - Parameters:
    ///   - sounding: seen from the root.
    ///   - further: what besides may be missing, because the style leaves it out.
    @inline(__always)
    func isComplete(_ sounding: UInt16, without further: UInt16 = 0) -> Bool {
        let missing = own & ~sounding
        guard missing & ~(open | further) == 0 else { return false }
        for set in oneOf where sounding & set == 0 { return false }
        return true
    }

    func missing(_ sounding: UInt16) -> DegreeSet { set(own & ~sounding) }

    /// What of the chord is in none of these tones.
    func missing(_ tones: [Tone]) -> DegreeSet {
        missing(tones.reduce(0) { $0 | 1 << UInt16(modulo($1.pitch - root, 12)) })
    }

    func added(_ sounding: UInt16) -> DegreeSet { set(colours & sounding & ~own) }

    private func set(_ bits: UInt16) -> DegreeSet {
        var set = DegreeSet()
        for semitones in PitchClassSet(bits: bits) {
            set.insert(degrees[semitones] ?? Degree(aboveBass: semitones))
        }
        return set
    }

    /// The degree that sounds so far above the root; nil for a bass that is foreign to the chord.
    @inline(__always)
    func degree(_ semitones: Int) -> Degree? { degrees[semitones] }

    func tone(_ pitch: Int) -> Tone {
        guard let degree = degrees[modulo(pitch - root, 12)] else {
            return Tone(pitch: pitch, name: chord.lowest, degree: nil)
        }
        return Tone(pitch: pitch, name: chord.root.adding(degree), degree: degree)
    }

    /// The lowest key at or above `floor` that sounds so far above the root.
    func pitch(_ semitones: Int, from floor: Int) -> Int { floor + modulo(root + semitones - floor, 12) }

    func sounds(_ pitch: Int) -> Bool { own & 1 << UInt16(modulo(pitch - root, 12)) != 0 }

    /// The sets of notes that a style may choose among, larger ones first.
    /// - Parameters:
    ///   - pool: what it chooses from.
    ///   - other: what sounds besides.
    ///   - further: what besides may be missing, because the style leaves it out.
    ///   - counts: how many notes it takes.
    func selections(
        from pool: UInt16, beside other: UInt16 = 0, without further: UInt16 = 0, counts: ClosedRange<Int>
    ) -> [UInt16] {
        var found: [UInt16] = []
        // All subsets, the whole first: what comes before a subset in binary is the next.
        var subset = pool
        while subset != 0 {
            if counts.contains(subset.nonzeroBitCount), isComplete(subset | other, without: further) { found.append(subset) }
            subset = (subset &- 1) & pool
        }
        return found
    }
}
