/// How much may be kept on a shelf. Whatever is there already stays, and deleting always works.
public struct Quotas: Sendable, Hashable {
    /// In all, and as many tunes.
    public var chordsets: Int
    /// Of a chordset as JSON.
    public var bytesPerChordset: Int
    /// In all, each thing as JSON, with what was deleted and can be brought back.
    public var bytes: Int
    /// In a database.
    public var shelves: Int

    /// - Parameters:
    ///   - chordsets: in all.
    ///   - bytesPerChordset: 128 KiB hold any chordset that there can be, which has 512 lumis.
    ///   - bytes: in all.
    ///   - shelves: in a database.
    public init(chordsets: Int = 10_000, bytesPerChordset: Int = 128 << 10, bytes: Int = 256 << 20, shelves: Int = 100_000) {
        self.chordsets = chordsets
        self.bytesPerChordset = bytesPerChordset
        self.bytes = bytes
        self.shelves = shelves
    }
}
