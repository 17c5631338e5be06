/// Which single changes of a chord would still unify with the other one, or make a slash chord with it.
public struct Matches: Sendable, Hashable {
    /// Letters that match with the present accidental and type.
    public let letters: [Letter]
    /// Accidentals that match with the present letter and type, in picker order.
    public let accidentals: [Accidental]
    /// Selectable types that match on the present root, in picker order.
    public let types: [ChordType]
}

extension Combination.Kind {
    /// Whether two chords that make this match: together they are one chord.
    public var isMatch: Bool { self != .polychord }
}

extension Combination {
    /// How seldom musicians write the name of the result, in decibels as the jazz vocabulary counts them: 0 is a major
    /// triad. A polychord, which has no name of its own, is stranger than all that have.
    public var strangeness: Int {
        let strangest = Int(Vocabulary.Choice.unheard)
        guard let root = result?.root.pitchClass else { return strangest }
        let sounding = lower.pitchClasses.union(upper.pitchClasses)
        guard let interpretation = Interpretation.all[Int(sounding.seen(from: root).bits)] else { return strangest - 1 }
        return interpretation.cost + interpretation.cost(ofBass: modulo(bass.pitchClass - root, 12))
    }
}

extension ChordCombiner {
    /// What matches while one of two chords is edited: a property matches when the chord with that property, all else
    /// held, does not end in a polychord.
    public func matches(editing half: Half, lower: Chord, upper: Chord) -> Matches {
        let edited = half == .lower ? lower : upper

        func matches(_ root: NoteName, _ type: ChordType) -> Bool {
            let changed = Chord(root, type, bass: edited.bass)
            let outcome = half == .lower
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
