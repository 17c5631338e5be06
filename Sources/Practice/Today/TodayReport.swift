import Harmony

/// What a daily session has come to, and what tomorrow brings.
public struct TodayReport: Sendable, Hashable {
    public let result: Today.Result
    /// The card that got faster than any other; nil if none did clearly.
    public let faster: CardID?
    /// The card that was missed most often.
    public let needsWork: CardID?
    /// The number of cards that are due tomorrow.
    public let dueTomorrow: Int
    /// The next card of the curriculum; nil if all are known.
    public let nextNew: CardID?

    /// A card got faster if it takes at most this percentage of its former time.
    private static let fasterPercent = 80

    /// - Parameter log: all answers, with those of the session.
    public init(_ run: TodayRun, _ log: PracticeLog) {
        result = run.today.result
        var times: [CardID: [Int]] = [:]
        var missed: [CardID: Int] = [:]
        for answer in run.answers {
            if answer.quality >= Quality.rightAtOnce {
                times[answer.card, default: []].append(answer.milliseconds)
            } else {
                missed[answer.card, default: 0] += 1
            }
        }
        var faster: (card: CardID, percent: Int)?
        for entry in run.today.schedule.entries where entry.isRight && missed[entry.card] == nil {
            guard entry.median > 0, let now = times[entry.card].flatMap({ Speed.median($0) }) else { continue }
            let percent = Int(Int64(now) * 100 / Int64(entry.median))
            if percent < faster?.percent ?? TodayReport.fasterPercent + 1 { faster = (entry.card, percent) }
        }
        self.faster = faster?.card
        // In the order of asking, so that equal ones do not depend on a dictionary.
        var worst: (card: CardID, count: Int)?
        for answer in run.answers {
            let count = missed[answer.card] ?? 0
            if count > worst?.count ?? 0 { worst = (answer.card, count) }
        }
        needsWork = worst?.card
        let schedule = Schedule(log, on: run.day + 1, minutes: run.minutes, feedback: TodayRun.feedback)
        dueTomorrow = schedule.dueCount(hasInstrument: run.hasInstrument)
        let steps = Curriculum(for: log, hasInstrument: run.hasInstrument).steps
        nextNew = steps.first { $0.kind != .ear && log.records[$0.card] == nil }?.card
    }
}
