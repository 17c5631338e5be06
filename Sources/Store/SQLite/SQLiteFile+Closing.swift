import Foundation
import GRDB

extension SQLiteFile {
    /// Checkpoints the write-ahead log into the file. Does nothing if the log is empty or has readers.
    package func tidy(onlyIfQuiet: Bool) async throws {
        guard let fileGuard else { return }
        let size = fileGuard.journalSize
        let isQuiet = tidied.withLock { last in
            defer { last = size }
            return last == size
        }
        guard size > 0, isQuiet || !onlyIfQuiet else { return }
        try await database.writeWithoutTransaction { db in
            try fileGuard.check(db)
            try SQLiteFile.checkpoint(db)
            try fileGuard.checkNames()
        }
    }

    /// Closes the file after a checkpoint, so that all data is in a single file.
    /// - Returns: the path of a rescued copy, if the file was deleted or replaced while in use. If it was overwritten,
    ///   the path of the write-ahead log with the last changes.
    @discardableResult
    package func close() throws -> String? {
        guard let fileGuard, let pool = database as? DatabasePool else {
            try database.close()
            return nil
        }
        // The last connection to close removes the journal, so it must be the writer.
        pool.releaseMemory()
        let loss = pool.writeWithoutTransaction { db in
            let loss = fileGuard.loss(db)
            if loss == nil || loss == .journal { try? SQLiteFile.checkpoint(db) }
            return loss
        }
        guard let loss, loss != .journal else {
            try pool.close()
            return nil
        }
        let rescued = SQLiteFile.beside(fileGuard.path, "rescued")
        // With the writer, because a new reader could not open the lost file.
        let isRescued =
            loss.leavesContent
            && pool.writeWithoutTransaction { db in
                (try? SQLiteFile.writeBackup(of: db, to: rescued)) != nil
            }
        let journal = fileGuard.setJournalAside(as: rescued + "-wal")
        // Never close the pool: SQLite would write the journal to the file now at the path.
        _ = Unmanaged.passRetained(pool)
        guard isRescued else { return journal }
        // The copy includes the journal's content.
        if let journal { unlink(journal) }
        return rescued
    }

    /// A path in the same folder from file name, purpose and time.
    static func beside(_ path: String, _ what: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyyMMdd-HHmmss"
        let name = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
        let saved = "\(name)-\(what)-\(formatter.string(from: Date()))"
        // A number distinguishes files of the same second.
        let free = ([""] + (2...100).map { "-\($0)" }).first {
            !FileManager.default.fileExists(atPath: "\(saved)\($0).sqlite")
        }
        return "\(saved)\(free ?? "-\(UUID().uuidString)").sqlite"
    }

    /// A checkpoint without waiting for readers. The next one will succeed.
    private static func checkpoint(_ db: Database) throws {
        try db.execute(sql: "PRAGMA busy_timeout = 100")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = \(lockTimeout.components.seconds * 1000)") }
        try db.checkpoint(.truncate)
    }
}
