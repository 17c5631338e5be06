import Harmony
import JSONText

/// Why a text is not a practice log.
public enum PracticeLogError: Error, Sendable, Hashable {
    case json(JSONError)
    /// It is JSON in another format.
    case otherFormat
    /// A later version of this program wrote it.
    case laterVersion(Int)

    public var message: String {
        switch self {
        case .json(let error): error.message
        case .otherFormat: "This is not a practice log: expected an object with “format”: “\(PracticeLog.format)”."
        case .laterVersion(let version):
            "This practice log has version \(version). This program reads up to version \(PracticeLog.version)."
        }
    }
}

extension PracticeLog {
    static let format = "chord-combiner-practice"
    /// Since version 2, attempts have a UTC offset.
    static let version = 2

    /// The result of an import.
    public struct Imported: Sendable, Hashable {
        public let newCount: Int
        /// Attempts that were already in the log.
        public let knownCount: Int
        /// Unreadable entries.
        public let damagedCount: Int

        /// One sentence: “Imported 12 new answers. 3 were already here. 1 entry could not be read.”
        public var sentence: String {
            var text = "Imported \(newCount) new " + (newCount == 1 ? "answer." : "answers.")
            if knownCount > 0 { text += " \(knownCount) " + (knownCount == 1 ? "was" : "were") + " already here." }
            if damagedCount > 0 {
                text += " \(damagedCount) " + (damagedCount == 1 ? "entry" : "entries") + " could not be read."
            }
            return text
        }
    }

    /// The whole log for export.
    ///
    /// Entries of the same origin are together, and `origins` has how many there are of each: attempts, totals and
    /// days. Earlier versions ignore it.
    public var json: JSON {
        var parts = SortedDictionary<Origin, Part>()
        for (card, record) in records.ordered(by: { $0.key.text < $1.key.text }) {
            let text = card.text
            for totals in record.totals {
                parts.change(totals.origin) { $0.totals.append(.string(totals.line + " " + text)) }
            }
            for compact in record.attempts + record.hidden {
                parts.change(compact.origin) { $0.attempts.append(.string(compact.attempt(card).line)) }
            }
        }
        for entry in dayTotals.entries {
            parts.change(entry.key.origin) { $0.days.append(.string(entry.value.line)) }
        }
        let all = parts.entries.map { $0.value }
        let origins = parts.entries.map { entry in
            let part = entry.value
            return "\(entry.key.number) \(part.attempts.count) \(part.totals.count) \(part.days.count)"
        }
        var members: [(String, JSON)] = [
            ("format", .string(PracticeLog.format)), ("version", .int(PracticeLog.version)),
            ("origins", .array(origins.map { .string($0) })), ("attempts", .array(all.flatMap { $0.attempts })),
        ]
        let totals = all.flatMap { $0.totals }
        if !totals.isEmpty { members += [("totals", .array(totals)), ("days", .array(all.flatMap { $0.days }))] }
        return .object(members)
    }

    /// What a file has of one origin.
    fileprivate struct Part {
        var attempts: [JSON] = []
        var totals: [JSON] = []
        var days: [JSON] = []
    }

    /// Merges a log that was exported. Attempts in both logs are added once.
    ///
    /// A file of an earlier version names no origins. Its totals count if they are later than those that are here, and
    /// then replace those of earlier files without origins.
    /// - Parameter now: seconds since 1970. Attempts more than a day later are moved to this time.
    /// - Throws: if the text is not a practice log. Damaged entries are skipped and counted.
    public mutating func add(_ text: String, now: Int64 = Timestamp.end) throws(PracticeLogError) -> Imported {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(text)
        } catch {
            throw .json(error)
        }
        guard json["format"]?.string == PracticeLog.format, let attempts = json["attempts"]?.array else {
            throw .otherFormat
        }
        let version = json["version"]?.int ?? PracticeLog.version
        guard version <= PracticeLog.version else { throw .laterVersion(version) }
        let (totals, days) = (json["totals"]?.array ?? [], json["days"]?.array ?? [])
        var (attemptOrigins, totalsOrigins, dayOrigins) = (OriginRuns(), OriginRuns(), OriginRuns())
        for entry in json["origins"]?.array ?? [] {
            let words = Words.split(entry.string ?? "")
            let counts = words.dropFirst().compactMap { Words.number($0, in: 0...999_999_999) }
            guard words.count == 4, counts.count == 3, let origin = Origin(words[0]) else { break }
            attemptOrigins.append(origin, counts[0])
            totalsOrigins.append(origin, counts[1])
            dayOrigins.append(origin, counts[2])
        }
        let oldFile = Origin(ofOldFileWith: (totals + days).compactMap { $0.string })
        var file = PracticeLog(minutesEast: minutesEast)
        var cards: [String: CardID] = [:]
        var (new, known, damaged) = (0, 0, 0)
        var lines: Set<String> = []
        for entry in totals {
            let origin = totalsOrigins.next()
            guard let line = entry.string, let (totals, card) = Totals.read(line, from: origin ?? oldFile) else {
                damaged += 1
                continue
            }
            file.records[card, default: Record()].replace(moved(totals, now: now))
        }
        for entry in attempts {
            let origin = attemptOrigins.next()
            guard let line = entry.string, let attempt = Attempt(line: line, &cards) else {
                damaged += 1
                continue
            }
            let compact = CompactAttempt(attempt, from: origin ?? oldFile, now: now)
            if has(compact, of: attempt.card) || !lines.insert(line).inserted {
                known += 1
                if origin == nil { continue }
            } else {
                new += 1
            }
            file.records[attempt.card, default: Record()].attempts.append(compact)
        }
        for entry in days {
            let origin = dayOrigins.next()
            guard let line = entry.string, let day = DayResult(line: line) else {
                damaged += 1
                continue
            }
            file.dayTotals.add(moved(day, now: now), from: origin ?? oldFile)
        }
        replaceOldFiles(by: &file, oldFile)
        merge(file)
        return Imported(newCount: new, knownCount: known, damagedCount: damaged)
    }
}

extension SortedDictionary<Origin, PracticeLog.Part> {
    fileprivate mutating func change(_ origin: Origin, _ change: (inout PracticeLog.Part) -> Void) {
        var part = self[origin] ?? PracticeLog.Part()
        self[origin] = nil
        change(&part)
        self[origin] = part
    }
}

extension PracticeLog {
    /// Totals with a time more than a day in the future come from a wrong clock. Those of a damaged file may have such
    /// a day with any time.
    private func moved(_ totals: Totals, now: Int64) -> Totals {
        let isAhead = totals.through > now + 86_400
        let today = day(of: Timestamp(at: now))
        var totals = totals
        if isAhead { totals.through = now }
        totals.card = totals.card.moved(before: isAhead ? today : today + 1)
        return totals
    }

    private func moved(_ result: DayResult, now: Int64) -> DayResult {
        let today = day(of: Timestamp(at: now))
        return result.day > today + 1 ? result.moved(to: today) : result
    }
}

extension PracticeLog.CompactAttempt {
    func attempt(_ card: CardID) -> Attempt {
        Attempt(card, at: stamp, outcome, milliseconds: Int(milliseconds), quality: quality, isPlayed: isPlayed)
    }
}

extension PracticeLog.Totals {
    /// The stored form: count, right answers, time of the last attempt, and the card.
    fileprivate var line: String {
        Words.joined([
            "\(count)", "\(rightCount)", "\(through)", "\(card.easiness)", "\(card.repetitions)", "\(card.interval)",
            "\(card.due)", "\(card.lapses)", "\(card.last ?? 0)",
        ])
    }

    fileprivate static func read(_ line: String, from origin: Origin) -> (PracticeLog.Totals, CardID)? {
        let words = Words.split(line)
        let most = 999_999_999
        guard words.count > 9, let count = Words.number(words[0], in: 1...most),
            let right = Words.number(words[1], in: 0...count), let through = Timestamp.seconds(words[2]),
            let easiness = Words.number(words[3], in: Card.easinessRange),
            let repetitions = Words.number(words[4], in: 0...count),
            let interval = Words.number(words[5], in: 0...Card.maximumInterval),
            let due = Words.number(words[6], in: 0...most),
            let lapses = Words.number(words[7], in: 0...count), let last = Words.number(words[8], in: 0...most),
            let card = CardID(Words.joined(words.dropFirst(9)))
        else { return nil }
        var totals = PracticeLog.Totals(origin: origin, count: count, rightCount: right, through: through)
        totals.card.easiness = easiness
        totals.card.repetitions = repetitions
        totals.card.interval = interval
        totals.card.due = due
        totals.card.lapses = lapses
        totals.card.last = last
        return (totals, card)
    }
}

extension DayResult {
    /// The stored form: day, count, right answers, milliseconds.
    fileprivate var line: String { Words.joined(["\(day)", "\(count)", "\(rightCount)", "\(milliseconds)"]) }

    fileprivate init?(line: String) {
        let words = Words.split(line)
        let most = 999_999_999
        guard words.count == 4, let day = Words.number(words[0], in: 0...most),
            let count = Words.number(words[1], in: 1...most), let right = Words.number(words[2], in: 0...count),
            let spent = Timestamp.seconds(words[3])
        else { return nil }
        self.init(day: day)
        self.count = count
        rightCount = right
        milliseconds = spent
    }
}
