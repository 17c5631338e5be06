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
    logs.reduce(into: PracticeLog(minutesEast: 60)) { $0.merge($1) }
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
        #expect(merge(logs + [logs[0]]) == merged, "The same answers again change nothing.")
        guard seed % 4 > 0 else { return }
        // Nothing is lost and nothing doubled: one answer to a card in a second.
        let seconds = Set(all.map { "\($0.stamp.at) \($0.card.text)" })
        #expect(merged.records.values.reduce(0) { $0 + $1.attempts.count } == seconds.count)
        // It is the log of one device with all these answers, but for answers in the same second.
        let days = PracticeLog(all, minutesEast: 60).days().map { [$0.day, $0.count] }
        #expect(merged.days().map { [$0.day, $0.count] } == days)
    }

    @Test func totalsOfDevicesAreAddedUp() throws {
        let logs = [1_700_000_000, 1_700_003_600].map { PracticeLog(daily(150, from: $0), minutesEast: 60) }
        let merged = merge(logs)
        #expect(merge([logs[0], logs[0]]) == merge([logs[0]]))
        // Fifty answers of each device are counted, and a hundred are stored.
        #expect(merged.json["totals"]?.array?.compactMap { $0.string?.hasPrefix("50 50 ") } == [true, true])
        #expect(merged.json["attempts"]?.array?.count == 200)
        #expect(merged.days().count == 150)
        #expect(minutes(merged) == 300)
    }

    /// One file on three devices, one of which has practiced more.
    @Test(arguments: [true, false]) func totalsOfAFileCountOnce(hasOrigins: Bool) throws {
        let exported = PracticeLog(daily(150, from: 1_700_000_000), minutesEast: 60).json
        let file = hasOrigins ? exported : withoutOrigins(exported)
        let logs = try [0, 130, 0].map { count in
            var log = PracticeLog(daily(count, from: 1_680_000_000), minutesEast: 60)
            let imported = try log.add(file.text)
            #expect(imported.newCount == 100)
            return log
        }
        for order in permutations(logs) {
            #expect(answerCount(merge(order)) == 280)
            #expect(minutes(merge(order)) == 280)
        }
    }

    /// What a device exports is not doubled when it is imported elsewhere, practiced on, and merged.
    @Test(arguments: 1...60 as ClosedRange<UInt64>) func nothingIsLostOrDoubled(_ seed: UInt64) throws {
        var random = XorshiftGenerator(state: seed &* 0x9E37_79B9_7F4A_7C15)
        var devices = [Device](repeating: Device(), count: Int.random(in: 2...4, using: &random))
        var files: [(text: String, answers: Set<String>)] = []
        var second: Int64 = 1_764_000_000
        for _ in 0..<16 {
            let index = devices.indices.randomElement(using: &random)!
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                for _ in 0..<Int.random(in: 1...90, using: &random) {
                    second += Int64.random(in: 1...20_000, using: &random)
                    devices[index].practice(at: second, &random)
                }
            case 4..<6:
                // With sync, the file of a device has what the others have practiced, too.
                let synced = devices.indices.filter { $0 == index || Bool.random(using: &random) }
                files.append(
                    (
                        merge(synced.map { devices[$0].log }).json.text,
                        synced.reduce(into: []) { $0.formUnion(devices[$1].answers) }
                    ))
            case 6..<8:
                if let file = files.randomElement(using: &random) {
                    devices[index].lines.append(file.text)
                    devices[index].answers.formUnion(file.answers)
                }
            case 8: devices[index].lines = [devices[index].log.compactLines]
            default: devices[index] = Device()
            }
        }
        let logs = devices.map(\.log)
        for (device, log) in zip(devices, logs) { #expect(answerCount(log) == device.answers.count) }
        let merged = merge(logs)
        let answers = devices.reduce(into: Set<String>()) { $0.formUnion($1.answers) }
        #expect(answerCount(merged) == answers.count)
        #expect(minutes(merged) == answers.count)
        for order in permutations(logs) { #expect(merge(order) == merged) }
        // In pairs, and again into what has been merged.
        let halves = [merge(Array(logs.prefix(2))), merge(Array(logs.suffix(2)))]
        #expect(merge(halves + logs) == merged)
        var copy = PracticeLog(minutesEast: 60)
        _ = try copy.add(merged.json.text)
        #expect(copy == merged)
    }

    /// Files and stored logs of earlier versions.
    @Test func filesWithoutOriginsReplaceEarlierOnes() throws {
        let answers = daily(400, from: 1_700_000_000)
        let files = [150, 300].map { withoutOrigins(PracticeLog(answers.prefix($0), minutesEast: 60).json).text }
        for order in [[0, 1], [1, 0], [0, 1, 0, 1]] {
            var log = PracticeLog(minutesEast: 60)
            log.add(lines: order.map { files[$0] }.joined(separator: "\n"))
            #expect(answerCount(log) == 300)
            #expect(minutes(log) == 300)
            // The stored log continues.
            log.add(lines: answers.suffix(100).map(\.line).joined(separator: "\n"))
            #expect(answerCount(log) == 400)
            var stored = PracticeLog(minutesEast: 60)
            stored.add(lines: log.compactLines)
            #expect(stored == log)
        }
        // An old copy of what this device has already changes nothing.
        var device = PracticeLog(answers, minutesEast: 60)
        let before = device
        let imported = try device.add(files[0])
        #expect(imported.newCount == 0 && device == before)
    }
}

/// What one device has stored, as the page does.
private struct Device {
    var lines: [String] = []
    /// The answers that it has.
    var answers: Set<String> = []

    var log: PracticeLog {
        var log = PracticeLog(minutesEast: 60)
        log.add(lines: lines.joined(separator: "\n"))
        return log
    }

    /// Answers one of two cards within a minute.
    mutating func practice(at second: Int64, _ random: inout XorshiftGenerator) {
        let attempt = Attempt(
            CardID(["play 0 chord 7", "hear 3 chord ma7"].randomElement(using: &random)!)!,
            at: Timestamp(at: second, minutesEast: 60), .right, milliseconds: 60_000, quality: 5, isPlayed: true)
        lines.append(attempt.line)
        answers.insert(attempt.line)
    }
}

/// An answer to one card on each day, within a minute.
private func daily(_ count: Int, from second: Int64) -> [Attempt] {
    (0..<count).map { index in
        Attempt(
            CardID("play 0 chord 7")!, at: Timestamp(at: second + 86_400 * Int64(index), minutesEast: 0), .right,
            milliseconds: 60_000, quality: 5, isPlayed: true)
    }
}

/// A file as an earlier version writes it.
private func withoutOrigins(_ json: JSON) -> JSON {
    .object(["format", "version", "attempts", "totals", "days"].map { ($0, json[$0]!) })
}

private func minutes(_ log: PracticeLog) -> Int { log.days().reduce(0) { $0 + $1.minutes } }

/// The number of answers, stored or counted.
private func answerCount(_ log: PracticeLog) -> Int {
    let totals = log.json["totals"]?.array ?? []
    return (log.json["attempts"]?.array?.count ?? 0)
        + totals.reduce(0) { $0 + Int($1.string!.split(separator: " ")[0])! }
}
