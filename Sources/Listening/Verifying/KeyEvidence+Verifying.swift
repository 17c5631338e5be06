import Harmony

extension KeyEvidence {
    /// A key that probably was struck.
    public struct Note: Sendable {
        /// The MIDI number.
        public let pitch: Int
        /// The probability that the key was struck, from 0.5 to 1.
        public let confidence: Double
    }

    /// The MIDI numbers of a piano's keys.
    public static let pitches =
        NoteActivations.lowestPitch...NoteActivations.lowestPitch + NoteActivations.keys - 1

    /// The keys that are considered. Below E1 and above G♯7, the model hears too little.
    private static let range = 7..<84
    /// How rare a struck key is among those that are considered: ln(1/10).
    private static let rarity: Float = -2.3
    /// A margin of this many units of the likelihood ratio is a score of 0.73.
    private static let unit: Float = 1

    /// The logarithm of the likelihood ratio that a key was struck, if the other notes of a chord are known.
    ///
    /// - Parameter chord: whether each key is in the chord.
    func likelihood(of key: Int, in chord: [Bool]) -> (value: Float, row: VerifierTable.Row) {
        let row = VerifierTable.rows[Relation(of: key, in: chord).rawValue]
        return ((row.weights * keys[key]).sum() + row.constant, row)
    }

    /// The notes that are heard without knowing what to expect, from low to high.
    ///
    /// Keys are added from low to high, because a partial sounds above its note.
    public var notes: [Note] {
        var chord = [Bool](repeating: false, count: NoteActivations.keys)
        var result: [Note] = []
        for key in KeyEvidence.range {
            let (value, row) = likelihood(of: key, in: chord)
            // A partial must be as clear as an extra note.
            let bound = max(-KeyEvidence.rarity, Relation(of: key, in: chord) == .free ? 0 : row.maximumExtra)
            guard value >= bound else { continue }
            chord[key] = true
            let confidence = (value - bound).sigmoid
            result.append(Note(pitch: key + NoteActivations.lowestPitch, confidence: Double(confidence)))
        }
        return result
    }

    /// Verifies that expected notes, and no others, were struck.
    public func verdict(on expected: ExpectedSound) -> SoundVerdict {
        switch expected {
        case .pitches(let pitches): verdict(on: pitches)
        case .classes(let required, let allowed, let oneOf): verdict(required, allowed, oneOf)
        }
    }

    /// The verdict on exact MIDI numbers.
    private func verdict(on pitches: [Int]) -> SoundVerdict {
        var chord = [Bool](repeating: false, count: NoteActivations.keys)
        for pitch in pitches { chord[pitch - NoteActivations.lowestPitch] = true }
        var margins = Margins()
        for key in chord.indices where chord[key] || KeyEvidence.range.contains(key) {
            let (value, row) = likelihood(of: key, in: chord)
            if chord[key] {
                margins.expect(value, row, name: key + NoteActivations.lowestPitch)
            } else {
                margins.reject(value, row, pitch: key + NoteActivations.lowestPitch)
            }
        }
        return margins.verdict
    }

    /// The verdict on any voicing.
    private func verdict(
        _ required: PitchClassSet, _ allowed: PitchClassSet, _ oneOf: [PitchClassSet]
    ) -> SoundVerdict {
        // The keys that were probably struck. Their partials explain others.
        var chord = [Bool](repeating: false, count: NoteActivations.keys)
        for note in notes { chord[note.pitch - NoteActivations.lowestPitch] = true }
        // The best key of each pitch class, and the keys of others.
        var best = [(value: Float, row: VerifierTable.Row)?](repeating: nil, count: 12)
        var margins = Margins()
        for key in KeyEvidence.range {
            let pitch = key + NoteActivations.lowestPitch
            let (value, row) = likelihood(of: key, in: chord)
            if !allowed.contains(pitch % 12) {
                margins.reject(value, row, pitch: pitch)
            } else if best[pitch % 12].map({ value - row.minimumExpected > $0.value - $0.row.minimumExpected }) ?? true {
                best[pitch % 12] = (value, row)
            }
        }
        for pitchClass in 0..<12 where required.contains(pitchClass) {
            if let (value, row) = best[pitchClass] { margins.expect(value, row, name: pitchClass) }
        }
        for set in oneOf {
            var chosen: (value: Float, row: VerifierTable.Row)?
            for pitchClass in 0..<12 where set.contains(pitchClass) {
                if let (value, row) = best[pitchClass],
                    chosen.map({ value - row.minimumExpected > $0.value - $0.row.minimumExpected }) ?? true
                {
                    chosen = (value, row)
                }
            }
            // No name, because any of them would do.
            if let (value, row) = chosen { margins.expect(value, row, name: nil) }
        }
        return margins.verdict
    }
}

/// Collects how far the keys are from the bounds of a right chord.
private struct Margins {
    /// The least distance to a bound. It is negative if the chord is not right.
    private var least = Float.infinity
    private var isSurelyWrong = false
    private var missing: [Int] = []
    private var extra: [Int] = []

    mutating func expect(_ value: Float, _ row: VerifierTable.Row, name: Int?) {
        least = min(least, value - row.minimumExpected)
        guard value < row.surelyMissing else { return }
        isSurelyWrong = true
        if let name { missing.append(name) }
    }

    mutating func reject(_ value: Float, _ row: VerifierTable.Row, pitch: Int) {
        least = min(least, row.maximumExtra - value)
        guard value > row.surelyStruck else { return }
        isSurelyWrong = true
        extra.append(pitch)
    }

    var verdict: SoundVerdict {
        let isRight = least >= 0
        return SoundVerdict(
            answer: isRight ? .right : isSurelyWrong ? .notYet : .unsure, score: Double(least.sigmoid),
            missing: isRight ? [] : missing, extra: isRight ? [] : extra)
    }
}
