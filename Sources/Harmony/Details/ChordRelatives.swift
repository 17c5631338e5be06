extension Chord {
    /// The chord without its extensions, on the same root; nil where it has none to take away.
    public var base: Chord? {
        type.group == .extended && type.base.degrees.count > 1 ? Chord(root, type.base) : nil
    }

    /// The same sounds named from another of their notes, in degree order of those notes: Cma13(♯11) is also Ami13.
    public func equivalents(in vocabulary: Vocabulary = .jazz) -> [Chord] {
        let roots = vocabulary.rootsNaming(pitchClasses)
        // Over a foreign bass the root itself can name more than the chord did: D/C is D7/C.
        let others = foreignBass == nil && !type.isRootless ? Array(notes.dropFirst()) : notes
        return others.compactMap { note in
            guard roots.contains(note.pitchClass), foreignBass != nil || note.pitchClass != root.pitchClass else {
                return nil
            }
            // One that lacks its fifth is no other name for a whole chord.
            return vocabulary.type(of: pitchClasses, from: note.pitchClass).flatMap {
                $0.lacksFifth ? nil : Chord(note, $0)
            }
        }
    }

    /// The selectable chords that lie inside this one, on its own notes as it spells them, ordered by note and type. The
    /// chord itself is not among them.
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

/// Everything that is said about one chord.
public struct ChordDetails: Sendable {
    public let chord: Chord
    /// Whether the title leaves a fifth unsaid that no one misses, as the jazz vocabulary does.
    let isTitledAsSaid: Bool
    /// The chord as it is played, lowest note first.
    public let voicing: [Tone]
    /// The chord without its extensions; nil for triads and four-note chords.
    public let base: Chord?
    public let extensions: DegreeSet
    public let equivalents: [Chord]
    /// Nil where the base chord is not a rated one, or the bass is foreign to the chord: no one has rated those.
    public let tension: Tension?
    public let scales: FittingScales
    /// Where no scale has all its notes: the one on the chord's root that comes nearest. In the classic vocabulary nil.
    public let nearestScale: NearScale?
    /// Contained chords of four notes.
    public let fourNoteChords: [Chord]
    /// Contained triads.
    public let triads: [Chord]

    /// The name usually shown.
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
        // What only lies inside a large chord does not hold it.
        let isHeld = (scales.primary + scales.parent).contains { chord.pitchClasses.isSubset(of: $0.pitchClasses) }
        nearestScale = vocabulary.isRanked && !isHeld ? chord.nearestScale : nil
        fourNoteChords = contained.filter { $0.type.group == .fourNote }
        triads = contained.filter { $0.type.group == .triad }
    }
}

extension ChordDetails {
    /// The name usually shown, in a hand.
    public func title(in notation: Notation) -> String {
        isTitledAsSaid ? chord.title(in: notation) : chord.shortName(in: notation)
    }
}
