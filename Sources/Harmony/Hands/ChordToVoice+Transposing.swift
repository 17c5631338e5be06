extension ChordToVoice {
    /// The same transposed up, each root with its usual name: A above C7 becomes B♭ above D♭7, not A♯ above C♯7.
    public func transposed(up semitones: Int) -> ChordToVoice { [self].transposed(up: semitones)[0] }

    /// The root of the chord, or of the lower chord.
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
            let upper = pair.upper.moved(
                byFifths: fifths, as: Degree(from: pair.lower.root, to: pair.upper.root), cost: &cost)
            return .pair(ChordCombiner().combine(lower: lower, upper: upper))
        }
    }
}

extension [ChordToVoice] {
    /// The whole progression transposed up, in one spelling. Among spellings with a usual name for the first root, the
    /// one with the most common roots and fewest accidentals is chosen.
    /// - Parameter isWritten: whether a spelling is allowed, given the distance moved on the line of fifths.
    public func transposed(up semitones: Int, where isWritten: (Int) -> Bool = { _ in true }) -> [ChordToVoice] {
        if isEmpty || modulo(semitones, 12) == 0 { return self }
        // Seven fifths are a semitone; enharmonic names are twelve fifths apart.
        let near = modulo(7 * semitones + 6, 12) - 6
        var best: (row: [ChordToVoice], cost: Int)?
        for fifths in [near - 12, near, near + 12] where isWritten(fifths) {
            var cost = 0
            let row = map { $0.moved(byFifths: fifths, cost: &cost) }
            // A above C7 becomes C♯ above E7, not D♭ above an F♭7 that is simplified to E7.
            guard row.first?.firstRoot.fifths == first.map({ $0.firstRoot.fifths + fifths }) else { continue }
            if cost < best?.cost ?? .max { best = (row, cost) }
        }
        return best?.row ?? self
    }
}

extension Chord {
    /// - Parameters:
    ///   - degree: the root's degree above a lower chord.
    ///   - cost: receives the added cost of the spelling.
    fileprivate func moved(byFifths fifths: Int, as degree: Degree? = nil, cost: inout Int) -> Chord {
        let wanted = NoteName(fifths: root.fifths + fifths).simplified
        let name = NoteName.ofRoot(wanted, of: type.degrees, advantage: WayCosts.ownSpelling(of: degree))
        // The bass moves with the root.
        let bass = bass.map { NoteName(fifths: $0.fifths + name.fifths - root.fifths).simplified }
        let chord = Chord(name, type, bass: bass)
        cost += chord.costOfSpelling
        return chord
    }
}
