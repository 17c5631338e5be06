import Foundation

extension Shelves {
    /// Opens a file, or creates it with its folder.
    /// - Parameters:
    ///   - path: the path of the file, or ``ShelfStore/inMemoryPath``.
    ///   - quotas: the quotas; nil for none.
    /// - Throws: ``StoreError/unusable(_:)``.
    public init(path: String, quotas: Quotas? = nil) throws { self.init(try SQLiteFile(path: path), quotas: quotas) }

    /// The same shelves, but new ones are not stored until they have an item. Until then, they are in memory, or, if
    /// several servers share the database, in a table that PostgreSQL neither logs nor replicates.
    /// - Throws: ``StoreError/unusable(_:)``.
    public func storingNoEmptyOnes() throws -> Shelves {
        storingEmptyOnes(
            in: database.isShared
                ? WaitingShelves(database: database, table: "waitingShelf")
                : WaitingShelves(database: try SQLiteFile(path: SQLiteFile.inMemoryPath), table: "shelf"))
    }
}

extension ShelfStore {
    /// The path of a database in memory.
    public static let inMemoryPath = SQLiteFile.inMemoryPath

    /// The default path of the database: `chord-combiner/chordsets.sqlite` in the user's folder for
    /// data, which is `$XDG_DATA_HOME` or `~/.local/share`.
    public static var standardPath: String {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["XDG_DATA_HOME"] ?? ""
        let folder = named.hasPrefix("/") ? named : NSHomeDirectory() + "/.local/share"
        return folder + "/chord-combiner/chordsets.sqlite"
    }

    /// Opens the shelf without a key in a file, or creates the file with its folder.
    /// - Parameters:
    ///   - path: the path of the file, or ``inMemoryPath``.
    ///   - quotas: the quotas; nil for none.
    /// - Throws: ``StoreError/unusable(_:)`` for a file that is damaged, of another program, or of a newer version. The
    ///   file is not changed.
    public init(path: String, quotas: Quotas? = nil) throws {
        self = try Shelves(path: path, quotas: quotas).keyless
    }

    /// Writes a consistent copy of all shelves to a single file, even while other programs write.
    /// - Throws: ``StoreError/unusable(_:)`` if the file exists and may not be replaced, or cannot be written.
    public func backUp(to path: String, replacing: Bool = false) throws {
        try file().backUp(to: path, replacing: replacing)
    }

    /// Replaces all data by a backup in one transaction. A running server continues with it.
    ///
    /// The restored shelves share the history up to the backup, and continue in a new epoch. Clients with later
    /// revisions therefore notice the restore.
    /// - Returns: the path of a backup of the previous state.
    /// - Throws: ``StoreError/unusable(_:)`` for an invalid backup. Then nothing is changed.
    public func restore(from path: String) throws -> String { try file().restore(from: path) }

    /// The totals of all shelves.
    public func totals() async throws -> Shelves.Totals { try await database.read { try Shelves.Totals($0) } }

    private func file() throws -> SQLiteFile {
        guard let file = database as? SQLiteFile else {
            throw StoreError.unusable("Only a file can be backed up and restored here. Use the tools of the database.")
        }
        return file
    }
}
