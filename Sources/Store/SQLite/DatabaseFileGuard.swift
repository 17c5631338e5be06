import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Detects that a database file was deleted, replaced or overwritten while in use.
///
/// SQLite would continue to write to such a file, and acknowledged changes would be lost. Each transaction therefore
/// checks the file, which takes microseconds.
///
/// The file header has a random mark of the database, and SQLite's change counter, which every transaction increments
/// (``touch(_:)``). Both are read through SQLite's own handle, because closing another one would release SQLite's
/// locks.
final class DatabaseFileGuard: Sendable {
    let path: String
    var folder: String { DatabaseFileGuard.folder(of: path) }
    private let file: Status
    /// The path of the journal, next to the file itself if `path` is a link.
    private let journalPath: String
    private let journal: Status
    private let mark: UInt32
    /// The last header and size of the file.
    private let last: Mutex<(head: Head, size: Int)>

    /// The folder of a file: `.` if the path names none.
    static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// What the system knows of a file.
    struct Status: Equatable {
        private let device: dev_t
        private let number: ino_t
        let size: Int
        private let seconds: Int
        private let nanoseconds: Int

        /// - Returns: nil if there is no file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = status.st_dev
            number = status.st_ino
            size = Int(status.st_size)
            #if os(Linux)
                (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
            #else
                (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
            #endif
        }

        /// Whether this is the same file, whatever its path and content.
        func isFile(_ other: Status) -> Bool { device == other.device && number == other.number }

        /// Whether the last modification was more than a second ago.
        var isOld: Bool { seconds < time(nil) - 1 }
    }

    /// The status of file and journal; nil if one is missing.
    var statuses: [Status]? {
        let found = [path, journalPath].compactMap { Status($0) }
        return found.count == 2 ? found : nil
    }

    /// The relevant fields of the file header, without changes that are only in the journal.
    private struct Head {
        let counter: UInt32
        let mark: UInt32
        let size: Int

        /// - Returns: nil for an invalid header.
        init?(_ db: Database) {
            var handle: UnsafeMutablePointer<sqlite3_file>?
            guard sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &handle) == SQLITE_OK,
                let handle, let methods = handle.pointee.pMethods
            else { return nil }
            var bytes = [UInt8](repeating: 0, count: 100)
            guard methods.pointee.xRead(handle, &bytes, 100, 0) == SQLITE_OK,
                bytes.starts(with: "SQLite format 3\0".utf8)
            else { return nil }
            func number(_ place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
            counter = number(24)
            mark = number(60)
            let page = Int(bytes[16]) << 8 | Int(bytes[17])
            size = Int(number(28)) * (page == 1 ? 65536 : page)
        }
    }

    init(_ db: Database, path: String) throws {
        let journalPath = String(cString: sqlite3_db_filename(db.sqliteConnection, "main")) + "-wal"
        guard let file = Status(path), let journal = Status(journalPath), let head = Head(db) else {
            throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
        }
        self.path = path
        self.file = file
        self.journalPath = journalPath
        self.journal = journal
        mark = try DatabaseFileGuard.mark(db)
        last = Mutex((head, file.size))
    }

    /// Writes to the header in a transaction, so that SQLite increments its change counter.
    func touch(_ db: Database) throws {
        try db.execute(sql: "PRAGMA user_version = \(Int32(bitPattern: mark))")
    }

    /// Writes a new random mark, for a new database or a copy.
    static func makeMark(_ db: Database) throws {
        try db.execute(sql: "PRAGMA user_version = \(Int32.random(in: 1...Int32.max))")
    }

    private static func mark(_ db: Database) throws -> UInt32 {
        UInt32(bitPattern: try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0)
    }

    /// Whether the journal belongs to the file: both have the same mark.
    static func matchesJournal(_ db: Database) throws -> Bool {
        guard let head = Head(db), head.mark != 0 else { return true }
        return try head.mark == mark(db)
    }

    /// The reason why the file cannot be used any more.
    enum Loss {
        case deleted, replaced, overwritten, journal

        /// Whether the opened file still has the data, without a name.
        var leavesContent: Bool { self == .deleted || self == .replaced }
    }

    /// Checks names, identity and content of the file.
    func loss(_ db: Database) -> Loss? {
        if let loss = loss { return loss }
        // A connection may have been opened while another file was at the path.
        var hasMoved: Int32 = 0
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        if hasMoved != 0 { return .replaced }
        return last.withLock { last in
            guard let size = Status(path)?.size, let head = Head(db) else { return .overwritten }
            // Before the first checkpoint, the header has no mark. During a checkpoint, or after an incomplete one, the
            // file is shorter than its header says, but it never shrinks.
            guard head.mark == mark || head.mark == last.head.mark, head.counter >= last.head.counter,
                size >= min(last.size, head.size)
            else { return .overwritten }
            last = (head, size)
            return nil
        }
    }

    /// Checks only the names.
    var loss: Loss? {
        guard let now = Status(path) else { return .deleted }
        guard now.isFile(file) else { return .replaced }
        return Status(journalPath)?.isFile(journal) == true ? nil : .journal
    }

    /// - Throws: ``StoreError/unavailable(_:)`` if the file is lost.
    func check(_ db: Database) throws {
        if let loss = loss(db) { throw error(loss) }
    }

    /// Checks the names after a transaction, and notes the new size.
    func checkNames() throws {
        if let loss { throw error(loss) }
        if let size = Status(path)?.size { last.withLock { $0.size = max($0.size, size) } }
    }

    private func error(_ loss: Loss) -> StoreError {
        switch loss {
        case .deleted:
            .unavailable(
                """
                The database “\(path)” was deleted or moved while in use. Put it back, or restart to create a new one.
                """)
        case .replaced:
            .unavailable(
                """
                The database “\(path)” was replaced by another file while in use. Put the former one back, or restart \
                to use this one.
                """)
        case .overwritten:
            .unavailable("The database “\(path)” was overwritten while in use. To use it as it is now, restart.")
        case .journal:
            .unavailable(
                """
                The file “\(journalPath)”, which is part of the database, was deleted or replaced while in use. To go \
                on, restart, and do not touch this file.
                """)
        }
    }

    /// Whether a path leads to this file.
    func isOf(_ path: String) -> Bool { Status(path)?.isFile(file) == true }

    /// The size of the journal in bytes.
    var journalSize: Int { Status(journalPath).map { $0.isFile(journal) ? $0.size : 0 } ?? 0 }

    /// Renames the journal, which SQLite would otherwise apply to the file now at the path.
    /// - Returns: the new path; nil if the journal was empty.
    func setJournalAside(as name: String) -> String? {
        guard let present = Status(journalPath), present.isFile(journal) else { return nil }
        unlink(journalPath.dropLast(3) + "shm")
        guard present.size > 0 else {
            unlink(journalPath)
            return nil
        }
        return rename(journalPath, name) == 0 ? name : nil
    }
}
