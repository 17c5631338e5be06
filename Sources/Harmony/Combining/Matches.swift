/// The single changes to one chord with which it unifies with the other or makes a slash chord.
public struct Matches: Sendable, Hashable {
    /// Letters that match with the current accidental and type.
    public let letters: [Letter]
    /// Accidentals that match with the current letter and type, in picker order.
    public let accidentals: [Accidental]
    /// Selectable types that match on the current root, in picker order.
    public let types: [ChordType]
}

extension Combination.Kind {
    /// Whether two chords of this kind match, that is, make one chord.
    public var isMatch: Bool { self != .polychord }
}

extension Combination {
    /// How rarely musicians write the result, in decibels of the jazz vocabulary; 0 is a major triad. A polychord ranks
    /// above every named chord.
    public var strangeness: Int {
        let strangest = Int(Vocabulary.Choice.unheard)
        guard let root = result?.root.pitchClass else { return strangest }
        let sounding = lower.pitchClasses.union(upper.pitchClasses)
        guard let interpretation = Interpretation.all[Int(sounding.seen(from: root).bits)] else { return strangest - 1 }
        return interpretation.cost + interpretation.cost(ofBass: modulo(bass.pitchClass - root, 12))
    }
}

extension ChordCombiner {
    /// The matches while one of two chords is edited. A property matches if the chord with only this change does not
    /// make a polychord.
    public func matches(editing half: Half, lower: Chord, upper: Chord) -> Matches {
        let edited = half == .lower ? lower : upper

        func matches(_ root: NoteName, _ type: ChordType) -> Bool {
            let changed = Chord(root, type, bass: edited.bass)
            let outcome =
                half == .lower
                ? outcome(lower: changed, upper: upper) : outcome(lower: lower, upper: changed)
            return outcome.kind.isMatch
        }

        let root = edited.root
        return Matches(
            letters: Letter.allCases.filter { matches(NoteName($0, root.accidental), edited.type) },
            accidentals: Accidental.choices.filter { matches(NoteName(root.letter, $0), edited.type) },
            types: vocabulary.selectable.filter { matches(root, $0) }
        )
    }
}
