import Harmony
import JSONText
import Practice
import Testing

/// Answers of a device in random seconds, so few that two devices share some.
private func answers(_ count: Int, device: Int, _ random: inout XorshiftGenerator) -> [Attempt] {
    let cards = ["play 0 chord 7", "play 5 chord mi7", "hear 3 chord ma7"].map { CardID($0)! }
    return (0..<count).map { _ in
        let outcome = Outcome.allCases.randomElement(using: &random)!
        return Attempt(
            cards.randomElement(using: &random)!,
            at: Timestamp(at: 1_764_000_000 + Int64.random(in: 0..<400, using: &random) * 1800, minutesEast: 60),
            outcome, milliseconds: Int.random(in: 500..<9000, using: &random),
            quality: outcome.isRight ? 5 : 1, isPlayed: device == 0)
    }
}

private func permutations(_ logs: [PracticeLog]) -> [[PracticeLog]] {
    if logs.count < 2 { return [logs] }
    return logs.indices.flatMap { index in
        var rest = logs
        let one = rest.remove(at: index)
        return permutations(rest).map { [one] + $0 }
    }
}

private func merge(_ logs: [PracticeLog]) -> PracticeLog {
    logs.dropFirst().reduce(into: logs[0]) { $0.merge($1) }
}

@Suite struct MergingTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func devicesMergeToTheSameLogInAnyOrder(_ seed: UInt64) throws {
        var random = XorshiftGenerator(state: seed &* 0x9E37_79B9_7F4A_7C15)
        var logs: [PracticeLog] = []
        var all: [Attempt] = []
        for device in 0..<Int.random(in: 2...4, using: &random) {
            // More than a hundred answers to a card become totals.
            let own = answers(seed % 4 == 0 ? 700 : 80, device: device, &random)
            var log = PracticeLog(own, minutesEast: 60)
            // A file of another device was imported here.
            if let other = logs.first, seed % 3 == 0, seed % 4 > 0 { _ = try log.add(other.json.text) }
            logs.append(log)
            all += own
        }
        let merged = merge(logs)
        for order in permutations(logs) { #expect(merge(order) == merged) }
        if seed % 4 > 0 { #expect(merge(logs + [logs[0]]) == merged, "The same answers again change nothing.") }
        guard seed % 4 > 0 else { return }
        // Nothing is lost and nothing doubled: one answer to a card in a second.
        let seconds = Set(all.map { "\($0.stamp.at) \($0.card.text)" })
        #expect(lines(of: merged).count == seconds.count)
        // It is the log of one device with all these answers, but for answers in the same second.
        let days = PracticeLog(all, minutesEast: 60).days().map { [$0.day, $0.count] }
        #expect(merged.days().map { [$0.day, $0.count] } == days)
    }

    @Test func totalsOfDevicesAreAddedUp() throws {
        func log(from second: Int64) -> PracticeLog {
            PracticeLog(
                (0..<150).map { index in
                    Attempt(
                        CardID("play 0 chord 7")!,
                        at: Timestamp(at: second + 86_400 * Int64(index), minutesEast: 0), .right, milliseconds: 1000,
                        quality: 5, isPlayed: true)
                })
        }
        let logs = [log(from: 1_700_000_000), log(from: 1_700_003_600)]
        let merged = merge(logs)
        #expect(merge([logs[0], logs[0]]) == logs[0])
        // Fifty answers of each device are counted, and a hundred are stored.
        let totals = try #require(merged.json["totals"]?.array?.first?.string)
        #expect(totals.hasPrefix("100 100 "))
        #expect(merged.json["attempts"]?.array?.count == 200)
        #expect(merged.days().count == 150)
        #expect(merged.days().reduce(0) { $0 + $1.minutes } == 150)
    }
}

/// The stored answers of a log.
private func lines(of log: PracticeLog) -> [String] {
    (log.json["attempts"]?.array ?? []).compactMap { $0.string }
}
