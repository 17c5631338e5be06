/// A time of the calendar, with what is needed to know its day where it was written: `1790000000+120`.
public struct Stamp: Sendable, Hashable {
    /// Seconds since the beginning of 1970.
    public var at: Int64
    /// Minutes that the clock was ahead of Greenwich then; nil where that is not known.
    public var minutesEast: Int?
    /// What the clock said, where that was more than a day in the future and ``at`` was put in its place:
    /// `1790000000+120~1924905600`.
    public var wrongClock: Int64?

    public init(at: Int64, minutesEast: Int? = nil, wrongClock: Int64? = nil) {
        self.at = at
        self.minutesEast = minutesEast
        self.wrongClock = wrongClock
    }

    /// Reads what ``text`` writes; nil for anything else, and for times after the year 9999.
    public init?(_ text: String) {
        let parts = Words.split(text, at: UInt8(ascii: "~"))
        let sign = text.utf8.first { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        guard (1...2).contains(parts.count) else { return nil }
        let halves = sign.map { Words.split(parts[0], at: $0) } ?? [parts[0]]
        guard halves.count == (sign == nil ? 1 : 2), let at = Stamp.seconds(halves[0]) else { return nil }
        self.at = at
        if let sign {
            guard let minutes = Words.number(halves[1], in: 0...1440) else { return nil }
            minutesEast = sign == UInt8(ascii: "-") ? -minutes : minutes
        }
        if parts.count == 2 {
            guard let wrong = Stamp.seconds(parts[1]) else { return nil }
            wrongClock = wrong
        }
    }

    public var text: String {
        var text = "\(at)"
        if let minutesEast { text += (minutesEast < 0 ? "-" : "+") + "\(abs(minutesEast))" }
        if let wrongClock { text += "~\(wrongClock)" }
        return text
    }

    /// What the clock said.
    var written: Int64 { wrongClock ?? at }

    /// A clock that is more than a day ahead is wrong, and what it said counts as now. What seemed wrong to a clock that was
    /// behind is right again.
    func corrected(now: Int64) -> Stamp {
        let latest = now + 86_400
        if written <= latest { return Stamp(at: written, minutesEast: minutesEast) }
        return at <= latest ? self : Stamp(at: now, minutesEast: minutesEast, wrongClock: written)
    }

    /// The day, counted from the beginning of 1970.
    /// - Parameter minutes: for a time that does not say it itself.
    public func day(orElse minutes: Int) -> Int {
        let local = at + Int64(60 * (minutesEast ?? minutes))
        return Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
    }

    /// The beginning of the year 10000: no clock says so.
    public static let end: Int64 = 253_402_300_800

    /// A time in whole seconds, up to the year 9999.
    static func seconds(_ word: String) -> Int64? {
        guard (1...12).contains(word.utf8.count) else { return nil }
        var seconds: Int64 = 0
        for byte in word.utf8 {
            guard (48...57).contains(byte) else { return nil }
            seconds = 10 * seconds + Int64(byte) - 48
        }
        return seconds < end ? seconds : nil
    }
}
