import Harmony
import Practice
import Testing

private let firstDay = 20_000
private let circle = Curriculum(startingWith: Course(id: "circle")!, hasInstrument: true)

/// A session in which each answer takes the same time.
private struct Played {
    var questions: [Today.Question] = []
    var seconds = 0.0

    /// - Parameter quality: the quality of an answer by the question and the number of questions before it.
    init(_ session: Today, each: Double = 4, quality: (Today.Question, Int) -> Int = { _, _ in 5 }) {
        var session = session
        while let question = session.next(after: seconds) {
            seconds += each
            session.answer(quality(question, questions.count))
            questions.append(question)
        }
    }

    var parts: [Today.Part] { questions.map(\.part) }
}

/// A log of sessions on the first days.
/// - Parameter each: the seconds for each answer.
private func log(days: Int, minutes: Int = 10, each: Int = 4) -> PracticeLog {
    var log = PracticeLog()
    for day in firstDay..<firstDay + days {
        let session = Today(log, on: day, minutes: minutes, circle, seed: UInt64(day))
        for (index, question) in Played(session, each: Double(each)).questions.enumerated() {
            let at = Int64(day) * 86_400 + Int64(each * index)
            log.add(
                Attempt(
                    question.card, at: Timestamp(at: at, minutesEast: 0), .right, milliseconds: 1000 * each, quality: 4,
                    isPlayed: true))
        }
    }
    return log
}

@Suite struct TodayTests {
    @Test(arguments: [5, 10, 15, 20], [0.7, 4, 11, 45])
    func aSessionLastsAsLongAsAsked(_ minutes: Int, _ each: Double) {
        for days in [0, 12] {
            let session = Today(log(days: days), on: firstDay + days, minutes: minutes, circle, seed: 1)
            let seconds = min(Played(session, each: each).seconds, session.limit)
            #expect(abs(seconds - Double(60 * minutes)) <= Double(6 * minutes), "\(days) \(seconds)")
        }
    }

    @Test func theFirstSessionBeginsWithTheCourse() {
        let played = Played(Today(PracticeLog(), on: firstDay, minutes: 10, circle, seed: 1))
        // The first lesson: major triads in fourths.
        #expect(played.questions.first?.card.text == "play 0 chord ma" && played.questions.first?.part == .new)
        let cards = Set(played.questions.map(\.card))
        #expect(cards.count <= 13 && cards.filter { $0.what == "chord ma" }.count >= 3)
    }

    @Test func aCourseComesFirstAndTheOthersFollow() {
        let rootless = Curriculum(startingWith: Course(id: "rootless")!, hasInstrument: true)
        let first = Played(Today(PracticeLog(), on: firstDay, minutes: 5, rootless, seed: 1)).questions[0]
        #expect(first.card.text == "play 0 voicing mi7 rootless-a")
    }

    @Test func aSessionHasItsParts() throws {
        let session = Today(log(days: 25, each: 12), on: firstDay + 32, minutes: 10, circle, seed: 3)
        let played = Played(session, each: 12)
        let parts = played.parts
        // The warm-up is known, and comes first.
        #expect(parts.prefix(4).allSatisfy { $0 == .warmUp } && !parts.dropFirst(4).contains(.warmUp))
        let known = session.schedule.entries.filter { $0.isKnown }.map(\.card)
        #expect(played.questions.prefix(4).allSatisfy { known.contains($0.card) })
        // What is new comes back at once.
        let new = try #require(played.questions.first { $0.part == .new })
        #expect(played.questions.filter { $0.card == new.card }.count >= 2)
        // The last minute is by ear: five questions of twelve seconds, except repeats of what was new.
        let last = played.questions.suffix(5).filter { $0.part != .again }
        #expect(!last.isEmpty && last.allSatisfy { $0.kind == .ear }, "\(last.map(\.card.text))")
        // All that was due was asked.
        let due = Set(session.schedule.due.map(\.card))
        #expect(!due.isEmpty && due.isSubset(of: Set(played.questions.map(\.card))))
    }

    @Test func neighborsShareNeitherRootNorMaterial() {
        let session = Today(log(days: 30), on: firstDay + 31, minutes: 10, circle, seed: 5)
        let questions = Played(session).questions
        let pairs = zip(questions, questions.dropFirst())
        let alike = pairs.filter { $0.card.root == $1.card.root || $0.card.what == $1.card.what }
        // By ear, few cards are left to choose from.
        #expect(alike.filter { $0.0.kind != .ear && $0.1.kind != .ear }.count <= questions.count / 50)
        #expect(questions.count > 100)
    }

    @Test func aMissedCardComesBackAfterAFewOthers() throws {
        let session = Today(log(days: 15), on: firstDay + 15, minutes: 10, circle, seed: 3)
        let played = Played(session) { _, index in index == 6 ? 1 : 5 }
        let missed = played.questions[6].card
        let again = try #require(played.questions.dropFirst(7).firstIndex { $0.card == missed })
        #expect((9...16).contains(again) && played.questions[again].part == .again)
    }

    @Test func theSameSeedGivesTheSameQuestions() {
        let log = log(days: 10)
        func cards(_ seed: UInt64) -> [CardID] {
            Played(Today(log, on: firstDay + 10, minutes: 5, circle, seed: seed)).questions.map(\.card)
        }
        #expect(cards(1) == cards(1) && cards(1) != cards(2))
    }

    /// An absence pauses new material while much is due, but there is no backlog that must be worked off in one day.
    @Test func afterAnAbsenceNothingNewComesUntilTheBacklogIsShort() {
        let log = log(days: 60)
        let session = Today(log, on: firstDay + 200, minutes: 5, circle, seed: 1)
        #expect(session.schedule.due.count > session.schedule.capacity)
        let played = Played(session, each: 4)
        #expect(played.parts.filter { $0 == .new }.count <= 1)
        #expect(played.parts.filter { $0 == .due }.count > played.questions.count / 2)
    }

    @Test func withoutAnInstrumentThereAreNoChanges() {
        let curriculum = Curriculum(startingWith: Course(id: "two-five-one")!, hasInstrument: false)
        var log = PracticeLog()
        for day in firstDay..<firstDay + 40 {
            let session = Today(log, on: day, minutes: 5, curriculum, seed: 0)
            for (index, question) in Played(session).questions.enumerated() {
                #expect(question.kind != .change)
                log.add(
                    Attempt(
                        question.card, at: Timestamp(at: Int64(day) * 86_400 + 4 * Int64(index), minutesEast: 0),
                        .right, milliseconds: 4000, quality: 4, isPlayed: false))
            }
        }
        #expect(log.cards.count > 36)
    }

    @Test func aChangeIsACardOfTwoChords() throws {
        let change = try #require(CardID("play 2 row Cmi7 F7"))
        #expect(change.kind == .change && change.title() == "Dmi7 → G7")
        #expect(CardID("play 0 row Cma7/E")?.kind == .chord && CardID("play 5 chord 7")?.kind == .chord)
        #expect(CardID("hear 5 chord 7")?.kind == .ear && CardID("hear 2 row Cmi7 F7")?.kind == .ear)
        #expect(change.exercise()?.questions(seed: 0).map { $0.title() } == ["Dmi7", "G7"])
    }
}
