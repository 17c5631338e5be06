extension Chord {
    /// The chord without its extensions, on the same root; nil if it has none.
    public var base: Chord? {
        type.group == .extended && type.base.degrees.count > 1 ? Chord(root, type.base) : nil
    }

    /// The names of the same pitch classes on other notes of the chord, in degree order of the root: Cma13(♯11) is also
    /// Ami13.
    public func equivalents(in vocabulary: Vocabulary = .jazz) -> [Chord] {
        let roots = vocabulary.rootsNaming(pitchClasses)
        // Over a foreign bass, the root itself can give another name: D/C is D7/C.
        let others = foreignBass == nil && !type.isRootless ? Array(notes.dropFirst()) : notes
        return others.compactMap { note in
            guard roots.contains(note.pitchClass), foreignBass != nil || note.pitchClass != root.pitchClass else {
                return nil
            }
            // A chord without a fifth is not an equivalent of a complete chord.
            return vocabulary.type(of: pitchClasses, from: note.pitchClass).flatMap {
                $0.lacksFifth ? nil : Chord(note, $0)
            }
        }
    }

    /// The selectable chords contained in this one, spelled as here, sorted by note and type, without the chord itself.
    public func containedChords(in vocabulary: Vocabulary = .jazz) -> [Chord] {
        var contained: [Chord] = []
        for note in notes {
            let seen = pitchClasses.seen(from: note.pitchClass)
            for type in vocabulary.selectable where type.pitchClasses.isProperSubset(of: seen) {
                contained.append(Chord(note, type))
            }
        }
        return contained
    }
}

/// All details of one chord.
public struct ChordDetails: Sendable {
    public let chord: Chord
    /// Whether the title omits an unnecessary mention of the fifth, as in the jazz vocabulary.
    let isTitledAsSaid: Bool
    /// The chord as played, lowest note first.
    public let voicing: [Tone]
    /// The chord without its extensions; nil for triads and four-note chords.
    public let base: Chord?
    public let extensions: DegreeSet
    public let equivalents: [Chord]
    /// Nil if the ambiguity of the base chord is not rated, or if the bass is foreign to the chord.
    public let tension: Tension?
    public let scales: FittingScales
    /// The nearest scale on the chord's root if no scale contains all notes. Nil in the classic vocabulary.
    public let nearestScale: NearScale?
    /// Contained four-note chords.
    public let fourNoteChords: [Chord]
    /// Contained triads.
    public let triads: [Chord]

    /// The short name.
    public var title: String { title(in: Notation()) }

    public init(of chord: Chord, in vocabulary: Vocabulary = .jazz) {
        let contained = chord.containedChords(in: vocabulary)
        self.chord = chord
        isTitledAsSaid = vocabulary.isRanked
        voicing = chord.voicing(keepingBass: vocabulary.isRanked)
        base = chord.base
        extensions = chord.type.extensions
        equivalents = chord.equivalents(in: vocabulary)
        let rated = vocabulary.isRanked ? chord.type.tension ?? chord.type.tensionWithFifth : chord.type.tension
        tension = chord.foreignBass == nil ? rated : nil
        scales = chord.fittingScales
        // Scales that only lie inside a large chord do not contain it.
        let isHeld = (scales.primary + scales.parent).contains { chord.pitchClasses.isSubset(of: $0.pitchClasses) }
        nearestScale = vocabulary.isRanked && !isHeld ? chord.nearestScale : nil
        fourNoteChords = contained.filter { $0.type.group == .fourNote }
        triads = contained.filter { $0.type.group == .triad }
    }
}

extension ChordDetails {
    /// The short name in a notation.
    public func title(in notation: Notation) -> String {
        isTitledAsSaid ? chord.title(in: notation) : chord.shortName(in: notation)
    }
}
