import GRDB

/// How much may be kept. Whatever is there already stays, and deleting always works.
public struct Quotas: Sendable, Hashable {
    /// In all.
    public var chordsets: Int
    /// Of a chordset as JSON.
    public var bytesPerChordset: Int
    /// Of the database in all, with what was deleted and can be brought back.
    public var bytes: Int

    /// - Parameters:
    ///   - chordsets: in all.
    ///   - bytesPerChordset: 128 KiB hold any chordset that there can be, which has 512 lumis.
    ///   - bytes: in all.
    public init(chordsets: Int = 10_000, bytesPerChordset: Int = 128 << 10, bytes: Int = 256 << 20) {
        self.chordsets = chordsets
        self.bytesPerChordset = bytesPerChordset
        self.bytes = bytes
    }

    /// Pages that hold something, in bytes.
    static func bytes(_ db: Database) throws -> Int {
        func number(_ pragma: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0 }
        return (try number("page_count") - number("freelist_count")) * (try number("page_size"))
    }
}
