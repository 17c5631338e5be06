import Harmony

/// A time with its UTC offset, which decides its local day: `1790000000+120`.
public struct Timestamp: Sendable, Hashable {
    /// Seconds since 1970.
    public var at: Int64
    /// The UTC offset in minutes; nil if unknown.
    public var minutesEast: Int?
    /// The original time, if it was more than a day in the future and ``at`` replaces it: `1790000000+120~1924905600`.
    public var wrongClock: Int64?

    public init(at: Int64, minutesEast: Int? = nil, wrongClock: Int64? = nil) {
        self.at = at
        self.minutesEast = minutesEast
        self.wrongClock = wrongClock
    }

    /// Reads the format of ``text``; nil for anything else and for times after the year 9999.
    public init?(_ text: String) {
        let parts = Words.split(text, at: UInt8(ascii: "~"))
        let sign = text.bytes.first { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        guard (1...2).contains(parts.count) else { return nil }
        let halves = sign.map { Words.split(parts[0], at: $0) } ?? [parts[0]]
        guard halves.count == (sign == nil ? 1 : 2), let at = Timestamp.seconds(halves[0]) else { return nil }
        self.at = at
        if let sign {
            guard let minutes = Words.number(halves[1], in: 0...1440) else { return nil }
            minutesEast = sign == UInt8(ascii: "-") ? -minutes : minutes
        }
        if parts.count == 2 {
            guard let wrong = Timestamp.seconds(parts[1]) else { return nil }
            wrongClock = wrong
        }
        // Empty parts were skipped: ~1790000000.
        guard self.text == text else { return nil }
    }

    public var text: String {
        var text = "\(at)"
        if let minutesEast { text += (minutesEast < 0 ? "-" : "+") + "\(abs(minutesEast))" }
        if let wrongClock { text += "~\(wrongClock)" }
        return text
    }

    /// The uncorrected time.
    var written: Int64 { wrongClock ?? at }

    /// Moves a time more than a day in the future to `now`. A time that an earlier, slow clock moved is restored.
    func corrected(now: Int64) -> Timestamp {
        let latest = now + 86_400
        if written <= latest { return Timestamp(at: written, minutesEast: minutesEast) }
        return at <= latest ? self : Timestamp(at: now, minutesEast: minutesEast, wrongClock: written)
    }

    /// The local day, counted from 1970.
    /// - Parameter minutes: the UTC offset for a time without one.
    public func day(orElse minutes: Int) -> Int {
        let local = at + Int64(60 * (minutesEast ?? minutes))
        return Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
    }

    /// The date of a local day, counted from 1970.
    ///
    /// The years of the computation begin in March, so that a leap day is the last one. Four hundred of them have
    /// 146,097 days.
    public static func date(of day: Int) -> (year: Int, month: Int, day: Int) {
        let all = day + 719_468
        let days = all % 146_097
        let year = (days - days / 1460 + days / 36_524 - days / 146_096) / 365
        let dayOfYear = days - (365 * year + year / 4 - year / 100)
        // From March on, five months have 153 days.
        let number = (5 * dayOfYear + 2) / 153
        let month = number < 10 ? number + 3 : number - 9
        return (400 * (all / 146_097) + year + (month < 3 ? 1 : 0), month, dayOfYear - (153 * number + 2) / 5 + 1)
    }

    /// A local day, counted from 1970, as `2026-12-05`.
    public static func text(of day: Int) -> String {
        let date = date(of: day)
        return "\(date.year)-" + (date.month < 10 ? "0" : "") + "\(date.month)-" + (date.day < 10 ? "0" : "")
            + "\(date.day)"
    }

    /// Reads the format of ``text(of:)``, from 1970 to 9999; nil for anything else and for dates that do not exist.
    public static func day(_ text: String) -> Int? {
        let parts = Words.split(text, at: UInt8(ascii: "-"))
        guard text.utf8.count == 10, parts.count == 3, let year = Words.number(parts[0], in: 1970...9999),
            let month = Words.number(parts[1], in: 1...12), let day = Words.number(parts[2], in: 1...31)
        else { return nil }
        // As in date(of:).
        let begun = month < 3 ? year - 1 : year
        let dayOfYear = (153 * (month < 3 ? month + 9 : month - 3) + 2) / 5 + day - 1
        let found = 365 * begun + begun / 4 - begun / 100 + begun / 400 + dayOfYear - 719_468
        return self.text(of: found) == text ? found : nil
    }

    /// The beginning of the year 10000, later than any valid time.
    public static let end: Int64 = 253_402_300_800

    /// Parses seconds since 1970, up to the year 9999.
    static func seconds(_ word: String) -> Int64? {
        guard (1...12).contains(word.utf8.count) else { return nil }
        var seconds: Int64 = 0
        for byte in Array(word.utf8) {
            guard (48...57).contains(byte) else { return nil }
            seconds = 10 * seconds + Int64(byte) - 48
        }
        return seconds < end ? seconds : nil
    }
}
