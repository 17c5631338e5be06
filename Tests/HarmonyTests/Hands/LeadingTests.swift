import Harmony
import Testing

private func row(_ names: String) throws -> [ChordToVoice] {
    try names.split(separator: " ").map { .chord(try Chord(String($0))) }
}

/// The chords, transposed up.
private func transposed(_ row: [ChordToVoice], by semitones: Int) -> [ChordToVoice] {
    row.map { .chord(Chord(NoteName(pitchClass: ($0.chord.root.pitchClass + semitones) % 12), $0.chord.type)) }
}

/// A 32-bar AABA chorus with ii–V–Is, secondary dominants and a turnaround.
private let chorus = """
    Cma7 A7 Dmi7 G7 Emi7 A7 Dmi7 G7 Gmi7 C7 Fma7 Bb7 Emi7 A7 Dmi7 G7 \
    Cma7 A7 Dmi7 G7 Emi7 A7 Dmi7 G7 Gmi7 C7 Fma7 Bb7 Cma7 G7 C6 C6 \
    F#mi7(b5) B7 Emi7 A7 Dmi7 G7 Cma7 C6 Bmi7(b5) E7 Ami7 D7 Dmi7 D7 Dmi7 G7 \
    Cma7 A7 Dmi7 G7 Emi7 A7 Dmi7 G7 Gmi7 C7 Fma7 Bb7 Cma7 G7 C6 C6
    """

/// The total movement of all voices, for voicings with the same number of voices.
private func movement(_ one: Voicing, _ other: Voicing) -> Int {
    zip(one.tones, other.tones).reduce(0) { $0 + abs($1.0.pitch - $1.1.pitch) }
}

@Suite struct VoiceLeading {
    @Test func twoFiveOneAlternatesRootlessFormsInAllKeys() throws {
        let cadence = try row("Dmi7 G7 Cma7")
        for semitones in 0..<12 {
            let leading = Leading(of: transposed(cadence, by: semitones), in: .rootless)
            let forms = leading.voicings.map(\.style)
            #expect(
                forms == [.rootlessA, .rootlessB, .rootlessA] || forms == [.rootlessB, .rootlessA, .rootlessB],
                "\(semitones) semitones higher")
            #expect(leading.voicings.map { $0.added.map(\.name) } == [["9"], ["9", "13"], ["9"]])
            #expect(leading.cost.movement == 6, "one voice moves by a semitone, then all but one by steps")
        }
    }

    @Test func documentedExampleIsVoiced() throws {
        let leading = Leading(of: try row("Dmi7 G7 Cma7"), in: .rootless)
        #expect(leading.voicings.map { list($0.left.map(\.name)) } == ["F, A, C, E", "F, A, B, E", "E, G, B, D"])
        #expect(leading.voicings.allSatisfy { $0.right.isEmpty })
    }

    @Test func pinnedVoicingWhoseHandsCrossIsIgnored() throws {
        let subjects = try row("C7 Fma7")
        func tone(_ pitch: Int) -> Tone { Tone(pitch: pitch, name: NoteName(pitchClass: pitch % 12), degree: nil) }
        func leading(left: Int, right: Int) -> Leading {
            let pinned = Voicing(subject: subjects[0], style: .close, left: [tone(left)], right: [tone(right)])
            let first = Leading.Wish(subjects[0], in: .only(.close), pinned: pinned)
            return Leading(of: [first, .init(subjects[1], in: .only(.close))])
        }
        #expect(leading(left: 52, right: 58).voicings[0].tones.map(\.pitch) == [52, 58])
        #expect(leading(left: 58, right: 52).voicings == Leading(of: subjects, in: .only(.close)).voicings)
    }

    @Test func addedColorTonesFitTheKey() throws {
        func added(_ names: String, for pianist: Pianist = Pianist()) throws -> [[String]] {
            Leading(of: try row(names), in: .rootless, for: pianist).voicings.map { $0.added.map(\.name) }
        }
        #expect(try added("Dmi7(b5) G7 Cmi7") == [["11"], ["♭9", "♭13"], ["9"]])
        // Down a fifth only: an F7 before Gmi7 stays bright.
        #expect(try added("F7 Gmi7") == [["9", "13"], ["9"]])
        // The last dominant leads back to the first chord, or to where its second degree belongs.
        #expect(try added("Cmi7 G7") == [["9"], ["♭9", "♭13"]])
        #expect(try added("Dmi7(b5) G7") == [["11"], ["♭9", "♭13"]])
        #expect(try added("Dmi7 G7") == [["9"], ["9", "13"]])
        #expect(try added("Cma7 G7") == [["9"], ["9", "13"]])
        #expect(try added("Dmi9 G13 Cma9") == [[], [], []], "chords with extensions need no color tones")
        #expect(try added("Dmi7 G7 Cma7", for: Pianist(isPlain: true)) == [[], [], []])
    }

    @Test func chorusMovesInSmallSteps() throws {
        let leading = Leading(of: try row(chorus), in: .rootless)
        #expect(leading.voicings.count == 64)
        var (moved, voices) = (0, 0)
        for (one, other) in zip(leading.voicings, leading.voicings.dropFirst()) {
            for hand in Hand.allCases where !one[hand].isEmpty && !other[hand].isEmpty {
                #expect(abs(one[hand].first!.pitch - other[hand].first!.pitch) <= 16)
                #expect(abs(one[hand].last!.pitch - other[hand].last!.pitch) <= 16)
            }
            #expect(one.tones.count == 4)
            moved += movement(one, other)
            voices += 4
        }
        #expect(Double(moved) / Double(voices) < 2.5)
        #expect(leading.cost.movement == moved)
    }

    /// No other choice of candidates costs less: all are tried.
    @Test(arguments: [
        ("Dmi7 G7 Cma7 A7", 7), ("C F G C", 7), ("Dmi7(b5) G7 Cmi7 F7 Bbma7", 5), ("Cma7 D/C G7/B C6 A7", 5),
        ("C13 Fma13(#11) C°7 D/C", 6),
    ]) func pathHasTheLowestCost(names: String, limit: Int) throws {
        let row = try row(names)
        for styles in [Leading.Styles.rootless, .only(.upperStructure), .any, .only(.drop2), .only(.spread)] {
            for isChorale in [false, true] {
                let columns = Leading.candidates(
                    of: row, in: styles, for: Pianist(), isChorale: isChorale, limit: limit)
                let leading = Leading(of: row, in: styles, for: Pianist(), isChorale: isChorale, limit: limit)
                var best = Int.max
                func walk(_ path: [Voicing], _ cost: Int) {
                    guard path.count < columns.count else {
                        best = min(best, cost)
                        return
                    }
                    for next in columns[path.count] {
                        let step = path.last.map { Leading.cost(from: $0, to: next, isChorale: isChorale).total } ?? 0
                        walk(path + [next], cost + step + next.cost)
                    }
                }
                walk([], 0)
                #expect(leading.cost.total == best)
                var sum = leading.voicings.reduce(0) { $0 + $1.cost }
                for (one, other) in zip(leading.voicings, leading.voicings.dropFirst()) {
                    sum += Leading.cost(from: one, to: other, isChorale: isChorale).total
                }
                #expect(sum == best, "the cost is that of the voicings")
            }
        }
    }

    @Test func movementIsMeasuredBetweenVoicesInOrder() throws {
        let columns = Leading.candidates(
            of: try row("Cma7 C13 Dmi11"), in: .any, for: Pianist(), isChorale: false, limit: 200)
        var compared = 0
        for one in columns[0] {
            for other in columns[1] + columns[2] where other.tones.count == one.tones.count {
                #expect(Leading.cost(from: one, to: other).movement == movement(one, other))
                compared += 1
            }
        }
        #expect(compared > 1000)
    }

    @Test func triadsMoveToTheNearestInversion() throws {
        for semitones in 0..<12 {
            for names in ["C F G C", "Ami Dmi E Ami", "C Ami F G C"] {
                let leading = Leading(of: transposed(try row(names), by: semitones), in: .any, isChorale: true)
                for voicing in leading.voicings { #expect(voicing.left.count == 1 && voicing.right.count == 3) }
                for (one, other) in zip(leading.voicings, leading.voicings.dropFirst()) {
                    let (low, high) = (
                        other.left[0].pitch - one.left[0].pitch, other.right[2].pitch - one.right[2].pitch
                    )
                    let isOctave = (one.right[2].pitch - one.left[0].pitch) % 12 == 0
                    #expect(!(isOctave && low == high && low != 0))
                }
                #expect(leading.cost.parallels == 0)
            }
        }
    }

    @Test func everyChordHasAVoicingInEveryStyle() throws {
        let row =
            try row("C Cma7 D/C C13(b9b13) Cma13(#11) C5 G7alt F#°7")
            + [.pair(ChordCombiner().combine(lower: try Chord("Cma7"), upper: try Chord("E")))]
        for styles in [Leading.Styles.rootless, .any] + VoicingStyle.allCases.map({ .only($0) }) {
            let leading = Leading(of: row, in: styles)
            #expect(leading.voicings.count == row.count)
            #expect(leading.voicings.allSatisfy { !$0.tones.isEmpty })
            #expect(zip(leading.voicings, row).allSatisfy { $0.subject == $1 })
        }
        #expect(Leading(of: [], in: .any).voicings.isEmpty)
    }
}
