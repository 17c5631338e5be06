extension Key {
    /// The four chords that close a piece and so make its key plain: I IV V7 I, in minor i iv V7 i, with the leading tone of
    /// the harmonic minor.
    public var cadence: [Chord] {
        let tonic = triads[0].chord
        // Whatever the mode, it is the dominant seventh that leads home.
        let dominant = SecondaryDominant.seventh(on: self.tonic.adding(Degree(5)))
        return [tonic, triads[3].chord, dominant, tonic]
    }

    /// The cadence as a pianist plays it: the root in the left hand, in the right hand the chord around middle C, each
    /// note moving as little as it can.
    /// - Returns: MIDI numbers of each chord, lowest first.
    public var voicedCadence: [[Int]] {
        var right: [Int] = []
        return cadence.map { chord in
            right = Key.rightHand(of: chord, after: right)
            // The octave below the right hand's: F2…E3.
            return [41 + modulo(chord.root.pitchClass - 5, 12)] + right
        }
    }

    /// Three notes, for a seventh chord those without the fifth, in the position that lies nearest to the one before.
    private static func rightHand(of chord: Chord, after last: [Int]) -> [Int] {
        let isSeventh = chord.type.degrees.count > 3
        let notes = chord.type.degrees.filter { !isSeventh || $0.number != 5 }.map { chord.root.adding($0).pitchClass }
        let middleC = 60
        // Each note as the lowest one in turn, from the G below middle C.
        let positions = notes.indices.map { lowest in
            var position: [Int] = []
            for offset in notes.indices {
                let pitchClass = notes[(lowest + offset) % notes.count]
                let floor = position.last.map { $0 + 1 } ?? middleC - 5
                position.append(floor + modulo(pitchClass - floor, 12))
            }
            return position
        }
        guard !last.isEmpty else { return positions.min { $0[0] < $1[0] }! }
        func movement(_ position: [Int]) -> Int { zip(position, last).reduce(0) { $0 + abs($1.0 - $1.1) } }
        return positions.min { movement($0) < movement($1) }!
    }
}
