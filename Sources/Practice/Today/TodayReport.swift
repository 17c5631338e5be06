import Harmony

/// What a daily session has come to, and what tomorrow brings.
public struct TodayReport: Sendable {
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
        // Without a dictionary: a session has few answers, and each type of dictionary is 3 kB of the engine.
        var faster: (card: CardID, percent: Int)?
        for entry in run.today.schedule.entries where entry.isRight && entry.median > 0 {
            let own = run.answers.filter { $0.card == entry.card }
            guard own.allSatisfy({ $0.quality >= Quality.rightAtOnce }),
                let now = Speed.median(own.map { $0.milliseconds })
            else { continue }
            let percent = Int(Int64(now) * 100 / Int64(entry.median))
            if percent < faster?.percent ?? TodayReport.fasterPercent + 1 { faster = (entry.card, percent) }
        }
        self.faster = faster?.card
        var worst: (card: CardID, count: Int)?
        for answer in run.answers {
            let count = run.answers.reduce(0) {
                $0 + ($1.card == answer.card && $1.quality < Quality.rightAtOnce ? 1 : 0)
            }
            if count > worst?.count ?? 0 { worst = (answer.card, count) }
        }
        needsWork = worst?.card
        let schedule = Schedule(log, on: run.day + 1, minutes: run.minutes, feedback: TodayRun.feedback)
        dueTomorrow = schedule.dueCount(hasInstrument: run.hasInstrument)
        let steps = Curriculum(for: log, hasInstrument: run.hasInstrument).steps
        nextNew = steps.first { $0.kind != .ear && log.records[$0.card] == nil }?.card
    }
}
