extension ChordToVoice {
    /// The same so many semitones higher, each root named as musicians name it there: C7 with A above it is D♭7 with B♭
    /// above it, and not C♯7 with A♯.
    public func transposed(up semitones: Int) -> ChordToVoice { [self].transposed(up: semitones)[0] }

    /// That of the chord, or of the lower one.
    fileprivate var firstRoot: NoteName {
        switch self {
        case .chord(let chord): chord.root
        case .pair(let pair): pair.lower.root
        }
    }

    fileprivate func moved(byFifths fifths: Int, cost: inout Int) -> ChordToVoice {
        switch self {
        case .chord(let chord): return .chord(chord.moved(byFifths: fifths, cost: &cost))
        case .pair(let pair):
            let lower = pair.lower.moved(byFifths: fifths, cost: &cost)
            // A raised degree, which might as well be a flat one, has no say.
            let isRaised = Degree(from: pair.lower.root, to: pair.upper.root).alteration > 0
            let upper = pair.upper.moved(byFifths: fifths, isFree: isRaised, cost: &cost)
            return .pair(ChordCombiner().combine(lower: lower, upper: upper))
        }
    }
}

extension [ChordToVoice] {
    /// The whole row so many semitones higher, in one spelling: of those in which the first root is one that is said, the one
    /// whose roots are written more often and take fewer accidentals.
    /// - Parameter isWritten: which spellings are allowed, by how far up the line of fifths everything moves.
    public func transposed(up semitones: Int, where isWritten: (Int) -> Bool = { _ in true }) -> [ChordToVoice] {
        if isEmpty || modulo(semitones, 12) == 0 { return self }
        // Seven fifths are a semitone; enharmonic names are twelve apart.
        let near = modulo(7 * semitones + 6, 12) - 6
        var best: (row: [ChordToVoice], cost: Int)?
        for fifths in [near - 12, near, near + 12] where isWritten(fifths) {
            var cost = 0
            let row = map { $0.moved(byFifths: fifths, cost: &cost) }
            // A above C7 is C♯ above E7, and not D♭ above an F♭7 that is called E7.
            guard row.first?.firstRoot.fifths == first.map({ $0.firstRoot.fifths + fifths }) else { continue }
            if cost < best?.cost ?? .max { best = (row, cost) }
        }
        return best?.row ?? self
    }
}

extension Chord {
    /// - Parameters:
    ///   - isFree: the root has no name that it should keep.
    ///   - cost: how unusual it is to write the chord so is added.
    fileprivate func moved(byFifths fifths: Int, isFree: Bool = false, cost: inout Int) -> Chord {
        let wanted = NoteName(fifths: root.fifths + fifths).simplified
        let name = NoteName.ofRoot(wanted, of: type.degrees, advantage: isFree ? 0 : WayCosts.ownSpelling)
        // The bass goes along with the root, wherever that went.
        let bass = bass.map { NoteName(fifths: $0.fifths + name.fifths - root.fifths).simplified }
        let chord = Chord(name, type, bass: bass)
        cost += chord.costOfSpelling
        return chord
    }
}
