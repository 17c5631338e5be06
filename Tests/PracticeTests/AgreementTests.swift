import Harmony
import Practice
import Testing

/// The numbers at the end of a session, in the results, and after export and import.
@Suite struct AgreementTests {
    private let firstDay = 20_000

    /// A hundred learners with a hundred sessions each.
    @Test func tenThousandRandomSessionsAgree() throws {
        let curriculum = Curriculum(startingWith: Course(id: "shells")!, hasInstrument: true)
        for learner in 0..<100 as Range<UInt64> {
            var random = XorshiftGenerator(state: learner * 7919 + 1)
            var log = PracticeLog()
            var ends: [Today.Result] = []
            let usual = Double.random(in: 4...25, using: &random)
            for day in firstDay..<firstDay + 100 {
                var session = Today(log, on: day, minutes: 5, curriculum, seed: learner)
                var seconds = 0.0
                var first: [CardID: Bool] = [:]
                while let question = session.next(after: seconds) {
                    let time = usual * Double.random(in: 0.5...2, using: &random)
                    let quality = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 0...3, using: &random) : 5
                    seconds += time
                    if first[question.card] == nil { first[question.card] = quality >= 4 }
                    // What is missed and then found ends with a right outcome.
                    let outcome: Outcome = quality < 2 ? .missed : .right
                    let isNew = log.add(
                        Attempt(
                            question.card, at: Timestamp(at: Int64(day) * 86_400 + Int64(seconds), minutesEast: 0),
                            outcome, milliseconds: Int(1000 * time), quality: quality, isPlayed: true))
                    #expect(isNew)
                    session.answer(quality)
                }
                ends.append(session.result)
                #expect(
                    session.result.cards == first.count && session.result.missed == first.filter { !$0.value }.count)
                #expect(session.result.new == session.newCards.count)
            }
            func isAgreed(_ log: PracticeLog) -> Bool {
                log.days().map { [$0.count, $0.rightCount] } == ends.map { [$0.cards, $0.right] }
            }
            #expect(isAgreed(log))
            #expect(log.cards.count == ends.reduce(0) { $0 + $1.new })
            var copy = PracticeLog()
            _ = try copy.add(log.json.text)
            #expect(isAgreed(copy) && copy.records == log.records)
        }
    }

    /// “11 of 12”, and the results say the same.
    @Test func aMissedCardThatWasFoundCountsAsMissedOnce() {
        var log = PracticeLog()
        for (second, root) in ([0, 5, 5] as [Int]).enumerated() {
            log.add(
                Attempt(
                    CardID("play \(root) chord 7")!, at: Timestamp(at: Int64(1_764_000_000 + 9 * second)), .right,
                    milliseconds: 2000, quality: second == 1 ? 2 : 5, isPlayed: true))
        }
        #expect(log.days().map { [$0.count, $0.rightCount] } == [[2, 1]])
    }
}
