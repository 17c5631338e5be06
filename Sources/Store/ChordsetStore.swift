import Chordsets
import Foundation
import GRDB

/// The one controller of what is kept: adding, changing, deleting and reading chordsets, in SQLite.
///
/// Several programs may use one file at a time; each edit is one transaction, and what it wrote is on the disk when it
/// returns.
public struct ChordsetStore: Sendable {
    package let database: any DatabaseWriter

    /// Where chordsets are kept unless somebody says otherwise: `chord-combiner/chordsets.sqlite` in the user's folder for
    /// data, which is `$XDG_DATA_HOME` or `~/.local/share`.
    public static var standardPath: String {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["XDG_DATA_HOME"] ?? ""
        let folder = named.hasPrefix("/") ? named : NSHomeDirectory() + "/.local/share"
        return folder + "/chord-combiner/chordsets.sqlite"
    }

    /// Opens a file, or makes it and its folder.
    /// - Throws: ``StoreError/unusable(_:)`` for a file that is damaged, another program's, or of a newer version of this
    ///   one; it is left as it is.
    public init(path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent.isEmpty
                    ? "." : (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try ChordsetStore.inspect(path)
            database = try ChordsetStore.opened(path)
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw StoreError.unusable("“\(path)” is locked by another program: close that and try again.")
        } catch {
            let reason = (error as? DatabaseError)?.message ?? error.localizedDescription
            throw StoreError.unusable("The database “\(path)” cannot be opened (\(reason)). Name another with --database.")
        }
    }

    /// One that begins empty, never touches the disk, and is gone with this value.
    public static func inMemory() throws -> ChordsetStore {
        let queue = try DatabaseQueue(configuration: configuration)
        try Schema.migrator.migrate(queue)
        return ChordsetStore(database: queue)
    }

    private init(database: any DatabaseWriter) { self.database = database }

    // MARK: Opening

    static var configuration: Configuration {
        var configuration = Configuration()
        // Others finish their edit in milliseconds; a program that was stopped in the middle of one is not waited for.
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            // A setting of each connection that SQLite overlooks without a word where it is not compiled in.
            guard try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") == true else {
                throw StoreError.unusable("This SQLite does not enforce foreign keys.")
            }
        }
        return configuration
    }

    /// Two programs that make the same file at the same moment get into each other's way once, not twice.
    private static func opened(_ path: String) throws -> DatabasePool {
        var attempts = 0
        while true {
            do {
                let pool = try DatabasePool(path: path, configuration: configuration)
                try Schema.migrator.migrate(pool)
                // Not only safe from the end of a program, but from the end of the current as well.
                try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
                return pool
            } catch let error as DatabaseError where attempts < 10 {
                attempts += 1
                guard [.SQLITE_BUSY, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_LOCKED].contains(error.resultCode) else {
                    throw error
                }
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
    }

    /// Looks at what is there without changing it.
    private static func inspect(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        if isFolder.boolValue { throw StoreError.unusable("“\(path)” is a folder: name a file for the database.") }
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        if size == 0 { return }
        let copy = "Copy it to a safe place, then name another with --database or put a copy of yours in its place."
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(10)
            try DatabaseQueue(path: path, configuration: configuration).read { db in
                let application = try Int.fetchOne(db, sql: "PRAGMA application_id")
                // Another process may be about to make it.
                guard try application == Schema.applicationID || isEmpty(db) else {
                    throw StoreError.unusable(
                        "“\(path)” is a database, but not of Chord Combiner: name another file with --database.")
                }
                if try Schema.migrator.hasBeenSuperseded(db) {
                    throw StoreError.unusable("""
                        The database “\(path)” was made by a newer version of Chord Combiner. Update the program, or name \
                        another file with --database; this one was left as it is.
                        """)
                }
                guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else {
                    throw StoreError.unusable("The database “\(path)” is damaged. \(copy)")
                }
            }
        } catch let error as DatabaseError
            where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
        {
            throw StoreError.unusable("The database “\(path)” is damaged, or no database at all. \(copy)")
        }
    }

    private static func isEmpty(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE name NOT LIKE 'grdb_%'") == 0
    }

    // MARK: Reading

    /// All, in their order.
    public func chordsets() async throws -> [StoredChordset] {
        try await database.read { try Records.all($0) }
    }

    /// All, and the revision that they are.
    public func snapshot() async throws -> (chordsets: [StoredChordset], revision: Int) {
        try await database.read { (try Records.all($0), try Records.revision($0)) }
    }

    /// - Throws: ``StoreError/unknown(id:)``.
    public func chordset(_ id: String) async throws -> StoredChordset {
        try await database.read { try Records.one($0, id) }
    }

    public func profile() async throws -> Profile {
        try await database.read { db in
            Profile(
                chordsets: try Int.fetchOne(db, sql: "SELECT count(*) FROM chordset") ?? 0,
                chords: try Int.fetchOne(db, sql: "SELECT count(*) FROM lightChord") ?? 0)
        }
    }

    /// Grows with every change, whichever program made it.
    public func revision() async throws -> Int {
        try await database.read { try Records.revision($0) }
    }

    // MARK: Editing

    /// Carries out some changes as one: all of them are kept, or none where one of them fails. Changes that change nothing
    /// write nothing.
    public func edit<Value: Sendable>(
        _ changes: @Sendable @escaping (ChordsetEdit) throws -> Value
    ) async throws -> Value {
        try await database.write { try changes(ChordsetEdit(db: $0)) }
    }

    /// Closes the file. Nothing is left to be saved then: every edit saved itself.
    public func close() throws { try database.close() }
}
