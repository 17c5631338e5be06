import Harmony
import Testing

/// Every type of the jazz vocabulary on twelve roots.
private let chords: [Chord] = Vocabulary.jazz.types.flatMap { type in
    (0..<12).map { Chord(NoteName(pitchClass: $0), type) }
}

private let plain = Pianist(isPlain: true)

private func voicings(_ chord: Chord, _ style: VoicingStyle, for pianist: Pianist = Pianist()) -> [Voicing] {
    Voicer(for: pianist).voicings(of: .chord(chord), in: style).list
}

private func degrees(_ tones: [Tone]) -> [String] { tones.map { $0.degree?.name ?? "" } }

@Suite struct RootlessForms {
    @Test func theyHaveFourNotes() {
        for chord in chords {
            // Five notes are for chords with five besides root and fifth.
            let beside = chord.pitchClasses.seen(from: chord.root.pitchClass).subtracting(PitchClassSet([0, 7]))
            let maximum = beside.count > 4 ? 5 : 4
            for pianist in [Pianist(), plain] {
                for style in [VoicingStyle.rootlessA, .rootlessB] {
                    for voicing in voicings(chord, style, for: pianist) {
                        #expect((4...maximum).contains(voicing.tones.count), "\(chord)")
                    }
                }
            }
        }
    }

    /// The forms of methods, from the third and from the seventh or sixth.
    @Test(arguments: [
        ("mi7", "♭3 5 ♭7 9", "♭7 9 ♭3 5"), ("7", "3 13 ♭7 9", "♭7 9 3 13"), ("ma7", "3 5 7 9", "7 9 3 5"),
        ("mi7(b5)", "♭3 11 ♭5 ♭7", "♭7 ♭3 11 ♭5"), ("6", "3 5 6 9", "6 9 3 5"), ("mi6", "♭3 5 6 9", "6 9 ♭3 5"),
        ("mi(Δ7)", "♭3 5 7 9", "7 9 ♭3 5"), ("7(omit5)", "3 13 ♭7 9", "♭7 9 3 13"),
        ("7(omit1)", "3 13 ♭7 9", "♭7 9 3 13"),
    ])
    func plainChordsGetTheirColor(suffix: String, a: String, b: String) throws {
        let type = try Chord("C" + suffix).type
        for root in 0..<12 {
            let chord = Chord(NoteName(pitchClass: root), type)
            for (style, form) in [(VoicingStyle.rootlessA, a), (.rootlessB, b)] {
                let found = voicings(chord, style)
                #expect(!found.isEmpty && found.allSatisfy { degrees($0.left).joined(separator: " ") == form })
                let refused = Voicer(for: plain).voicings(of: .chord(chord), in: style)
                #expect(refused.list.isEmpty && refused.reason?.hasSuffix("not a rootless form.") == true)
            }
        }
    }

    /// It resolves when its root moves, however often it is repeated or suspended before.
    @Test(arguments: [["7", "7"], ["7", "7", "7"], ["7", "9sus4", "7"]])
    func aRepeatedDominantIsDarkFromTheFirst(suffixes: [String]) throws {
        for root in 0..<12 {
            let dominants = try suffixes.map { Chord(NoteName(pitchClass: (root + 7) % 12), try Chord("C" + $0).type) }
            let tonic = Chord(NoteName(pitchClass: root), try Chord("Cmi7").type)
            let led = Leading(of: (dominants + [tonic]).map { ChordToVoice.chord($0) }, in: .rootless).voicings
            for (index, suffix) in suffixes.enumerated() where suffix == "7" {
                #expect(led[index].added == DegreeSet("♭9 ♭13"), "\(root) \(index)")
            }
        }
    }

    @Test func aMinorChordOnTheSameRootIsNoRepetition() throws {
        let row = try ["C7", "Cmi7", "Fmi7"].map { ChordToVoice.chord(try Chord($0)) }
        #expect(Leading(of: row, in: .rootless).voicings[0].added == DegreeSet("9 13"))
    }

    @Test func beforeAMinorChordADominantIsDark() throws {
        for root in 0..<12 {
            let row = [(7, "7"), (0, "mi7")].map { semitones, suffix in
                ChordToVoice.chord(
                    Chord(NoteName(pitchClass: (root + semitones) % 12), try! Chord("C" + suffix).type))
            }
            let led = Leading(of: row, in: .rootless).voicings
            #expect(led[0].added == DegreeSet("♭9 ♭13") && led[0].tones.count == 4)
        }
    }

    /// Its second degree may come between it and its target, and a half-diminished one shows the mode even if the
    /// dominant leads elsewhere.
    @Test(arguments: [
        ("G7 Dmi7(b5) G7 Cmi6", 0, "♭9 ♭13"), ("G7 Dmi7 G7 Cma7", 0, "9 13"), ("Emi7(b5) A7 Fma7", 1, "♭9 ♭13"),
        ("Emi7(b5) A7sus4 A7 Fma7", 2, "♭9 ♭13"), ("Emi7 A7 Fma7", 1, "9 13"),
    ])
    func theSecondDegreeOfADominantShowsItsMode(names: String, index: Int, added: String) throws {
        let row = try names.split(separator: " ").map { ChordToVoice.chord(try Chord(String($0))) }
        #expect(Leading(of: row, in: .rootless).voicings[index].added == DegreeSet(added))
    }
}

@Suite struct StylesThatColor {
    /// With a bass player the root is open, so only other notes can be too many.
    @Test func aReasonNamesTheBassPlayerOnlyIfOneHelps() {
        var reasons = [0, 0]
        for chord in chords where chord.root.pitchClass == 0 {
            for style in [VoicingStyle.soWhat, .kennyBarron] {
                let found = Voicer().voicings(of: .chord(chord), in: style)
                guard let reason = found.reason else { continue }
                let isBassPlayer = reason.contains("bass player")
                let besideBand = voicings(chord, style, for: Pianist(hasBassPlayer: true))
                #expect(isBassPlayer == !besideBand.isEmpty, "\(chord) \(reason)")
                reasons[isBassPlayer ? 1 : 0] += 1
            }
        }
        #expect(reasons.allSatisfy { $0 > 0 })
    }

    /// The notes of Cmi13 include all of So What on C.
    @Test func anotherNoteIsTooMany() throws {
        let found = Voicer().voicings(of: .chord(try Chord("Cmi13")), in: .soWhat)
        #expect(found.reason?.contains("too many notes") == true)
    }

    @Test func soWhatAndKennyBarronColorPlainChords() throws {
        for root in 0..<12 {
            func first(_ suffix: String, _ style: VoicingStyle, for pianist: Pianist = Pianist()) throws -> String {
                let chord = Chord(NoteName(pitchClass: root), try Chord("C" + suffix).type)
                guard let best = voicings(chord, style, for: pianist).first else { return "none" }
                return degrees(best.left).joined(separator: " ") + " | " + degrees(best.right).joined(separator: " ")
            }
            #expect(try ["1 11 ♭7 | ♭3 5", "1 11 | ♭7 ♭3 5"].contains(first("mi7", .soWhat)))
            #expect(try first("mi7", .kennyBarron) == "1 5 9 | ♭3 ♭7 11")
            #expect(try first("ma7", .kennyBarron) == "1 5 9 | 3 7 ♯11")
            #expect(try first("mi7", .soWhat, for: plain) == "none")
            #expect(try first("ma7", .kennyBarron, for: plain) == "none")
            // The third is the bass of So What on a major chord, which needs a bass player for the root.
            let besideBand = try first("ma7", .soWhat, for: Pianist(hasBassPlayer: true))
            #expect(["3 13 9 | 5 7", "3 13 | 9 5 7"].contains(besideBand))
        }
    }

    /// Fifths in each hand, a semitone apart or, with a major third above the root, a whole step.
    @Test func kennyBarronStacksFifths() {
        var gaps: Set<Int> = []
        for chord in chords {
            for voicing in voicings(chord, .kennyBarron) {
                for hand in Hand.allCases {
                    let keys = voicing[hand].map(\.pitch)
                    #expect(zip(keys, keys.dropFirst()).map { $1 - $0 } == [7, 7])
                }
                let gap = voicing.right[0].pitch - voicing.left[2].pitch
                gaps.insert(gap)
                #expect(voicing.why.contains(gap == 2 ? "whole step" : "semitone"))
                if voicing.left[0].degree == Degree(1) {
                    #expect(voicing.right[0].degree == (gap == 2 ? Degree(3) : Degree(3, -1)), "\(chord)")
                }
            }
        }
        #expect(gaps == [1, 2])
    }

    @Test func anUpperStructureOfferedByItselfAddsATension() {
        func hasTension(_ voicing: Voicing) -> Bool { voicing.right.contains { $0.degree?.number ?? 0 > 7 } }
        var offered = 0
        for chord in chords {
            for pianist in [Pianist(), plain] {
                let best = Voicer(for: pianist).best(of: .chord(chord), in: .upperStructure)
                #expect(best.list.isEmpty == (best.reason != nil))
                for voicing in best.list {
                    #expect(hasTension(voicing), "\(chord)")
                    offered += 1
                }
                let led = Leading(of: [.chord(chord)], in: .upperStructure, for: pianist).voicings[0]
                #expect(led.style != .upperStructure || hasTension(led), "\(chord)")
            }
        }
        #expect(offered > 2000)
    }
}

@Suite struct ComfortableHands {
    private func isComfortable(_ voicing: Voicing, _ hand: Hand) -> Bool {
        voicing.span(of: hand) <= 14 || voicing.span(of: hand) <= 16 && voicing[hand].count <= 3
    }

    /// Methods write 1–5–7–3 for the left hand, and three fourths for the right. They are listed, but never first.
    @Test func aTenthHoldsOneInnerNote() {
        for chord in chords {
            for style in VoicingStyle.allCases {
                let list = voicings(chord, style)
                for voicing in list {
                    let right = voicing.right.map(\.pitch)
                    let isWritten =
                        style == .spread
                        ? zip(right, right.dropFirst()).map { $1 - $0 } == [5, 5, 5]
                        : [.shell, .drop2].contains(style) && voicing.left.count == 4 && right.isEmpty
                    #expect(isWritten || Hand.allCases.allSatisfy { isComfortable(voicing, $0) })
                }
                if let best = list.first { #expect(Hand.allCases.allSatisfy { isComfortable(best, $0) }) }
            }
            for way in Ways(of: chord, limit: 20).list {
                let keys = way.lowerPitches
                #expect(keys[keys.count - 1] - keys[0] <= (keys.count <= 3 ? 16 : 14))
            }
        }
    }

    @Test func aShellStaysWithinANinthUnlessItIs173() {
        for chord in chords {
            for voicing in voicings(chord, .shell) where voicing.span(of: .left) > 14 {
                let numbers = voicing.left.map { $0.degree?.number ?? 0 }
                #expect(numbers == [1, 7, 3] || numbers == [1, 5, 7, 3], "\(chord)")
            }
        }
    }
}

@Suite struct PositionOfTwoChords {
    /// The right hand begins with the first note of its chord above the left hand. Above a single bass note it begins
    /// within an octave.
    @Test func theUpperChordIsInItsClosestPosition() {
        let uppers = Vocabulary.jazz.selectable
        for (index, lower) in uppers.enumerated() {
            for (place, upper) in uppers.enumerated() {
                for root in 0..<12 where (root + index + place) % 4 == 0 {
                    let pair = ChordCombiner().combine(
                        lower: Chord(NoteName(.c), lower), upper: Chord(NoteName(pitchClass: root), upper))
                    for voicing in Voicer().voicings(of: .pair(pair), in: .pair).list {
                        let top = voicing.left[voicing.left.count - 1].pitch
                        let first = (1...12).first { pair.upper.pitchClasses.contains((top + $0) % 12) }
                        #expect(voicing.right[0].pitch - top == first, "\(pair.title)")
                    }
                }
            }
        }
    }

    @Test func slashChordsLieWithinAnOctaveOfTheirBass() {
        for bass in 1..<12 {
            for type in Vocabulary.jazz.types.prefix(60) {
                let chord = Chord(NoteName(.c), type, bass: NoteName(pitchClass: bass))
                for voicing in voicings(chord, .pair) {
                    #expect(voicing.right[0].pitch - voicing.left[voicing.left.count - 1].pitch <= 12)
                }
            }
        }
    }
}
