/// The notes available for voicing a chord, relative to its root: required, optional and added notes.
struct Palette: Sendable {
    let chord: Chord
    let root: Int
    /// The degree of each note, by semitones above the root.
    private let degrees: [Degree?]
    /// All notes of the chord.
    let own: UInt16
    /// Color tones that a style may add.
    let colors: UInt16
    /// Notes that are optional in every style: the natural fifth of chords larger than a triad, a ninth or eleventh
    /// implied by the name, and the lowest note with a bass player.
    let open: UInt16
    /// Whether the chord is a plain `alt`, whose alterations are not specified.
    var isAltered: Bool { !oneOf.isEmpty }
    /// Whether rootless forms keep the root, because a diminished seventh chord is a triad without it.
    var needsRoot: Bool { degree(9) == Degree(7, -2) && (own & ~1).nonzeroBitCount < 4 }
    /// Whether it has a ninth, which can replace the root.
    var hasNinth: Bool { (1...3).contains { own & 1 << UInt16($0) != 0 && degrees[$0]?.number == 9 } }
    /// Sets of which at least one note must sound.
    let oneOf: [UInt16]
    /// The lowest note in semitones above the root; nil if a bass player plays it.
    let bass: Int?
    /// The third or the suspended note, which may be an eleventh.
    let third: Int?
    /// The seventh, or the sixth in its place.
    let seventh: Int?
    let fifth: Int?
    /// Whether the chord is a slash chord and no bass player plays its bass.
    var isSlash: Bool { bass != nil && bass != 0 }

    /// The color tones that may be added to a plain seventh chord.
    enum Colors: Sendable, Hashable {
        case none
        /// The tones of the key.
        case natural
        /// The same, but with ♭9 and ♭13 on dominants that resolve to a minor chord.
        case minor
    }

    /// - Parameter style: the style that may add color tones.
    init(_ chord: Chord, hasBassPlayer: Bool, in style: VoicingStyle = .close, colors: Colors = .none) {
        let type = chord.type.degrees
        let added = colors == .none ? DegreeSet() : Palette.added(to: chord.type, in: style, colors)
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
        if chord.bass != nil, !hasBassPlayer { own |= 1 << UInt16(bass) }
        let isWithoutBass = hasBassPlayer || (chord.type.isRootless && chord.bass == nil)
        self.bass = isWithoutBass ? nil : bass
        // A foreign bass played by a bass player is not one of the notes and cannot be missing.
        var open: UInt16 = hasBassPlayer ? 1 << UInt16(bass) : 0
        if type.hasOptionalFifth { open |= 1 << 7 }
        let says = SaidNumbers(chord.type)
        // The names C13 and Cmi11 imply the ninth, and mi13 the eleventh.
        if type.contains(9), !says.ninth, !type.isSuspendedByEleventh { open |= 1 << 2 }
        if type.contains(11), type.contains(anyOf: 13), !says.eleventh { open |= 1 << 5 }
        var oneOf: [UInt16] = []
        if chord.spelled(in: .jazz).isPlainAlt {
            // One altered ninth and one of the other two alterations are enough.
            oneOf = [1 << 1 | 1 << 3, 1 << 6 | 1 << 8]
            for set in oneOf { open |= set }
        }
        // The bass itself must sound.
        if let bass = self.bass { open &= ~(1 << UInt16(bass)) }
        self.chord = chord
        self.root = root
        self.degrees = degrees
        self.own = own
        self.open = open
        self.oneOf = oneOf
        self.colors = added.reduce(0) { $0 | 1 << UInt16($1.pitchClass) }
        third =
            type.first { $0.number == 3 }?.pitchClass ?? type.first { $0.number == 4 || $0.number == 2 }?.pitchClass
            ?? (type.isSuspendedByEleventh ? Degree(11).pitchClass : nil)
        seventh = type.first { $0.number == 7 }?.pitchClass ?? type.first { $0.number == 6 }?.pitchClass
        fifth = type.first { $0.number == 5 }?.pitchClass
    }

    /// The extensions that the name mentions.
    private struct SaidNumbers {
        let ninth: Bool
        let eleventh: Bool

        init(_ type: ChordType) {
            let suffix = type.suffix.bytes
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

    /// The color tones that a style adds to a plain seventh or sixth chord, one without extensions.
    ///
    /// Rootless forms have four notes. They add a 9; on dominants 9 and 13; the 11 to a half-diminished chord, because
    /// its 9 is foreign to the key. An upper structure adds the same, and the ♭13 of a half-diminished chord.
    private static func added(to chord: ChordType, in style: VoicingStyle, _ colors: Colors) -> DegreeSet {
        let type = chord.degrees
        switch style {
        case .rootlessA, .rootlessB, .upperStructure: break
        case .soWhat, .kennyBarron: return implied(by: style, on: chord)
        default: return DegreeSet()
        }
        var extensions = chord.extensions
        // Without its root and the fifth that the ♭13 replaces, 7(♭13) has three notes.
        if style.isRootless { extensions = extensions.subtracting(DegreeSet(Degree(13, -1))) }
        guard extensions.isEmpty, type.contains(anyOf: 7) || type.contains(anyOf: 6), !type.contains(7, -2),
            !type.contains(9), type.contains(anyOf: 3) || type.contains(4)
        else { return DegreeSet() }
        if type.contains(3, -1), type.contains(5, -1), type.contains(7, -1) {
            return style.isRootless ? DegreeSet(Degree(11)) : DegreeSet(Degree(11), Degree(13, -1))
        }
        guard type.contains(7, -1), !type.contains(3, -1) else { return DegreeSet(Degree(9)) }
        let alteration = colors == .minor ? -1 : 0
        // With an altered fifth, no thirteenth is added.
        let hasAlteredFifth = type.contains(5, -1) || type.contains(5, 1)
        return !hasAlteredFifth && !type.contains(6) && !type.contains(anyOf: 13)
            ? DegreeSet(Degree(9, alteration), Degree(13, alteration)) : DegreeSet(Degree(9, alteration))
    }

    /// The color tones of So What and of Kenny Barron's voicing on a plain minor or major seventh chord.
    private static func implied(by style: VoicingStyle, on chord: ChordType) -> DegreeSet {
        let type = chord.degrees
        guard chord.extensions.isEmpty, type.contains(5) else { return DegreeSet() }
        let isSoWhat = style == .soWhat
        if type.contains(3, -1), type.contains(7, -1) {
            return isSoWhat ? DegreeSet(Degree(11)) : DegreeSet(Degree(9), Degree(11))
        }
        guard type.contains(3), type.contains(7) else { return DegreeSet() }
        return isSoWhat ? DegreeSet(Degree(9), Degree(13)) : DegreeSet(Degree(9), Degree(11, 1))
    }

    // MARK: What sounds

    /// Whether all required notes sound.
    /// - Parameters:
    ///   - sounding: relative to the root.
    ///   - further: other notes that the style may omit.
    @inline(__always)
    func isComplete(_ sounding: UInt16, without further: UInt16 = 0) -> Bool {
        let missing = own & ~sounding
        guard missing & ~(open | further) == 0 else { return false }
        for set in oneOf where sounding & set == 0 { return false }
        return true
    }

    func missing(_ sounding: UInt16) -> DegreeSet { set(own & ~sounding) }

    /// The degrees of the chord that are not in these tones.
    func missing(_ tones: [Tone]) -> DegreeSet {
        missing(tones.reduce(0) { $0 | 1 << UInt16(modulo($1.pitch - root, 12)) })
    }

    /// The color tones that the symbol, with its bass, does not have.
    func added(_ sounding: UInt16) -> DegreeSet {
        set(colors & sounding & ~own & ~(1 << UInt16(modulo(chord.lowest.pitchClass - root, 12))))
    }

    private func set(_ bits: UInt16) -> DegreeSet {
        var set = DegreeSet()
        for semitones in PitchClassSet(bits: bits) {
            set.insert(degrees[semitones] ?? Degree(aboveBass: semitones))
        }
        return set
    }

    /// The degree at this distance above the root; nil for a bass foreign to the chord.
    @inline(__always)
    func degree(_ semitones: Int) -> Degree? { degrees[semitones] }

    func tone(_ pitch: Int) -> Tone {
        guard let degree = degrees[modulo(pitch - root, 12)] else {
            return Tone(pitch: pitch, name: chord.lowest, degree: nil)
        }
        return Tone(pitch: pitch, name: chord.root.adding(degree), degree: degree)
    }

    /// The lowest key at or above `floor` with this distance above the root.
    func pitch(_ semitones: Int, from floor: Int) -> Int { floor + modulo(root + semitones - floor, 12) }

    /// Whether one of the keys from `first` on is a ninth, eleventh or thirteenth.
    func hasTension(_ shape: Shape, from first: Int) -> Bool {
        (first..<shape.count).contains { degree(shape.semitones($0))?.number ?? 0 > 7 }
    }

    func sounds(_ pitch: Int) -> Bool { own & 1 << UInt16(modulo(pitch - root, 12)) != 0 }

    /// The selections of notes that a style may use, larger ones first.
    /// - Parameters:
    ///   - pool: the available notes.
    ///   - other: notes that sound in addition.
    ///   - further: other notes that the style may omit.
    ///   - counts: the allowed numbers of notes.
    func selections(
        from pool: UInt16, beside other: UInt16 = 0, without further: UInt16 = 0, counts: ClosedRange<Int>
    ) -> [UInt16] {
        var found: [UInt16] = []
        // All subsets in descending binary order, beginning with the whole set.
        var subset = pool
        while subset != 0 {
            if counts.contains(subset.nonzeroBitCount), isComplete(subset | other, without: further) {
                found.append(subset)
            }
            subset = (subset &- 1) & pool
        }
        return found
    }
}
