import Foundation
import GRDB

extension SQLiteFile {
    /// Brings what is written into the file itself, of which a part may stand in the journal beside it. Does nothing where
    /// nothing is there, or where a client is reading.
    package func tidy(onlyIfQuiet: Bool) async throws {
        guard let footing else { return }
        let size = footing.journalSize
        let isQuiet = tidied.withLock { last in
            defer { last = size }
            return last == size
        }
        guard size > 0, isQuiet || !onlyIfQuiet else { return }
        try await database.writeWithoutTransaction { db in
            try footing.check(db)
            try SQLiteFile.checkpoint(db)
            try footing.checkNames()
        }
    }

    /// Closes the file. Every edit saved itself; now all of it stands in the one file, which can be copied and carried away.
    /// - Returns: where what it kept was saved instead, because the file was deleted or replaced while it was in use: all
    ///   of it, or where the file was overwritten, the journal with what was written last.
    @discardableResult
    package func close() throws -> String? {
        guard let footing, let pool = database as? DatabasePool else {
            try database.close()
            return nil
        }
        // The last connection to be closed takes the journal away, and must be one that can write.
        pool.releaseMemory()
        let loss = pool.writeWithoutTransaction { db in
            let loss = footing.loss(db)
            if loss == nil || loss == .journal { try? SQLiteFile.checkpoint(db) }
            return loss
        }
        guard let loss, loss != .journal else {
            try pool.close()
            return nil
        }
        let rescued = SQLiteFile.beside(footing.path, "rescued")
        // Not as a reader: one may be opened only now, when the file has lost its name.
        let isRescued = loss.leavesContent && pool.writeWithoutTransaction { db in
            (try? SQLiteFile.writeBackup(of: db, to: rescued)) != nil
        }
        let journal = footing.setJournalAside(as: rescued + "-wal")
        // SQLite would write the journal into what is at the path now: so this stays open until the program ends.
        _ = Unmanaged.passRetained(pool)
        guard isRescued else { return journal }
        // All that is in it is in the copy, to which it does not belong.
        if let journal { unlink(journal) }
        return rescued
    }

    /// A path in the same folder: the name of the file, what it is for, and when.
    static func beside(_ path: String, _ what: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyyMMdd-HHmmss"
        let name = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
        let saved = "\(name)-\(what)-\(formatter.string(from: Date()))"
        // Two within one second have different names.
        let free = ([""] + (2...100).map { "-\($0)" }).first { !FileManager.default.fileExists(atPath: "\(saved)\($0).sqlite") }
        return "\(saved)\(free ?? "-\(UUID().uuidString)").sqlite"
    }

    /// Without waiting: anyone who reads keeps the journal for a while, and the next time will come.
    private static func checkpoint(_ db: Database) throws {
        try db.execute(sql: "PRAGMA busy_timeout = 100")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = \(patience.components.seconds * 1000)") }
        try db.checkpoint(.truncate)
    }
}
