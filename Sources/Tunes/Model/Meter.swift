/// A time signature: 4/4, 3/4, 6/8.
public struct Meter: Sendable, Hashable {
    /// Beats in a bar, 1…``most``.
    public let beats: Int
    /// The note value of a beat: 2 for half notes, 4 for quarters, 8 for eighths ….
    public let unit: Int

    /// The maximum number of beats.
    public static let most = 32

    /// - Returns: nil if the number of beats or the note value is invalid.
    public init?(_ beats: Int, _ unit: Int) {
        guard (1...Meter.most).contains(beats), [1, 2, 4, 8, 16, 32].contains(unit) else { return nil }
        self.beats = beats
        self.unit = unit
    }

    /// 4/4, the default.
    public static let common = Meter(4, 4)!

    /// Reads `3/4`, with spaces or without.
    public init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, let beats = wholeNumber(parts[0]), let unit = wholeNumber(parts[1]) else { return nil }
        self.init(beats, unit)
    }

    /// Whether three units make a beat, as in 6/8 and 12/8.
    package var isCompound: Bool { unit >= 8 && beats % 3 == 0 && beats > 3 }

    /// Units per beat of the tempo.
    package var unitsOfBeat: Int { isCompound ? 3 : 1 }

    /// `3/4`
    public var text: String { "\(beats)/\(unit)" }
}
