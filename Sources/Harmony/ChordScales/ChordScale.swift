/// A scale over a chord, as a teacher gives it: with the notes to avoid.
public struct ChordScale: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        /// A scale that spells every degree of the chord.
        case scale
        /// A pentatonic that fits the chord without containing it.
        case pentatonic
        /// The blues scale of the tonic.
        case blues
    }

    public let kind: Kind
    public let root: NoteName
    /// The name after the root: `Lydian dominant`.
    public let typeName: String
    /// The notes, ascending from the root, without double accidentals.
    public let notes: [NoteName]
    /// The notes of the scale a half step above a chord tone, which are not held.
    public let avoid: [NoteName]

    /// The scale as played upwards from the octave of middle C, ending on the root, as MIDI numbers.
    public var pitches: [Int] {
        var pitch = 60 + root.pitchClass
        var pitches: [Int] = []
        for note in notes + [root] {
            if let last = pitches.last { pitch = last + (note.pitchClass - last % 12 + 12) % 12 }
            pitches.append(pitch)
        }
        return pitches
    }

    /// `C Lydian dominant`.
    public func name(in notation: Notation = Notation()) -> String {
        notation.written(root) + " " + notation.written(typeName)
    }
}

extension Chord {
    /// The scales over the chord in the order in which a teacher gives them: those of its function, then pentatonics
    /// inside one of them, and in a blues the blues scale of the tonic. Alterations in the chord override the function.
    /// - Parameters:
    ///   - function: nil without a key.
    ///   - key: the key of the function.
    public func scales(as function: HarmonicFunction?, in key: Key?) -> [ChordScale] {
        let functioning = functioning
        guard functioning.type == type else { return functioning.scales(as: function, in: key) }
        let types = TaughtScale.all
        var chosen = ScaleCase(of: type, as: function, in: key).scales.filter { types[$0].spells(type) }
        if chosen.isEmpty { chosen = (0..<TaughtScale.modeCount).filter { types[$0].spells(type) } }
        var scales = chosen.map { scale(types[$0], .scale, on: root) }
        let pentatonic = types[type.hasMinorThird ? TaughtScale.minorPentatonic : TaughtScale.majorPentatonic]
        for above in pentatonicRoots {
            let sounding = pentatonic.degrees.pitchClasses.transposed(up: above.pitchClass)
            // The passing note of a bebop scale makes no pentatonic.
            let fits = chosen.contains {
                types[$0].degrees.count < 8 && sounding.isSubset(of: types[$0].degrees.pitchClasses)
            }
            if fits { scales.append(scale(pentatonic, .pentatonic, on: root.adding(above).simplified)) }
        }
        if let function, let key, function.isInBlues, type.isDominant, [0, 5, 7].contains(function.root) {
            scales.append(scale(types[TaughtScale.blues], .blues, on: key.tonic))
        }
        return scales
    }

    /// The roots of the usual pentatonics above the chord's root: 1 5 2, and ♭5 on an altered dominant.
    private var pentatonicRoots: [Degree] {
        let degrees = type.degrees
        if type.isDominant {
            return degrees.contains(9, 1) && !degrees.contains(5) ? [Degree(5, -1)] : []
        }
        if degrees.contains(5, -1) || degrees.contains(5, 1) || type.hasNoThird { return [] }
        return [Degree(1), Degree(5), Degree(2)]
    }

    private func scale(_ taught: TaughtScale, _ kind: ChordScale.Kind, on scaleRoot: NoteName) -> ChordScale {
        var notes: [NoteName] = []
        var avoid: [NoteName] = []
        for degree in taught.degrees {
            let note = scaleRoot.adding(spelling(of: degree, on: scaleRoot)).simplified
            notes.append(note)
            guard kind == .scale, note.pitchClass != bass?.pitchClass else { continue }
            if isAvoided(degree.pitchClass, in: taught.degrees) { avoid.append(note) }
        }
        return ChordScale(kind: kind, root: scaleRoot, typeName: taught.name, notes: notes, avoid: avoid)
    }

    /// The chord's own degree for a degree of a scale on its root: ♭13 for ♯5 over C7(♭13).
    private func spelling(of degree: Degree, on scaleRoot: NoteName) -> Degree {
        scaleRoot == root ? type.degrees.degree(sounding: degree.pitchClass) ?? degree : degree
    }

    /// Whether a note this far above the root lies a half step above a chord tone. The natural fifth over a lowered one
    /// is not avoided. On dominants, and triads with the scale of a dominant, ♭9, ♯9 and ♭13 are tensions.
    private func isAvoided(_ semitones: Int, in scale: DegreeSet) -> Bool {
        let sounding = type.pitchClasses
        guard semitones != 7, !sounding.contains(semitones), sounding.contains((semitones + 11) % 12) else {
            return false
        }
        let isDominant = type.isDominant || (scale.contains(3) && scale.contains(7, -1))
        // The major seventh is the passing note of the bebop scale.
        return !isDominant || ![1, 3, 8, 11].contains(semitones)
    }
}

/// A scale type by its name among teachers.
package struct TaughtScale: Sendable {
    /// A name or alternate name of a ``ScaleType``.
    package let name: String
    package let degrees: DegreeSet

    /// Whether the scale has every degree of the chord by its own spelling: the ♯2 of the half–whole scale is not ♭3.
    ///
    /// Over chords without a minor third, ♭5 counts as ♯11 and ♯5 as ♭13. Over a dominant the natural fifth may be
    /// absent.
    package func spells(_ chord: ChordType) -> Bool {
        for degree in chord.degrees {
            let low = Degree(degree.number > 7 ? degree.number - 7 : degree.number, degree.alteration)
            if degrees.contains(low) { continue }
            guard !chord.hasMinorThird else { return false }
            let isFound =
                switch (low.number, low.alteration) {
                case (5, 0): chord.isDominant
                case (5, -1): degrees.contains(4, 1)
                case (4, 1): degrees.contains(5, -1)
                case (5, 1): degrees.contains(6, -1)
                case (6, -1): degrees.contains(5, 1) && chord.isDominant
                default: false
                }
            if !isFound { return false }
        }
        return true
    }

    /// The scales that ``ScaleCase`` names by their place in the list, those that spell chords first.
    package static let all: [TaughtScale] = table.parts(at: "\n").map { row in
        let columns = row.parts(at: "|")
        return TaughtScale(name: columns[0], degrees: DegreeSet(columns[1])!)
    }

    /// The number of scales that may spell a chord.
    package static let modeCount = 29
    static let majorPentatonic = 29
    static let minorPentatonic = 30
    static let blues = 31

    private static let table = """
        Ionian|1 2 3 4 5 6 7
        Dorian|1 2 ♭3 4 5 6 ♭7
        Phrygian|1 ♭2 ♭3 4 5 ♭6 ♭7
        Lydian|1 2 3 ♯4 5 6 7
        Mixolydian|1 2 3 4 5 6 ♭7
        Aeolian|1 2 ♭3 4 5 ♭6 ♭7
        Locrian|1 ♭2 ♭3 4 ♭5 ♭6 ♭7
        Melodic minor|1 2 ♭3 4 5 6 7
        Harmonic minor|1 2 ♭3 4 5 ♭6 7
        Lydian augmented|1 2 3 ♯4 ♯5 6 7
        Lydian dominant|1 2 3 ♯4 5 6 ♭7
        Mixolydian ♭6|1 2 3 4 5 ♭6 ♭7
        Locrian ♮2|1 2 ♭3 4 ♭5 ♭6 ♭7
        Altered|1 ♭2 ♯2 3 ♭5 ♯5 ♭7
        Dorian ♭2|1 ♭2 ♭3 4 5 6 ♭7
        Phrygian dominant|1 ♭2 3 4 5 ♭6 ♭7
        Mixolydian ♭2|1 ♭2 3 4 5 6 ♭7
        Half-Whole diminished|1 ♭2 ♯2 3 ♯4 5 6 ♭7
        Whole-Half diminished|1 2 ♭3 4 ♭5 ♭6 °7 7
        Ultralocrian|1 ♭2 ♭3 ♭4 ♭5 ♭6 °7
        Whole tone|1 2 3 ♯4 ♯5 ♭7
        Bebop major|1 2 3 4 5 ♯5 6 7
        Bebop dominant|1 2 3 4 5 6 ♭7 7
        Bebop Dorian|1 2 ♭3 3 4 5 6 ♭7
        Dorian ♯4|1 2 ♭3 ♯4 5 6 ♭7
        Lydian ♯2|1 ♯2 3 ♯4 5 6 7
        Lydian ♭3|1 2 ♭3 ♯4 5 6 7
        Dorian ♭5|1 2 ♭3 4 ♭5 6 ♭7
        Locrian ♮6|1 ♭2 ♭3 4 ♭5 6 ♭7
        Major pentatonic|1 2 3 5 6
        Minor pentatonic|1 ♭3 4 5 ♭7
        Blues|1 ♭3 4 ♭5 5 ♭7
        """
}
