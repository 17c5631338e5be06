import Harmony

/// A time signature: 4/4, 3/4, 6/8.
public struct Meter: Sendable, Hashable {
    /// Beats in a bar, 1…``maximumBeats``.
    public let beats: Int
    /// The note value of a beat: 2 for half notes, 4 for quarters, 8 for eighths ….
    public let unit: Int

    /// The maximum number of beats.
    public static let maximumBeats = 32

    /// - Returns: nil if the number of beats or the note value is invalid.
    public init?(_ beats: Int, _ unit: Int) {
        guard (1...Meter.maximumBeats).contains(beats), [1, 2, 4, 8, 16, 32].contains(unit) else { return nil }
        self.beats = beats
        self.unit = unit
    }

    /// Two time signatures side by side, in the smaller unit; nil if they are too long together.
    func adding(_ other: Meter) -> Meter? {
        let unit = max(unit, other.unit)
        return Meter(beats * unit / self.unit + other.beats * unit / other.unit, unit)
    }

    /// 4/4, the default.
    public static let common = Meter(4, 4)!

    /// Reads `3/4`, with spaces or without. Beats may be a sum: `3+2/8`.
    public init?(_ text: String) {
        let parts = text.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, let unit = wholeNumber(parts[1]) else { return nil }
        self.init(beats: String(decoding: parts[0], as: UTF8.self), unit)
    }

    /// - Parameter beats: their number, or a sum such as `3+2`.
    init?(beats: String, _ unit: Int) {
        var sum = 0
        for part in beats.bytes.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false) {
            guard let count = wholeNumber(part), (1...Meter.maximumBeats).contains(count), sum <= Meter.maximumBeats
            else { return nil }
            sum += count
        }
        self.init(sum, unit)
    }

    /// Whether three units make a beat, as in 6/8 and 12/8.
    package var isCompound: Bool { unit >= 8 && beats % 3 == 0 && beats > 3 }

    /// Units per beat of the tempo.
    package var unitsOfBeat: Int { isCompound ? 3 : 1 }

    /// `3/4`
    public var text: String { "\(beats)/\(unit)" }
}
