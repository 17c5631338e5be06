import Testing

import Harmony

@Suite struct Chorales {
    private static let pianists = Reach.allCases.map { Pianist(left: $0, right: $0) }

    /// All rows of chords that the circle plays.
    private static func rows(of key: Key) -> [[Chord]] {
        [
            key.cadence, key.triads.map { $0.chord }, key.sevenths.map { $0.chord },
            key.secondaryDominants.map { $0.chord },
            key.borrowed.map { $0.chord },
        ]
    }

    @Test func diatonicChordsHaveTwoHandsAndTheirBassLowest() {
        for key in Keys.major + Keys.minor {
            for pianist in Chorales.pianists {
                for row in Chorales.rows(of: key) {
                    let voicings = Leading(chorale: row, for: pianist).voicings
                    #expect(voicings.count == row.count)
                    for (chord, voicing) in zip(row, voicings) {
                        #expect(!voicing.left.isEmpty && !voicing.right.isEmpty, "\(key) \(chord)")
                        #expect(voicing.left.first?.name == chord.root, "\(key) \(chord)")
                        let sounding = PitchClassSet(voicing.tones.map { $0.pitch })
                        #expect(sounding.isSubset(of: chord.pitchClasses), "\(key) \(chord)")
                        // Only a fifth may be omitted, as in textbooks of harmony.
                        let fifths = PitchClassSet(
                            chord.type.degrees.filter { $0.number == 5 }.map { chord.root.adding($0).pitchClass })
                        #expect(chord.pitchClasses.subtracting(sounding).isSubset(of: fifths), "\(key) \(chord)")
                        #expect(Hand.allCases.allSatisfy { voicing.span(of: $0) <= pianist.reach(of: $0).semitones })
                    }
                }
            }
        }
    }

    /// No parallel fifths or octaves, and sevenths resolve downwards.
    @Test func cadencesFollowTheRulesOfFourPartWriting() {
        for key in Keys.major + Keys.minor {
            let leading = Leading(chorale: key.cadence)
            #expect(leading.voicings.allSatisfy { $0.left.count == 1 && $0.right.count == 3 }, "\(key)")
            #expect(leading.cost.parallels == 0 && leading.cost.sevenths == 0, "\(key)")
            for (one, next) in zip(leading.voicings, leading.voicings.dropFirst()) {
                for (voice, tone) in one.tones.enumerated() {
                    if tone.degree?.number == 7 { #expect(next.tones[voice].pitch <= tone.pitch, "\(key)") }
                    for other in one.tones.indices where other > voice {
                        let (from, to) = (
                            one.tones[other].pitch - tone.pitch, next.tones[other].pitch - next.tones[voice].pitch
                        )
                        let isParallel =
                            from == to && [0, 7].contains(from % 12) && next.tones[voice].pitch != tone.pitch
                        #expect(!isParallel, "\(key)")
                    }
                }
            }
        }
    }

    @Test func rightHandVoicesDoNotLeapInCadences() {
        for key in Keys.major + Keys.minor {
            let voicings = Leading(chorale: key.cadence).voicings
            for (one, next) in zip(voicings, voicings.dropFirst()) {
                for (from, to) in zip(one.right.reversed(), next.right.reversed()) {
                    #expect(abs(from.pitch - to.pitch) <= 5, "\(key)")
                }
            }
        }
    }
}
