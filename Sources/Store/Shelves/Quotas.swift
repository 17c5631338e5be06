/// Limits for new data. Existing data stays, and deleting always works.
public struct Quotas: Sendable, Hashable {
    /// The maximum number of items of one kind on a shelf.
    public var maximumItems: Int
    /// The maximum size of an item as JSON.
    public var maximumBytesPerItem: Int
    /// The maximum size of all items on a shelf as JSON, without deleted ones, of which at most a hundred per kind are
    /// kept.
    public var bytes: Int
    /// The maximum number of shelves in a database.
    public var shelves: Int
    /// The maximum size of all shelves.
    public var allBytes: Int
    /// The disk space to leave free; nil for 256 MiB, or a twentieth of a small disk.
    public var freeBytes: Int?

    /// - Parameters:
    ///   - maximumBytesPerItem: 128 KiB are enough for any chordset, with 512 lumis.
    ///   - allBytes: 4 GiB are some million tunes, and fit on the smallest rented machines.
    public init(
        maximumItems: Int = 10_000, maximumBytesPerItem: Int = 128 << 10, bytes: Int = 256 << 20,
        shelves: Int = 100_000, allBytes: Int = 4 << 30, freeBytes: Int? = nil
    ) {
        self.allBytes = allBytes
        self.freeBytes = freeBytes
        self.maximumItems = maximumItems
        self.maximumBytesPerItem = maximumBytesPerItem
        self.bytes = bytes
        self.shelves = shelves
    }
}
