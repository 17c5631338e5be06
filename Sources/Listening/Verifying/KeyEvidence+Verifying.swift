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
    /// The least sum of a note that is listed without knowing what to expect: ln 10, because about one key in ten is
    /// struck.
    private static let leastOfNote: Float = 2.3
    /// The least sum of a note that explains partials if any voicing is right.
    private static let leastInVoicing: Float = 1
    /// At this distance in semitones, a neighbor counts 1/e of what the nearest ones count.
    private static let neighborhood: Float = 6
    /// Partials 1, 3, 4, 5 and 6 of a key, in semitones above it. Those of the octave below are too weak up there to be
    /// taken for them.
    private static let partials = [0, 19, 24, 28, 31]
    /// What a pitch class needs more than a certain key, because the best of several keys counts.
    private static let surplus: Float = 1

    /// The logarithm of the likelihood ratio that a key was struck, if only some lower notes are known.
    ///
    /// - Parameter chord: whether each key is in the chord.
    private func likelihood(of key: Int, above chord: [Bool]) -> Float {
        let row = NoteTable.rows[Relation(of: key, in: chord).rawValue]
        return (row.weights * keys[key]).sum() + row.constant
    }

    /// The same if the other notes of a chord are known.
    private func likelihood(of key: Int, in chord: [Bool]) -> (value: Float, row: VerifierTable.Row) {
        let row = VerifierTable.rows[Relation(of: key, in: chord).rawValue]
        return (zip(row.weights, numbers(of: key, in: chord)).reduce(row.constant) { $0 + $1.0 * $1.1 }, row)
    }

    /// What tells whether a key was struck with a chord: `VerifierTable.Row.weights` are for these numbers.
    private func numbers(of key: Int, in chord: [Bool]) -> [Float] {
        let own = keys[key]
        // Neighbors are struck about as hard, and sound in the same register of the piano. Without any, the key itself.
        var (total, sustained, late, level): (Float, Float, Float, Float) = (0, 0, 0, 0)
        for other in chord.indices where chord[other] && other != key {
            let weight = (Float(-abs(other - key)) / KeyEvidence.neighborhood).exponential
            total += weight
            sustained += weight * keys[other].y
            late += weight * keys[other].w
            level += weight * levels[other]
        }
        if total == 0 { (total, sustained, late, level) = (1, own.y, own.w, levels[key]) }
        return [own.x, own.y, own.z, own.w, sustained / total, late / total]
            + KeyEvidence.partials.map { levels[min(key + $0, levels.count - 1)] - level / total }
    }

    /// The notes that are heard without knowing what to expect, from low to high.
    public var notes: [Note] {
        struck { _ in KeyEvidence.leastOfNote }.map { key, value in
            Note(
                pitch: key + NoteActivations.lowestPitch,
                confidence: Double((value - KeyEvidence.leastOfNote).sigmoid))
        }
    }

    /// The keys that were probably struck, with their sums, from low to high, because partials sound above their notes.
    ///
    /// - Parameter least: the least sum of a pitch class; nil if it is not considered.
    private func struck(_ least: (Int) -> Float?) -> [(key: Int, value: Float)] {
        var chord = [Bool](repeating: false, count: NoteActivations.keys)
        var result: [(key: Int, value: Float)] = []
        for key in KeyEvidence.range {
            guard let bound = least((key + NoteActivations.lowestPitch) % 12) else { continue }
            let value = likelihood(of: key, above: chord)
            guard value >= bound else { continue }
            chord[key] = true
            result.append((key, value))
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
        var expected = [Bool](repeating: false, count: NoteActivations.keys)
        for pitch in pitches { expected[pitch - NoteActivations.lowestPitch] = true }
        // A foreign note explains its partials, which are therefore not foreign, too.
        var chord = expected
        var margins = Margins()
        for key in expected.indices where expected[key] || KeyEvidence.range.contains(key) {
            let (value, row) = likelihood(of: key, in: chord)
            if expected[key] {
                margins.expect(value, row, name: key + NoteActivations.lowestPitch)
            } else if margins.reject(value, row, pitch: key + NoteActivations.lowestPitch) {
                chord[key] = true
            }
        }
        return margins.verdict
    }

    /// The verdict on any voicing.
    private func verdict(
        _ required: PitchClassSet, _ allowed: PitchClassSet, _ oneOf: [PitchClassSet]
    ) -> SoundVerdict {
        let allowed = oneOf.reduce(allowed.union(required)) { $0.union($1) }
        // Their partials explain others.
        var chord = [Bool](repeating: false, count: NoteActivations.keys)
        for (key, _) in struck({ allowed.contains($0) ? KeyEvidence.leastInVoicing : nil }) { chord[key] = true }
        // The best key of each pitch class.
        var best = [(value: Float, row: VerifierTable.Row)?](repeating: nil, count: 12)
        var margins = Margins()
        for key in KeyEvidence.range {
            let pitch = key + NoteActivations.lowestPitch
            guard allowed.contains(pitch % 12) else {
                let (value, row) = likelihood(of: key, in: chord)
                if margins.reject(value, row, pitch: pitch) { chord[key] = true }
                continue
            }
            // Without octaves of the key, because any octave will do.
            var others = chord
            for octave in stride(from: key % 12, to: others.count, by: 12) { others[octave] = false }
            let (sum, row) = likelihood(of: key, in: others)
            let value = sum - KeyEvidence.surplus
            if best[pitch % 12].map({ value - row.minimumExpected > $0.value - $0.row.minimumExpected }) ?? true {
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

    /// Returns whether the key was surely struck.
    mutating func reject(_ value: Float, _ row: VerifierTable.Row, pitch: Int) -> Bool {
        least = min(least, row.maximumExtra - value)
        guard value > row.surelyStruck else { return false }
        isSurelyWrong = true
        extra.append(pitch)
        return true
    }

    var verdict: SoundVerdict {
        let isRight = least >= 0
        return SoundVerdict(
            answer: isRight ? .right : isSurelyWrong ? .notYet : .unsure, score: Double(least.sigmoid),
            missing: isRight ? [] : missing, extra: isRight ? [] : extra)
    }
}
