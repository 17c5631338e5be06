import Foundation
import GRDB
import Synchronization

/// Shelves in an SQLite file, or in memory.
///
/// Several programs may use a file at the same time. Each edit is one transaction, and is on disk when it returns.
package final class SQLiteFile: ShelfDatabase {
    /// The path of a database in memory.
    static let inMemoryPath = ":memory:"

    package let database: any DatabaseWriter
    /// Nil for a database in memory.
    let fileGuard: DatabaseFileGuard?
    /// The state at the last call of ``touched()``.
    private let seen = Mutex(Seen())

    private struct Seen {
        var statuses: [DatabaseFileGuard.Status]?
        /// For a database in memory, which has no other writers: the changed shelves; nil for any.
        var changed: Set<Int>? = []
    }

    /// The size of the journal at the last call of ``tidy(onlyIfQuiet:)``, in bytes.
    let tidied = Mutex(0)

    /// Opens a file, or creates it with its folder.
    /// - Parameter path: the path of the file, or ``inMemoryPath``.
    /// - Throws: ``StoreError/unusable(_:)`` for a file that is damaged, of another program, or of a newer version. The
    ///   file is not changed.
    package init(path: String) throws {
        if path == SQLiteFile.inMemoryPath {
            let queue = try DatabaseQueue(configuration: SQLiteFile.configuration)
            try queue.writeWithoutTransaction { try Schema.bringUpToDate($0) }
            database = queue
            fileGuard = nil
            return
        }
        guard !path.contains("://") else {
            throw StoreError.unusable(
                """
                    “\(path.prefix { $0 != ":" })://…” is the address of a server, which only chords-server can use. \
                    Name a 
                    """
                    + "file with --database.")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: DatabaseFileGuard.folder(of: path), withIntermediateDirectories: true)
            (database, fileGuard) = try SQLiteFile.opened(path)
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw StoreError.unusable("“\(path)” is locked by another program. Close that and try again.")
        } catch {
            let reason = (error as? DatabaseError)?.message ?? error.localizedDescription
            throw StoreError.unusable(
                "The database “\(path)” cannot be opened (\(reason)). Name another with --database.")
        }
    }

    /// - Throws: ``StoreError/unavailable(_:)`` if the file is lost or cannot be read, or the error of `work`.
    package func read<Value: Sendable>(_ work: @Sendable @escaping (any SQLConnection) throws -> Value) async throws
        -> Value
    {
        try await explaining {
            try await database.read { [fileGuard] db in
                try fileGuard?.check(db)
                return try work(SQLiteConnection(db))
            }
        }
    }

    /// - Throws: ``StoreError/unavailable(_:)`` if the file is lost, locked or cannot be written, or the error of
    ///   `work`.
    package func edit<Value: Sendable>(
        on shelf: Int?, _ work: @Sendable @escaping (any SQLConnection) throws -> Value
    ) async throws -> Value {
        let value = try await explaining {
            try await database.write { [fileGuard, self] db in
                try fileGuard?.check(db)
                let before = db.totalChangesCount
                let value = try work(SQLiteConnection(db, in: fileGuard?.folder))
                if db.totalChangesCount != before {
                    try fileGuard?.touch(db)
                    if fileGuard == nil {
                        seen.withLock { if let shelf { $0.changed?.insert(shelf) } else { $0.changed = nil } }
                    }
                }
                return value
            }
        }
        // If the file was lost while writing, the change is lost too.
        try fileGuard?.checkNames()
        return value
    }

    /// For a file, only whether any program has written to it.
    package func touched() -> Set<Int>? {
        seen.withLock { seen in
            guard let fileGuard else {
                defer { seen.changed = [] }
                return seen.changed
            }
            // Modification times are coarse: more writes may follow with the same time.
            let statuses = fileGuard.statuses
            defer { seen.statuses = statuses }
            guard let statuses, statuses == seen.statuses, statuses.allSatisfy(\.isOld) else { return nil }
            return []
        }
    }

    // MARK: Opening

    /// The lock timeout. Edits take milliseconds, unless a program was stopped in the middle of one.
    static let lockTimeout = Duration.seconds(10)

    /// A configuration with default thread priority. A service may not raise it, and would log a warning.
    static var bare: Configuration {
        var configuration = Configuration()
        configuration.qos = .default
        return configuration
    }

    static var configuration: Configuration {
        var configuration = bare
        configuration.busyMode = .timeout(TimeInterval(lockTimeout.components.seconds))
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            // SQLite silently ignores this setting if compiled without it.
            guard try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") == true else {
                throw StoreError.unusable("This SQLite does not enforce foreign keys.")
            }
        }
        return configuration
    }

    /// Inspects and opens a file, with retries. Another program may be creating or closing it, or recovering its
    /// journal; SQLite does not wait for that.
    private static func opened(_ path: String) throws -> (DatabasePool, DatabaseFileGuard) {
        let start = ContinuousClock.now
        while true {
            do {
                try inspect(path)
                let pool = try DatabasePool(path: path, configuration: configuration)
                let fileGuard = try pool.writeWithoutTransaction { db in
                    try Schema.bringUpToDate(db)
                    // Durable on power failure too, not only on a crash of the program.
                    try db.execute(sql: "PRAGMA synchronous = FULL")
                    return try DatabaseFileGuard(db, path: path)
                }
                return (pool, fileGuard)
            } catch let error as DatabaseError where ContinuousClock.now - start < lockTimeout(with: error.resultCode) {
                Thread.sleep(forTimeInterval: .random(in: 0.005..<0.03))
            }
        }
    }

    /// The time to retry. A lock ends with an edit; other errors, from a journal being created or removed, end within a
    /// moment or never.
    private static func lockTimeout(with code: ResultCode) -> Duration {
        switch code {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: lockTimeout
        case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_SCHEMA: .seconds(1)
        default: .zero
        }
    }

    /// Checks a file without changing it.
    static func inspect(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        if isFolder.boolValue { throw StoreError.unusable("“\(path)” is a folder. Name a file for the database.") }
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        if size == 0 { return }
        let copy = "Copy it to a safe place, then name another with --database or put a backup of yours in its place."
        do {
            var configuration = bare
            configuration.readonly = true
            configuration.busyMode = .timeout(TimeInterval(lockTimeout.components.seconds))
            try DatabaseQueue(path: path, configuration: configuration).read { db in
                guard try Schema.owns(db) else {
                    throw StoreError.unusable(
                        "“\(path)” is a database of another program. Name another file with --database.")
                }
                if try Schema.isNewer(db) {
                    throw StoreError.unusable(
                        """
                        The database “\(path)” was made by a newer version of Chord Combiner and was not changed. \
                        Update the program, or name another file with --database.
                        """)
                }
                guard try DatabaseFileGuard.matchesJournal(db) else {
                    throw StoreError.unusable(
                        """
                        The file “\(path)-wal” belongs to another database, not to “\(path)”. Move it and \
                        “\(path)-shm” to a safe place, and try again.
                        """)
                }
                guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else {
                    throw StoreError.unusable("The database “\(path)” is damaged. \(copy)")
                }
            }
        } catch let error as DatabaseError
            where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
        {
            throw StoreError.unusable("“\(path)” is damaged, or is not a database. \(copy)")
        }
    }

    /// Converts errors of the database or disk to ``StoreError``.
    private func explaining<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                throw StoreError.unavailable("Another program has locked the database. Try again.")
            case .SQLITE_FULL:
                throw StoreError.unavailable("The disk is full. Nothing was changed. Make room and try again.")
            case .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
                throw StoreError.unavailable(
                    """
                    The disk or the database fails (\(error.message ?? "\(error.resultCode)")). Try to restart. If \
                    that does not help, restore a backup.
                    """)
            default: throw error
            }
        }
    }
}
