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
    public var json: JSON {
        var attempts: [JSON] = []
        var totals: [JSON] = []
        for (card, record) in records.ordered(by: { $0.key.text < $1.key.text }) {
            let text = card.text
            if record.totals.count > 0 { totals.append(.string(record.totals.line + " " + text)) }
            for compact in record.attempts { attempts.append(.string(compact.attempt(card).line)) }
        }
        let days = dayTotals.entries.map { JSON.string($0.value.line) }
        var members: [(String, JSON)] = [
            ("format", .string(PracticeLog.format)), ("version", .int(PracticeLog.version)),
            ("attempts", .array(attempts)),
        ]
        if !totals.isEmpty { members += [("totals", .array(totals)), ("days", .array(days))] }
        return .object(members)
    }

    /// Merges another log. Attempts in both logs are added once.
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
        var cards: [String: CardID] = [:]
        var (new, known, damaged) = (0, 0, 0)
        for entry in attempts {
            guard let line = entry.string, let attempt = Attempt(line: line, &cards) else {
                damaged += 1
                continue
            }
            if add(attempt, now: now) { new += 1 } else { known += 1 }
        }
        for entry in json["totals"]?.array ?? [] {
            guard let line = entry.string, let (totals, card) = Totals.read(line) else {
                damaged += 1
                continue
            }
            merge(totals, of: card, now: now)
        }
        for entry in json["days"]?.array ?? [] {
            guard let line = entry.string, let day = DayResult(line: line) else {
                damaged += 1
                continue
            }
            merge(day, now: now)
        }
        return Imported(newCount: new, knownCount: known, damagedCount: damaged)
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

    fileprivate static func read(_ line: String) -> (PracticeLog.Totals, CardID)? {
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
        var totals = PracticeLog.Totals(count: count, rightCount: right, through: through)
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
