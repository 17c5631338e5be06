/// How much may be kept on a shelf. Whatever is there already stays, and deleting always works.
public struct Quotas: Sendable, Hashable {
    /// In all, and as many tunes.
    public var chordsets: Int
    /// Of a chordset as JSON.
    public var bytesPerChordset: Int
    /// In all, each thing as JSON. What was deleted and can be brought back does not count: that is a hundred things at most.
    public var bytes: Int
    /// In a database.
    public var shelves: Int
    /// Of all shelves together.
    public var allBytes: Int
    /// Of the disk, that are left to others; nil for 256 MiB, or a twentieth of a small disk.
    public var freeBytes: Int?

    /// - Parameters:
    ///   - chordsets: in all.
    ///   - bytesPerChordset: 128 KiB hold any chordset that there can be, which has 512 lumis.
    ///   - bytes: in all.
    ///   - shelves: in a database.
    ///   - allBytes: of all shelves. 4 GiB are some million tunes, and have room on the smallest machine that is rented out.
    ///   - freeBytes: of the disk.
    public init(
        chordsets: Int = 10_000, bytesPerChordset: Int = 128 << 10, bytes: Int = 256 << 20, shelves: Int = 100_000,
        allBytes: Int = 4 << 30, freeBytes: Int? = nil
    ) {
        self.allBytes = allBytes
        self.freeBytes = freeBytes
        self.chordsets = chordsets
        self.bytesPerChordset = bytesPerChordset
        self.bytes = bytes
        self.shelves = shelves
    }
}
