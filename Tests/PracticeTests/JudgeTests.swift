import Harmony
import Practice
import Testing

/// A thousand random chords, each played in a way with a known verdict.
@Suite struct JudgeTests {
    private func each(_ seed: UInt64, _ body: (Chosen, inout XorshiftGenerator) -> Void) {
        var random = XorshiftGenerator(state: seed)
        for _ in 0..<1000 { body(Chosen.random(&random), &random) }
    }

    private func asked(_ chosen: Chosen, _ rule: BassRule = .lowest) -> ExpectedNotes {
        ExpectedNotes(.chord(chosen.chord), bass: rule)
    }

    @Test func aChordStruckTogetherIsRight() {
        each(1) { chosen, random in
            var played = Performance()
            let keys = chosen.keys(&random)
            played.strike(keys, at: 1, &random)
            played.release(keys, at: 2, &random)
            var judge = Judge(asked(chosen), at: 0.5)
            let verdicts = played.heard(by: &judge)
            #expect(verdicts.map(\.outcome) == [.right])
            #expect(verdicts.first?.landedAt == played.lastDown)
            #expect(verdicts.first.map { abs($0.delay - (played.lastDown - 0.5)) < 1e-9 } ?? false)
        }
    }

    @Test func noVerdictBeforeLanding() {
        each(2) { chosen, random in
            let keys = chosen.keys(&random)
            let landing = Double.random(in: 0.02...0.5, using: &random)
            var judge = Judge(asked(chosen), landing: landing, at: 0)
            for key in keys { judge.receive(.down(key), at: 1) }
            #expect(judge.verdict(at: 1 + 0.95 * landing) == nil)
            #expect(judge.nextCheck.map { abs($0 - 1 - landing) < 1e-9 } ?? false)
            #expect(judge.verdict(at: 1 + landing)?.outcome == .right)
            #expect(judge.verdict(at: 2) == nil && judge.nextCheck == nil)
        }
    }

    @Test func aMissingGuideToneIsReported() {
        each(3) { chosen, random in
            guard let gone = chosen.guides.filter({ $0 != chosen.bass }).randomElement(using: &random) else { return }
            var played = Performance()
            played.strike(chosen.keys(without: [gone], &random), at: 1, &random)
            var judge = Judge(asked(chosen), at: 0)
            let verdicts = played.heard(by: &judge)
            // At least half of the notes sound.
            #expect(verdicts.map(\.outcome) == [.almost])
            #expect(verdicts.first?.missing == [chosen.degrees[gone]!] && verdicts.first?.foreign == [])
            // An incomplete chord without wrong notes may still be completed.
            #expect(judge.nextCheck == nil)
        }
    }

    @Test func thePerfectFifthMayBeMissing() {
        each(4) { chosen, random in
            guard let fifth = chosen.natural5 else { return }
            var played = Performance()
            played.strike(chosen.keys(without: [fifth], &random), at: 1, &random)
            #expect(played.outcomes(asked(chosen)) == [.right])
        }
    }

    @Test func aForeignNoteIsReported() {
        each(5) { chosen, random in
            let foreign = chosen.foreign(&random)
            let keys = chosen.keys(&random)
            let key = keys[0] + (foreign - chosen.bass + 12) % 12
            var played = Performance()
            played.strike(keys + [key], at: 1, &random)
            var judge = Judge(asked(chosen), at: 0)
            let verdicts = played.heard(by: &judge)
            #expect(verdicts.map(\.outcome) == [.almost])
            #expect(verdicts.first?.foreign.map(\.pitch) == [key] && verdicts.first?.missing == [])
            #expect(
                verdicts.first?.foreign.first.map { ($0.degree.pitchClass + chosen.chord.root.pitchClass) % 12 }
                    == foreign)
            #expect(judge.sounding.filter { $0.part == .foreign }.map(\.pitch) == [key])
        }
    }

    @Test func aWrongBassIsReportedUnlessInversionsAreAllowed() {
        each(6) { chosen, random in
            let lowest = chosen.pitchClasses.filter { $0 != chosen.bass }.randomElement(using: &random)!
            let keys = Chosen.keys(chosen.pitchClasses, over: lowest, &random)
            var played = Performance()
            played.strike(keys, at: 1, &random)
            var judge = Judge(asked(chosen), at: 0)
            let verdicts = played.heard(by: &judge)
            #expect(verdicts.map(\.outcome) == [.almost] && verdicts.first?.wrongBass == chosen.degrees[lowest])
            #expect(verdicts.first?.missing == [] && verdicts.first?.foreign == [])
            #expect(played.outcomes(asked(chosen, .free)) == [.right])
        }
    }

    @Test func aBassPlayerPlaysTheRoot() {
        each(7) { chosen, random in
            let rest = chosen.pitchClasses.filter { $0 != chosen.bass }
            var played = Performance()
            played.strike(Chosen.keys(rest, over: rest.randomElement(using: &random)!, &random), at: 1, &random)
            #expect(played.outcomes(asked(chosen, .band)) == [.right])
            #expect(played.outcomes(asked(chosen, .free)).contains { $0 == .almost })
        }
    }

    @Test func threeFaultsAreWrong() {
        each(8) { chosen, random in
            let others = (0..<12).filter { chosen.degrees[$0] == nil }.shuffled(using: &random)
            var keys = chosen.keys(&random)
            for foreign in others.prefix(3) { keys.append(keys[0] + (foreign - chosen.bass + 12) % 12) }
            var played = Performance()
            played.strike(keys, at: 1, &random)
            #expect(played.outcomes(asked(chosen)) == [.wrong])
        }
    }

    @Test func aRolledChordIsJudgedWhenComplete() {
        each(9) { chosen, random in
            var keys = chosen.keys(&random).sorted()
            // From bottom to top, from top to bottom, or in random order.
            switch Int.random(in: 0...2, using: &random) {
            case 0: break
            case 1: keys.reverse()
            default: keys.shuffle(using: &random)
            }
            var played = Performance()
            var time = 1.0
            for key in keys {
                played.down(key, time)
                time += Double.random(in: 0.05...0.4, using: &random)
            }
            let verdicts = played.outcomes(asked(chosen))
            #expect(verdicts == [.right])
        }
    }

    @Test func anIncompleteChordIsReportedAndCanBeCompleted() {
        each(10) { chosen, random in
            guard let last = chosen.guides.filter({ $0 != chosen.bass }).randomElement(using: &random) else { return }
            var played = Performance()
            let keys = chosen.keys(without: [last], &random)
            played.strike(keys, at: 1, &random)
            played.down(keys[0] + (last - chosen.bass + 12) % 12, 4)
            #expect(played.outcomes(asked(chosen)) == [.almost, .right])
        }
    }

    @Test func legatoPedallingIsIgnored() {
        each(11) { chosen, random in
            let before = Chosen.random(&random)
            var first = Performance()
            let old = before.keys(&random)
            first.strike(old, at: 0, &random)
            first.pedal(true, 0.3)
            var judge = Judge(asked(before), at: 0)
            _ = first.heard(by: &judge, until: 0.5)
            // The next chord is struck before the pedal is released. The keys of the old chord are released before or
            // shortly after.
            var second = Performance()
            let keys = chosen.keys(&random)
            second.release(
                old.filter { !keys.contains($0) }, at: Bool.random(using: &random) ? 0.8 : 1.02, within: 0.02, &random)
            second.release(old.filter { keys.contains($0) }, at: 0.8, within: 0.02, &random)
            second.strike(keys, at: 1, &random)
            second.pedal(false, 1.1)
            second.pedal(true, 1.3)
            var next = Judge(asked(chosen), at: 0.5, held: judge.held)
            #expect(second.heard(by: &next).map(\.outcome) == [.right])
            #expect(next.held.sounding == keys.sorted())
        }
    }

    @Test func sustainedNotesCountOnlyIfTheyAreRight() {
        each(12) { chosen, random in
            let before = Chosen.random(&random)
            var first = Performance()
            // An octave above all following notes.
            let old = before.keys(&random).map { $0 + 36 }
            first.pedal(true, 0)
            first.strike(old, at: 0.1, &random)
            first.release(old, at: 0.4, &random)
            var judge = Judge(asked(before), at: 0)
            _ = first.heard(by: &judge, until: 0.5)
            let isThere = Set(old.map { $0 % 12 })
            // Sounding notes need not be struck again, except the bass.
            let keys = chosen.keys(&random).enumerated().filter { $0.offset == 0 || !isThere.contains($0.element % 12) }
                .map(\.element)
            var second = Performance()
            second.strike(keys, at: 1, &random)
            var next = Judge(asked(chosen), at: 0.5, held: judge.held)
            #expect(second.heard(by: &next).map(\.outcome) == [.right])
            let leftOver = next.sounding.filter { $0.part == .leftOver }.map(\.pitch)
            #expect(leftOver == Array(Set(old)).sorted())
        }
    }

    @Test func heldKeysCountAfterANewKey() {
        each(13) { chosen, random in
            let foreign = chosen.foreign(&random)
            var held = HeldKeys()
            let key = 84 + foreign
            _ = held.receive(.down(key))
            let keys = chosen.keys(&random)
            var played = Performance()
            played.strike(keys, at: 1, &random)
            played.up(key, 2)
            var judge = Judge(asked(chosen), at: 0, held: held)
            // No verdict before a new key.
            #expect(judge.nextCheck == nil && judge.verdict(at: 0.9) == nil)
            let verdicts = played.heard(by: &judge)
            #expect(verdicts.map(\.outcome) == [.almost, .right] && verdicts[0].foreign.map(\.pitch) == [key])
        }
    }

    @Test func inTimeALateReleaseIsNoAnswer() {
        each(15) { chosen, random in
            var held = HeldKeys()
            let foreign = 96 + chosen.foreign(&random)
            held.receive(.down(foreign))
            let keys = chosen.keys(&random)
            var played = Performance()
            played.strike(keys, at: 1, &random)
            played.up(foreign, 1.5)
            var judge = Judge(asked(chosen), at: 0.8, due: 1, held: held)
            #expect(played.heard(by: &judge).map(\.outcome) == [.right])
        }
    }

    @Test func aReleasedIncompleteChordIsJudged() {
        each(16) { chosen, random in
            let keys = chosen.keys(&random)
            // All required notes except one.
            let gone = chosen.guides.randomElement(using: &random)!
            let some = keys.filter { $0 % 12 != gone }
            guard some.count > 2, gone != chosen.bass else { return }
            var played = Performance()
            played.strike(some, at: 1, &random)
            played.release(some, at: 1.4, within: 0.05, &random)
            var judge = Judge(asked(chosen), at: 0)
            let verdicts = played.heard(by: &judge)
            #expect(
                verdicts.count == 1
                    && verdicts[0].missing.map { ($0.pitchClass + chosen.chord.root.pitchClass) % 12 } == [gone])
        }
    }

    @Test func aSingleTriedNoteIsNoAttempt() {
        var played = Performance()
        for (index, key) in [48, 52, 55, 58].enumerated() {
            played.down(key, 1 + 0.3 * Double(index))
            played.up(key, 1.2 + 0.3 * Double(index))
        }
        var judge = Judge(asked(Chosen(try! Chord("C7"))), at: 0)
        #expect(played.heard(by: &judge).isEmpty)
    }

    @Test func commonTonesMayBeHeld() {
        each(14) { chosen, random in
            let keys = chosen.keys(&random)
            let common = keys.filter { _ in Bool.random(using: &random) }
            let struck = keys.filter { !common.contains($0) }
            guard !struck.isEmpty else { return }
            var held = HeldKeys()
            for key in common { _ = held.receive(.down(key)) }
            var played = Performance()
            played.strike(struck, at: 1, &random)
            #expect(played.outcomes(asked(chosen), held: held) == [.right])
        }
    }

    @Test func doublingsAndExtraNoteOffsChangeNothing() {
        each(15) { chosen, random in
            let keys = chosen.keys(&random)
            let doubled = keys.filter { _ in Bool.random(using: &random) }.map { $0 + 12 }
            var played = Performance()
            played.strike(keys + doubled, at: 1, within: 0.03, &random)
            // Contact bounce.
            played.strike(keys, at: 1.03, within: 0.01, &random)
            // Note Offs without a Note On.
            for _ in 0..<10 {
                let key = Int.random(in: 21...108, using: &random)
                if !(keys + doubled).contains(key) { played.up(key, Double.random(in: 0...1.1, using: &random)) }
            }
            var judge = Judge(asked(chosen), at: 0)
            #expect(played.heard(by: &judge).map(\.outcome) == [.right])
            #expect(judge.held.sounding == Array(Set(keys + doubled)).sorted())
        }
    }

    @Test func newKeysUnderOnePedalAreANewAttempt() {
        each(16) { chosen, random in
            let foreign = chosen.foreign(&random)
            let keys = chosen.keys(&random)
            let wrong = keys + [keys[0] + (foreign - chosen.bass + 12) % 12]
            var played = Performance()
            played.pedal(true, 0.5)
            played.strike(wrong, at: 1, &random)
            played.release(wrong, at: 1.5, &random)
            played.strike(keys, at: 2, &random)
            #expect(played.outcomes(asked(chosen)) == [.almost, .right])
        }
    }

    @Test func aWrongChordIsReportedOnceForAnyRelease() {
        each(17) { chosen, random in
            let others = (0..<12).filter { chosen.degrees[$0] == nil }
            var keys = chosen.keys(&random)
            keys += others.shuffled(using: &random).prefix(2).map { keys[0] + ($0 - chosen.bass + 12) % 12 }
            var played = Performance()
            played.strike(keys, at: 1, &random)
            // Release the right notes first, so that the rest never becomes right.
            for (index, key) in keys.enumerated() { played.up(key, 2 + 0.3 * Double(index)) }
            #expect(played.outcomes(asked(chosen)).count == 1)
        }
    }

    @Test func rareChecksGiveTheSameVerdict() {
        each(18) { chosen, random in
            var played = Performance()
            for attempt in 0..<3 {
                let keys = chosen.keys(without: Bool.random(using: &random) ? [] : [chosen.guides.first ?? 0], &random)
                played.strike(keys, at: 1 + 3 * Double(attempt), &random)
                played.release(keys, at: 3 + 3 * Double(attempt), &random)
            }
            var often = Judge(asked(chosen), at: 0)
            var seldom = often
            _ = played.heard(by: &often, until: 20)
            for stroke in played.sorted { seldom.receive(stroke.stroke, at: stroke.seconds) }
            #expect(often.end(at: 20) == seldom.end(at: 20))
        }
    }

    @Test func silenceIsMissed() {
        each(19) { chosen, random in
            var judge = Judge(asked(chosen), at: 1, due: 2)
            #expect(judge.end(at: 4).outcome == .missed)
            judge.receive(.pedal(true), at: 4)
            judge.receive(.up(60), at: 4.5)
            #expect(judge.end(at: 5).outcome == .missed && judge.nextCheck == nil)
        }
    }

    @Test func allUpEndsAllKeys() {
        each(20) { chosen, random in
            let keys = chosen.keys(&random)
            var judge = Judge(asked(chosen), at: 0)
            judge.receive(.pedal(true), at: 0)
            for key in keys + keys { judge.receive(.down(key), at: 1) }
            judge.receive(.allUp, at: 1.05)
            #expect(judge.sounding.isEmpty && judge.held.isReleased && judge.verdict(at: 3) == nil)
        }
    }

    // MARK: In time

    private let window = Window(early: 0.2, late: 0.1)

    private func inTime(_ asked: ExpectedNotes, _ played: Performance) -> Verdict {
        var judge = Judge(asked, at: 1.8, due: 2, window: window)
        let early = played.sorted.filter { $0.seconds < 1.8 }
        var held = HeldKeys()
        for stroke in early { _ = held.receive(stroke.stroke) }
        judge = Judge(asked, at: 1.8, due: 2, window: window, held: held)
        for stroke in played.sorted where stroke.seconds >= 1.8 && stroke.seconds < 3.8 {
            judge.receive(stroke.stroke, at: stroke.seconds)
        }
        return judge.end(at: 3.8)
    }

    @Test func afterTheWindowIsLate() {
        each(21) { chosen, random in
            let keys = chosen.keys(&random)
            let place = Double.random(in: 1.8...3.6, using: &random)
            var played = Performance()
            played.strike(keys, at: place, within: 0.02, &random)
            played.release(keys, at: place + 1, &random)
            let verdict = inTime(asked(chosen), played)
            #expect(verdict.outcome == (played.lastDown > 2.1 ? .late : .right))
            #expect(abs(verdict.delay - (played.lastDown - 2)) < 1e-9)
        }
    }

    @Test func aChordReleasedBeforeTheWindowIsMissed() {
        each(22) { chosen, random in
            let keys = chosen.keys(&random)
            var played = Performance()
            played.strike(keys, at: 1, &random)
            played.release(keys, at: 1.4, &random)
            #expect(inTime(asked(chosen), played).outcome == .missed)
        }
    }

    @Test func aShortChordCountsInTime() {
        each(23) { chosen, random in
            let keys = chosen.keys(&random)
            var played = Performance()
            played.strike(keys, at: 2, within: 0.01, &random)
            played.release(keys, at: 2.06, within: 0.01, &random)
            #expect(inTime(asked(chosen), played).outcome == .right)
            // If the exercise waits, a chord must be held.
            #expect(played.outcomes(asked(chosen)) == [])
        }
    }

    @Test func theBestAttemptInTimeCounts() {
        each(24) { chosen, random in
            let foreign = chosen.foreign(&random)
            let keys = chosen.keys(&random)
            let wrong = keys + [keys[0] + (foreign - chosen.bass + 12) % 12]
            var played = Performance()
            played.strike(wrong, at: 1.9, within: 0.01, &random)
            played.release(wrong, at: 2.2, within: 0.01, &random)
            played.strike(keys, at: 2.4, within: 0.01, &random)
            played.release(keys, at: 3, &random)
            #expect(inTime(asked(chosen), played).outcome == .late)
        }
    }

    // MARK: As written

    @Test func aWrittenVoicingIsRightAsWritten() {
        var random = XorshiftGenerator(state: 25)
        let styles: [VoicingStyle] = [.close, .spread, .drop2, .shell, .rootlessA, .rootlessB]
        for _ in 0..<1000 {
            let chosen = Chosen.random(&random)
            let found = Voicer().voicings(of: .chord(chosen.chord), in: styles.randomElement(using: &random)!).list
            guard let voicing = found.randomElement(using: &random) else { continue }
            let keys = voicing.tones.map(\.pitch)
            let any = ExpectedNotes(.chord(chosen.chord), voicing: voicing, isVoiced: true)
            let only = ExpectedNotes(.chord(chosen.chord), voicing: voicing, isVoiced: true, isAsWritten: true)
            var played = Performance()
            let octaves = [-12, 0, 12].filter { keys[0] + $0 >= 21 && keys[keys.count - 1] + $0 <= 108 }
            let shift = octaves.randomElement(using: &random)!
            played.strike(keys.map { $0 + shift }, at: 1, &random)
            #expect(played.outcomes(any) == [.asWritten] && played.outcomes(only) == [.asWritten])
            // One note in another octave is another voicing.
            var other = Performance()
            let top = keys.count - 1
            other.strike(keys.enumerated().map { $0.offset == top ? $0.element + 12 : $0.element }, at: 1, &random)
            guard keys.count > 1 else { continue }
            var judge = Judge(only, at: 0)
            let verdicts = other.heard(by: &judge)
            #expect(verdicts.map(\.outcome) == [.almost] && verdicts[0].isRevoiced)
            #expect(other.outcomes(any) == [.right])
        }
    }

    // MARK: Two chords

    @Test func bothChordsOfAPairAreRequired() throws {
        var random = XorshiftGenerator(state: 26)
        let uppers = PracticeMaterial.upperStructures
        for _ in 0..<1000 {
            let root = NoteName(pitchClass: Int.random(in: 0..<12, using: &random))
            let lower = Chord(root, ChordType(DegreeSet("1 3 5 ♭7")!))
            let upper = try #require(
                lower.upperStructures.first { $0.numeral == uppers.randomElement(using: &random)! }
                    ?? lower.upperStructures.first
            ).upper
            let asked = ExpectedNotes(.pair(ChordCombiner().combine(lower: lower, upper: upper)))
            // Root, third and seventh in the lower chord, the triad above.
            let shell = [root.pitchClass, (root.pitchClass + 4) % 12, (root.pitchClass + 10) % 12]
            let left = Chosen.keys(shell, over: root.pitchClass, &random)
            let above = left.max()! + 1
            let right = upper.notes.map { above + ($0.pitchClass - above % 12 + 12) % 12 }
            var played = Performance()
            played.strike(left + right, at: 1, &random)
            #expect(played.outcomes(asked) == [.right])
            // Without a note of the triad that the shell does not have.
            guard upper.type.degrees.count == 3,
                let gone = right.filter({ !shell.contains($0 % 12) }).randomElement(using: &random)
            else { continue }
            var less = Performance()
            less.strike((left + right).filter { $0 != gone }, at: 1, &random)
            var judge = Judge(asked, at: 0)
            let verdicts = less.heard(by: &judge)
            #expect(
                verdicts.map(\.outcome) == [.almost]
                    && verdicts.first?.missing.map { ($0.pitchClass + root.pitchClass) % 12 } == [gone % 12])
        }
    }

    @Test func altNeedsANinthAndAnotherAlteration() throws {
        let asked = ExpectedNotes(.chord(try Chord("C7alt")))
        func said(_ keys: [Int]) -> Verdict? {
            var judge = Judge(asked, at: 0)
            for key in keys { judge.receive(.down(key), at: 1) }
            return judge.verdict(at: 4)
        }
        // C E B♭ with E♭ and A♭, and with D♭ and G♭.
        #expect(said([48, 52, 58, 63, 68])?.outcome == .right && said([48, 52, 58, 61, 66])?.outcome == .right)
        let bare = try #require(said([48, 52, 58, 63]))
        #expect(
            bare.outcome == .almost
                && bare.sentence(of: asked) == "F♯, the sharp eleventh, or A♭, the flat thirteenth, is missing.")
        #expect(
            said([48, 52, 58, 68])?.sentence(of: asked) == "D♭, the flat ninth, or D♯, the sharp ninth, is missing.")
        #expect(said([48, 52, 58, 63, 67, 68])?.foreign.map(\.degree) == [Degree(5)])
    }

    // MARK: Lines

    @Test func aLineIsJudgedNoteByNote() {
        var random = XorshiftGenerator(state: 27)
        for _ in 0..<1000 {
            let root = NoteName(pitchClass: Int.random(in: 0..<12, using: &random))
            let scale = Scale(root, ScaleType.all.randomElement(using: &random)!)
            var held = HeldKeys()
            var time = 1.0
            for tone in scale.tones(octaves: 1) {
                var judge = Judge(ExpectedNotes(tone, of: scale), at: time, held: held)
                // Legato: the previous note is still down.
                let slip = Int.random(in: 1...11, using: &random)
                let slips = Int.random(in: 0...3, using: &random) == 0
                if slips {
                    judge.receive(.down(tone.pitch + slip), at: time)
                    let verdict = judge.verdict(at: time)
                    #expect(verdict?.outcome == .wrong && verdict?.foreign.map(\.pitch) == [tone.pitch + slip])
                    judge.receive(.up(tone.pitch + slip), at: time + 0.05)
                }
                time += 0.1
                judge.receive(.down(tone.pitch), at: time)
                let verdict = judge.verdict(at: time)
                #expect(verdict?.outcome == .asWritten && verdict?.landedAt == time)
                held = judge.held
                let next = time + 0.02
                for key in held.sounding where key != tone.pitch { _ = held.receive(.up(key)) }
                time = next
            }
        }
    }
}
