import Foundation

extension Shelves {
    /// Opens a file, or makes it and its folder.
    /// - Parameters:
    ///   - path: of the file; ``ChordsetStore/inMemoryPath`` for none.
    ///   - quotas: how much may be kept; nil for as much as there is room.
    /// - Throws: ``StoreError/unusable(_:)``.
    public init(path: String, quotas: Quotas? = nil) throws { self.init(try SQLiteFile(path: path), quotas: quotas) }

    /// The same, where a shelf waits in memory until something is put on it, and is stored with that. Servers that share a
    /// database could not know of each other’s waiting shelves, so there nothing changes.
    /// - Throws: ``StoreError/unusable(_:)``.
    public func storingNoEmptyOnes() throws -> Shelves {
        database.isShared ? self : storingEmptyOnes(in: try SQLiteFile(path: SQLiteFile.inMemoryPath))
    }
}

extension ChordsetStore {
    /// What may stand for a path: a database in memory.
    public static let inMemoryPath = SQLiteFile.inMemoryPath

    /// The default path of the database: `chord-combiner/chordsets.sqlite` in the user's folder for
    /// data, which is `$XDG_DATA_HOME` or `~/.local/share`.
    public static var standardPath: String {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["XDG_DATA_HOME"] ?? ""
        let folder = named.hasPrefix("/") ? named : NSHomeDirectory() + "/.local/share"
        return folder + "/chord-combiner/chordsets.sqlite"
    }

    /// Opens the shelf without a key in a file, or makes the file and its folder.
    /// - Parameters:
    ///   - path: of the file; with ``inMemoryPath`` there is none.
    ///   - quotas: how much may be kept; nil for as much as there is room.
    /// - Throws: ``StoreError/unusable(_:)`` for a file that is damaged, another program's, or of a newer version of this
    ///   one; it is left as it is.
    public init(path: String, quotas: Quotas? = nil) throws {
        self = try Shelves(path: path, quotas: quotas).keyless
    }

    /// One that begins empty, never touches the disk, and is gone with this value.
    public static func inMemory(quotas: Quotas? = nil) throws -> ChordsetStore {
        try ChordsetStore(path: inMemoryPath, quotas: quotas)
    }

    /// Writes a copy of all shelves, as they are at one moment, into a file that needs no other beside it. Others may write
    /// meanwhile.
    /// - Throws: ``StoreError/unusable(_:)`` where there is a file already that may not be replaced, or the copy cannot be
    ///   written.
    public func backUp(to path: String, replacing: Bool = false) throws { try file().backUp(to: path, replacing: replacing) }

    /// Puts a backup in the place of all that there is, in one transaction: also where other programs use the file, a server
    /// for instance, which goes on with it.
    ///
    /// The restored shelves share their history with the present ones as far as the backup reaches, and go on from there in
    /// an epoch of their own; anyone who knows what came later is told that this does not.
    /// - Returns: where the present state was saved before.
    /// - Throws: ``StoreError/unusable(_:)`` for a file that is no whole backup; then nothing is changed.
    public func restore(from path: String) throws -> String { try file().restore(from: path) }

    /// What is in the whole file, also on shelves with keys.
    public func totals() async throws -> Shelves.Totals { try await database.read { try Shelves.Totals($0) } }

    private func file() throws -> SQLiteFile {
        guard let file = database as? SQLiteFile else {
            throw StoreError.unusable("Only a file can be backed up and restored here: use what belongs to the database.")
        }
        return file
    }
}
