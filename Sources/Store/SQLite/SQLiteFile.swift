import Foundation
import GRDB
import Synchronization

/// Shelves in one file of SQLite, or in memory.
///
/// Several programs may use one file at a time; each edit is one transaction, and what it wrote is on the disk when it
/// returns.
package final class SQLiteFile: KeptDatabase {
    /// What may stand for a path: a database in memory.
    static let inMemoryPath = ":memory:"

    package let database: any DatabaseWriter
    /// nil in memory.
    let footing: Footing?
    /// What ``touched()`` has seen last.
    private let seen = Mutex(Seen())

    private struct Seen {
        var stamp: Footing.Stamp?
        /// In memory, where no one else writes: the shelves that were changed; nil for any.
        var changed: Set<Int>? = []
    }

    /// How long the journal was when ``tidy(onlyIfQuiet:)`` was asked last, in bytes.
    let tidied = Mutex(0)

    /// Opens a file, or makes it and its folder.
    /// - Parameter path: of the file; with ``inMemoryPath`` there is none.
    /// - Throws: ``StoreError/unusable(_:)`` for a file that is damaged, another program's, or of a newer version of this
    ///   one; it is left as it is.
    package init(path: String) throws {
        if path == SQLiteFile.inMemoryPath {
            let queue = try DatabaseQueue(configuration: SQLiteFile.configuration)
            try queue.writeWithoutTransaction { try Schema.bringUpToDate($0) }
            database = queue
            footing = nil
            return
        }
        guard !path.contains("://") else {
            throw StoreError.unusable("“\(path.prefix { $0 != ":" })://…” is the address of a server, which only chords-server can use: name a file with --database.")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent.isEmpty
                    ? "." : (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            (database, footing) = try SQLiteFile.opened(path)
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw StoreError.unusable("“\(path)” is locked by another program: close that and try again.")
        } catch {
            let reason = (error as? DatabaseError)?.message ?? error.localizedDescription
            throw StoreError.unusable("The database “\(path)” cannot be opened (\(reason)). Name another with --database.")
        }
    }

    /// - Throws: ``StoreError/unavailable(_:)`` where the file is not where it was, or cannot be read; what `work` throws.
    package func read<Value: Sendable>(_ work: @Sendable @escaping (any SQLConnection) throws -> Value) async throws -> Value {
        try await explaining {
            try await database.read { [footing] db in
                try footing?.check(db)
                return try work(SQLiteConnection(db))
            }
        }
    }

    /// - Throws: ``StoreError/unavailable(_:)`` where the file is not where it was, is locked, or cannot be written; what
    ///   `work` throws.
    package func edit<Value: Sendable>(
        on shelf: Int?, _ work: @Sendable @escaping (any SQLConnection) throws -> Value
    ) async throws -> Value {
        let value = try await explaining {
            try await database.write { [footing, self] db in
                try footing?.check(db)
                let before = db.totalChangesCount
                let value = try work(SQLiteConnection(db, in: footing?.folder))
                if db.totalChangesCount != before {
                    try footing?.touch(db)
                    if footing == nil { seen.withLock { if let shelf { $0.changed?.insert(shelf) } else { $0.changed = nil } } }
                }
                return value
            }
        }
        // It may have gone while this was written, and then no one will find it there.
        try footing?.checkNames()
        return value
    }

    /// Of a file only whether anybody has written into it: other programs may, too.
    package func touched() -> Set<Int>? {
        seen.withLock { seen in
            guard let footing else {
                defer { seen.changed = [] }
                return seen.changed
            }
            // Clocks of files are coarse: what was written just now may be followed by more at the same time.
            guard let stamp = footing.stamp, stamp == seen.stamp, stamp.isOld else {
                seen.stamp = footing.stamp
                return nil
            }
            return []
        }
    }

    // MARK: Opening

    /// Others finish their edit in milliseconds; a program that was stopped in the middle of one is not waited for.
    static let patience = Duration.seconds(10)

    /// With the priority that threads have anyway: a service may not raise that, and its log would say so.
    static var bare: Configuration {
        var configuration = Configuration()
        configuration.qos = .default
        return configuration
    }

    static var configuration: Configuration {
        var configuration = bare
        configuration.busyMode = .timeout(TimeInterval(patience.components.seconds))
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            // A setting of each connection that SQLite overlooks without a word where it is not compiled in.
            guard try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") == true else {
                throw StoreError.unusable("This SQLite does not enforce foreign keys.")
            }
        }
        return configuration
    }

    /// Looks at a file and opens it, both again for as long as others are in the way: a file may change under one's eyes
    /// while another program makes it, takes its journal over or closes it, and SQLite waits for none of that by itself.
    private static func opened(_ path: String) throws -> (DatabasePool, Footing) {
        let start = ContinuousClock.now
        while true {
            do {
                try inspect(path)
                let pool = try DatabasePool(path: path, configuration: configuration)
                let footing = try pool.writeWithoutTransaction { db in
                    try Schema.bringUpToDate(db)
                    // Not only safe from the end of a program, but from the end of the current as well.
                    try db.execute(sql: "PRAGMA synchronous = FULL")
                    return try Footing(db, path: path)
                }
                return (pool, footing)
            } catch let error as DatabaseError where ContinuousClock.now - start < patience(with: error.resultCode) {
                Thread.sleep(forTimeInterval: .random(in: 0.005..<0.03))
            }
        }
    }

    /// How long it is worth while to try again: a lock ends with its holder’s edit, and what cannot be opened or written
    /// because its journal is just being made or taken away is there a moment later, or never.
    private static func patience(with code: ResultCode) -> Duration {
        switch code {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: patience
        case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_SCHEMA: .seconds(1)
        default: .zero
        }
    }

    /// Looks at what is there without changing it.
    static func inspect(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        if isFolder.boolValue { throw StoreError.unusable("“\(path)” is a folder: name a file for the database.") }
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        if size == 0 { return }
        let copy = "Copy it to a safe place, then name another with --database or put a backup of yours in its place."
        do {
            var configuration = bare
            configuration.readonly = true
            configuration.busyMode = .timeout(TimeInterval(patience.components.seconds))
            try DatabaseQueue(path: path, configuration: configuration).read { db in
                guard try Schema.owns(db) else {
                    throw StoreError.unusable(
                        "“\(path)” is a database, but not of Chord Combiner: name another file with --database.")
                }
                if try Schema.isNewer(db) {
                    throw StoreError.unusable("""
                        The database “\(path)” was made by a newer version of Chord Combiner. Update the program, or name \
                        another file with --database; this one was left as it is.
                        """)
                }
                guard try Footing.matchesJournal(db) else {
                    throw StoreError.unusable("""
                        The file “\(path)-wal” belongs to another database than “\(path)”, which was put in its place: move \
                        it to a safe place, with “\(path)-shm”, and try again.
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

    /// Says what it means where the database, or the disk, fails rather than the question.
    private func explaining<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                throw StoreError.unavailable("Another program has locked the database: try again.")
            case .SQLITE_FULL:
                throw StoreError.unavailable("The disk is full: nothing was changed. Make room and try again.")
            case .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
                throw StoreError.unavailable("""
                    The disk or the database fails (\(error.message ?? "\(error.resultCode)")): restart, and where that does not \
                    help, put a backup in its place.
                    """)
            default: throw error
            }
        }
    }
}
