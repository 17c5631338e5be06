extension Chord {
    /// The chord that function and scales are based on. For a triad or seventh chord over a foreign bass it is the one
    /// that all notes make together; other chords are themselves.
    ///
    /// A bass a whole step above a major chord, or a fourth above a minor one, is the root of a sus chord: F/G, Fma7/G
    /// and Dmi7/G are G9sus4. A bass that is the seventh of a triad makes it a seventh chord: C/B♭ is C7, C/B is Cma7.
    public var functioning: Chord {
        let above = modulo(Int(lowestPitchClass - rootPitchClass), 12)
        guard let bass, !type.pitchClasses.contains(above) else { return self }
        var degrees = type.degrees
        let hasSeventh = degrees.contains(anyOf: 7)
        let isMinor = degrees.contains(3, -1) && degrees.contains(5)
        guard isMinor || (degrees.contains(3) && degrees.contains(5)) else { return self }
        switch above {
        case 2 where !isMinor && !degrees.contains(7, -1), 5 where isMinor && !degrees.contains(7):
            return Chord(bass, ChordType(DegreeSet(Degree(4), Degree(5), Degree(7, -1), Degree(9))))
        case 10 where !hasSeventh: degrees.insert(Degree(7, -1))
        case 11 where !hasSeventh: degrees.insert(Degree(7))
        default: return self
        }
        return Chord(root, ChordType(degrees))
    }
}
