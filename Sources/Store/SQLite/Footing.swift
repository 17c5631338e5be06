import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Where a database stands: the file that was opened, the journal beside it, and what tells its content from another's.
///
/// SQLite goes on writing into a file that has been deleted or moved away, and into one that another file has been copied
/// over; changes that were acknowledged would be lost. So this is looked at in each transaction, in microseconds.
///
/// The content is told by the head of the file: there stand our mark, a random number made with the database, and a counter
/// of SQLite's that grows with each of our transactions (``touch(_:)``). Both are read through SQLite's own handle, since
/// closing another one of the same file would give up SQLite's locks on it.
final class Footing: Sendable {
    let path: String
    var folder: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }
    private let file: Identity
    /// Beside the file itself, also where the path is a link to that.
    private let journalPath: String
    private let journal: Identity
    private let mark: UInt32
    /// What was seen there last, and how many bytes there were.
    private let last: Mutex<(head: Head, size: Int)>

    /// What tells a file from all others, whatever it is called.
    private struct Identity: Equatable {
        let device: dev_t
        let number: ino_t
        let size: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = status.st_dev
            number = status.st_ino
            size = Int(status.st_size)
        }

        static func == (one: Identity, other: Identity) -> Bool {
            one.device == other.device && one.number == other.number
        }
    }

    /// When the file and its journal were written last, and how long they are.
    struct Stamp: Equatable {
        private let file: Part
        private let journal: Part

        private struct Part: Equatable {
            let identity: Identity
            let size: Int
            let seconds: Int
            let nanoseconds: Int

            init?(_ path: String) {
                var status = stat()
                guard let identity = Identity(path), stat(path, &status) == 0 else { return nil }
                self.identity = identity
                size = Int(status.st_size)
                #if os(Linux)
                    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
                #else
                    (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
                #endif
            }
        }

        fileprivate init?(_ path: String, _ journalPath: String) {
            guard let file = Part(path), let journal = Part(journalPath) else { return nil }
            self.file = file
            self.journal = journal
        }

        /// Whether that was more than a second ago.
        var isOld: Bool { max(file.seconds, journal.seconds) < time(nil) - 1 }
    }

    /// Nil where one of them is not there.
    var stamp: Stamp? { Stamp(path, journalPath) }

    /// The first bytes of the file, as far as they matter here. What stands in the journal is not in them.
    private struct Head {
        let counter: UInt32
        let mark: UInt32
        let size: Int

        /// - Returns: nil for what is no beginning of a database.
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
        guard let file = Identity(path), let journal = Identity(journalPath), let head = Head(db) else {
            throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
        }
        self.path = path
        self.file = file
        self.journalPath = journalPath
        self.journal = journal
        mark = try Footing.mark(db)
        last = Mutex((head, file.size))
    }

    /// Notes that something is written: every transaction of ours takes part in SQLite’s counter.
    func touch(_ db: Database) throws {
        try db.execute(sql: "PRAGMA user_version = \(Int32(bitPattern: mark))")
    }

    /// A random number, for a new database or a copy: counters of copies count for themselves.
    static func makeMark(_ db: Database) throws {
        try db.execute(sql: "PRAGMA user_version = \(Int32.random(in: 1...Int32.max))")
    }

    private static func mark(_ db: Database) throws -> UInt32 {
        UInt32(bitPattern: try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0)
    }

    /// Whether the journal beside a file is of this file: both know the mark.
    static func matchesJournal(_ db: Database) throws -> Bool {
        guard let head = Head(db), head.mark != 0 else { return true }
        return try head.mark == mark(db)
    }

    /// What has happened to the file.
    enum Loss {
        case deleted, replaced, overwritten, journal

        /// Whether what was kept is still in the file that was opened, which only has no name any more.
        var leavesContent: Bool { self == .deleted || self == .replaced }
    }

    /// - Parameter db: a connection, to see whether its file is the one at the path and what stands in it.
    func loss(_ db: Database) -> Loss? {
        if let loss = loss { return loss }
        // A connection may have been opened while another file was there.
        var hasMoved: Int32 = 0
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        if hasMoved != 0 { return .replaced }
        return last.withLock { last in
            guard let size = Identity(path)?.size, let head = Head(db) else { return .overwritten }
            // Until the journal is brought into the file for the first time, its head has no mark. While that is being done,
            // or where it could not be finished, the file is shorter than its head says; but it never becomes shorter.
            guard head.mark == mark || head.mark == last.head.mark, head.counter >= last.head.counter,
                size >= min(last.size, head.size)
            else { return .overwritten }
            last = (head, size)
            return nil
        }
    }

    /// What the names tell.
    var loss: Loss? {
        guard let now = Identity(path) else { return .deleted }
        guard now == file else { return .replaced }
        return Identity(journalPath) == journal ? nil : .journal
    }

    /// - Throws: ``StoreError/unavailable(_:)`` where the file is not what it was.
    func check(_ db: Database) throws {
        if let loss = loss(db) { throw error(loss) }
    }

    /// After a transaction, which may have made the file longer.
    func checkNames() throws {
        if let loss { throw error(loss) }
        if let size = Identity(path)?.size { last.withLock { $0.size = max($0.size, size) } }
    }

    private func error(_ loss: Loss) -> StoreError {
        switch loss {
        case .deleted:
            .unavailable("""
                The database “\(path)” has been deleted or moved away while it was in use: put it back, or restart to begin a \
                new one.
                """)
        case .replaced:
            .unavailable("""
                Another file has taken the place of the database “\(path)” while it was in use: put the former one back, or \
                restart to use this one.
                """)
        case .overwritten:
            .unavailable("The database “\(path)” has been overwritten while it was in use: restart to use it as it is now.")
        case .journal:
            .unavailable("""
                The file “\(journalPath)”, a part of the database, has been deleted or replaced while it was in use: restart, \
                and leave it where it is.
                """)
        }
    }

    /// Whether this is what stands at a path.
    func isOf(_ path: String) -> Bool { Identity(path) == file }

    /// How many bytes stand in the journal.
    var journalSize: Int { Identity(journalPath).map { $0 == journal ? $0.size : 0 } ?? 0 }

    /// Takes the journal away, which SQLite would mix into what is at the path now, and keeps it under another name.
    /// - Returns: that name; nil where there was nothing to be kept.
    func setJournalAside(as name: String) -> String? {
        guard let present = Identity(journalPath), present == journal else { return nil }
        unlink(journalPath.dropLast(3) + "shm")
        guard present.size > 0 else {
            unlink(journalPath)
            return nil
        }
        return rename(journalPath, name) == 0 ? name : nil
    }
}
