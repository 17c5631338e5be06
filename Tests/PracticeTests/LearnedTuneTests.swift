import Harmony
import Practice
import Testing

private let firstDay = 20_000
private let circle = Curriculum(startingWith: Course(id: "circle")!, hasInstrument: true)

/// Sixteen bars: two chords in every odd bar, and none in every fourth.
private let tune = LearnedTune(
    words: "1,1,2,3,3,5,5,6,7,7,9,9,10,11,11,13,13,14,15,15 row Dmi7 G7 Cma7 Ami7 D7 Gmi7 C7 Fma7 Dmi7 E7"
        + " Ami7 D7 G7 Emi7 A7 Dmi7 G7 C6 F7 B♭ma7 called Example")!

private func session(_ log: PracticeLog = PracticeLog(), day: Int = firstDay, minutes: Int = 10, seed: UInt64 = 1)
    -> Today
{
    Today(log, on: day, minutes: minutes, circle, tune, seed: seed, feedback: 600)
}

/// The questions of a session, with the time of each.
private func played(
    _ session: Today, each: Double, quality: (Today.Question) -> Int = { _ in 5 }
) -> (questions: [Today.Question], times: [Double], seconds: Double, session: Today) {
    var (session, seconds) = (session, 0.0)
    var (questions, times): ([Today.Question], [Double]) = ([], [])
    while let question = session.next(after: seconds) {
        times.append(seconds)
        seconds += each
        session.answer(quality(question))
        questions.append(question)
    }
    return (questions, times, seconds, session)
}

@Suite struct LearnedTuneTests {
    @Test(arguments: [
        "1,1,3 row Dmi7 G7 Cma7 called A Tune", "5 row C7+Ama", "1,2,9999 row Cma/E F♯mi7(♭5) Emi",
        "1,2/3 row Dmi7 G7 called Waltz", "1,2/4/bossa row Dmi7 G7 called Wave", "1,2/3/waltz row Dmi7 G7",
        "1,2/4/bossa/rootless row Dmi7 G7", "1,2/3/swing/drop-2 row Dmi7 G7",
    ])
    func wordsAreReadBack(_ words: String) { #expect(LearnedTune(words: words)?.words == words) }

    @Test(arguments: [
        "", "1", "row Dmi7", "1 row Dmi7 G7", "2,1 row Dmi7 G7", "0,1 row Dmi7 G7", "1,x row Dmi7 G7", "1 chord 7",
        "1,2 row Dmi7 H7", "1,2/0 row Dmi7 G7", "1,2/3/4 row Dmi7 G7", "1/3,2 row Dmi7 G7",
        "1,2/bossa row Dmi7 G7", "1,2/4/Bossa row Dmi7 G7", "1,2/4/bossa/4 row Dmi7 G7",
    ])
    func otherWordsAreRefused(_ words: String) { #expect(LearnedTune(words: words) == nil) }

    @Test(arguments: [(5, 4), (10, 4), (15, 8), (20, 8)])
    func aSessionHasFourOrEightBars(_ minutes: Int, _ bars: Int) {
        // Nothing is known of any chord: the first phrase.
        let passage = session(minutes: minutes).passage
        #expect(passage.title == "Example")
        #expect(passage.chords.map(\.bar) == (bars == 4 ? [1, 1, 2, 3, 3] : [1, 1, 2, 3, 3, 5, 5, 6, 7, 7]))
        #expect(passage.chords.prefix(3).map { $0.subject.chord.title } == ["Dmi7", "G7", "Cma7"])
    }

    @Test(arguments: [5, 10, 15, 20], [1.5, 4, 11])
    func theBarsAreAskedInOrderBeforeTheMinuteByEar(_ minutes: Int, _ each: Double) throws {
        let planned = session(minutes: minutes)
        // Some are missed, and still the next chord follows.
        let (questions, times, seconds, ended) = played(planned, each: each) { $0.card.root == 7 ? 1 : 5 }
        let indices = questions.indices.filter { questions[$0].part == .tune }
        let chords = indices.filter { questions[$0].kind == .chord }
        #expect(indices == Array(indices[0]..<indices[0] + indices.count))
        let roots = planned.passage.chords.map { $0.subject.chord.root.pitchClass }
        #expect(chords.map { questions[$0].card.root } == roots)
        // The first changes follow, because none is known.
        let changes = ["play 2 row Cmi7 F7", "play 7 row C7 Fma7"].prefix(minutes < 15 ? 1 : 2)
        #expect(indices.dropFirst(chords.count).map { questions[$0].card.text } == Array(changes))
        #expect(indices.map { questions[$0].card.text }.first == "play 2 chord mi7")
        #expect(times[indices[0]] < Double(60 * minutes) - 60 && times[indices[0]] > 0)
        #expect(abs(min(seconds, planned.limit) - Double(60 * minutes)) <= Double(6 * minutes), "\(seconds)")
        #expect(ended.passage.chords.map(\.quality) == roots.map { $0 == 7 ? 1 : 5 })
        // Each card counts once, as everywhere.
        #expect(ended.result.cards == Set(questions.map(\.card)).count)
        #expect(ended.result.new == ended.result.cards)
    }

    private func log(_ cards: [(String, Int)]) -> PracticeLog {
        var log = PracticeLog()
        for (index, card) in cards.enumerated() {
            log.add(
                Attempt(
                    CardID(card.0)!, at: Timestamp(at: Int64(firstDay) * 86_400 + Int64(index), minutesEast: 0),
                    .right, milliseconds: card.1, quality: 5, isPlayed: true))
        }
        return log
    }

    /// Dmi7–G7, G7–Cma7, Cma7–Ami7 and Ami7–D7 are the changes of the first phrase.
    @Test func theSlowestOrANewChangeFollowsTheBars() {
        func change(_ log: PracticeLog, _ curriculum: Curriculum = circle) -> [String] {
            let today = Today(log, on: firstDay + 1, minutes: 5, curriculum, tune, seed: 1)
            return played(today, each: 4).questions.filter { $0.part == .tune && $0.kind == .change }.map(\.card.text)
        }
        let known = [
            ("play 2 row Cmi7 F7", 1500), ("play 7 row C7 Fma7", 2500), ("play 0 row Cma7 Ami7", 1200),
            ("play 9 row Cmi7 F7", 1300),
        ]
        #expect(change(log(known)) == ["play 7 row C7 Fma7"])
        #expect(change(log(Array(known.prefix(3)))) == ["play 9 row Cmi7 F7"])
        // The time between two chords cannot be measured on cards.
        #expect(change(log(known), Curriculum(startingWith: Course(id: "circle")!, hasInstrument: false)) == [])
    }

    /// Where a chord has no voicing in the style of the tune, any voicing is right.
    @Test(arguments: [
        ("shell", ["2 voicing mi7 shell", "7 voicing 7 shell", "0 voicing ma7 shell", "0 row Cma/E"]),
        (
            "rootless",
            ["2 voicing mi7 rootless-a", "7 voicing 7 rootless-b", "0 voicing ma7 rootless-a", "0 row Cma/E"]
        ),
    ])
    func chordsAreAskedInTheStyleOfTheTune(_ style: String, _ cards: [String]) throws {
        let words = "1,2,3,4/4/swing/" + style + " row Dmi7 G7 Cma7 Cma/E called Example"
        let styled = try #require(LearnedTune(words: words))
        #expect(styled.words == words && styled.feel.isEmpty)
        let today = Today(PracticeLog(), on: firstDay, minutes: 5, circle, styled, seed: 1)
        let (questions, _, _, _) = played(today, each: 4)
        let asked = questions.filter { $0.part == .tune && $0.kind == .chord }.map(\.card.text)
        #expect(asked == cards.map { "play " + $0 })
        // They are questions about this voicing.
        let first = try #require(CardID("play " + cards[0])?.exercise()?.questions(seed: 1).first)
        #expect(first.style?.rawValue.hasPrefix(style) == true)
        #expect(LearnedTune(words: "1,2/4/swing/xyz row Dmi7 G7") == nil)
    }

    @Test func theSlowestPhraseComesNext() {
        var log = PracticeLog()
        // The chords of all phrases but the third are known, those of the second one slowly.
        for (index, name) in [
            "2 chord mi7", "7 chord 7", "0 chord ma7", "9 chord mi7", "2 chord 7", "7 chord mi7", "0 chord 7",
            "5 chord ma7", "4 chord 7", "0 chord 6", "5 chord 7", "10 chord ma7",
        ].enumerated() {
            let isSecond = (5...8).contains(index)
            log.add(
                Attempt(
                    CardID("play " + name)!, at: Timestamp(at: Int64(firstDay) * 86_400 + Int64(index), minutesEast: 0),
                    .right, milliseconds: isSecond ? 1600 : 1000, quality: 5, isPlayed: true))
        }
        // E minor seventh and A7 in bars 11 are unknown, which counts more than slow.
        #expect(session(log, day: firstDay + 1).passage.chords.first?.bar == 9)
        for (index, name) in ["4 chord mi7", "9 chord 7"].enumerated() {
            log.add(
                Attempt(
                    CardID("play " + name)!,
                    at: Timestamp(at: Int64(firstDay) * 86_400 + 20 + Int64(index), minutesEast: 0),
                    .right, milliseconds: 1000, quality: 5, isPlayed: true))
        }
        #expect(session(log, day: firstDay + 1).passage.chords.first?.bar == 5)
    }

    @Test func anExerciseThroughTheTuneHasItsBars() throws {
        let words = tune.words.split(separator: " ", maxSplits: 1)[1]
        #expect(tune.passage(of: try Exercise(words: "play \(words)"))?.chords.map(\.bar).suffix(3) == [14, 15, 15])
        #expect(tune.passage(of: try Exercise(words: "play \(words) | through | in time 90 beats 4")) != nil)
        #expect(tune.passage(of: try Exercise(words: "play \(words) | fourths")) == nil)
        #expect(tune.passage(of: try Exercise(words: "play row Dmi7 G7 | through")) == nil)
    }

    @Test func theSameSeedGivesTheSameSession() {
        let one = played(session(seed: 5), each: 3).questions
        #expect(one == played(session(seed: 5), each: 3).questions)
    }

    @Test func theLogRestoresASessionWithBars() throws {
        let start = Timestamp(at: Int64(firstDay) * 86_400, minutesEast: 0)
        func run(_ log: PracticeLog) -> TodayRun {
            TodayRun(log, from: start, minutes: 5, hasInstrument: true, tune, seed: 3)
        }
        var log = PracticeLog()
        var current = run(log)
        var (seconds, count) = (0, 0)
        while !current.isOver {
            while current.next != nil { current.continueCard(5) }
            seconds += 4
            count += 1
            let attempt = current.attempt(
                .right, count % 6 == 0 ? 2 : 5, seconds: 3.4, isPlayed: true,
                at: Timestamp(at: start.at + Int64(seconds), minutesEast: 0))
            log.add(try #require(attempt))
            current.finish(try #require(attempt))
            let again = run(log)
            #expect(again.today.current == current.today.current && again.today.passage == current.today.passage)
        }
        #expect(current.today.passage.chords.allSatisfy { $0.quality != nil })
    }
}
