import Foundation
import GRDB

extension SQLiteFile {
    /// Writes a consistent copy to a single file, even while other programs write.
    /// - Throws: ``StoreError/unusable(_:)`` if the file exists and may not be replaced, or cannot be written.
    package func backUp(to path: String, replacing: Bool = false) throws {
        if !replacing, FileManager.default.fileExists(atPath: path) {
            throw StoreError.unusable("“\(path)” already exists. Name another file, or replace it with --force.")
        }
        if let fileGuard, fileGuard.isOf(path) {
            throw StoreError.unusable("“\(path)” is the database itself. Name another file for the backup.")
        }
        do {
            try database.read { db in
                try fileGuard?.check(db)
                try SQLiteFile.writeBackup(of: db, to: path)
            }
        } catch let error as DatabaseError {
            throw StoreError.unusable(
                "The backup “\(path)” cannot be written (\(error.message ?? "\(error.resultCode)")).")
        } catch let error as CocoaError {
            throw StoreError.unusable("The backup “\(path)” cannot be written (\(error.localizedDescription)).")
        }
    }

    /// Writes a backup under a temporary name, then renames it, so that it is never incomplete.
    static func writeBackup(of db: Database, to path: String) throws {
        let draft = path + ".\(UUID().uuidString).part"
        defer { for end in ["", "-journal", "-wal", "-shm"] { unlink(draft + end) } }
        let copy = try DatabaseQueue(path: draft, configuration: SQLiteFile.bare)
        try copy.writeWithoutTransaction { copy in
            try db.backup(to: copy)
            try DatabaseFileGuard.makeMark(copy)
            // Without a write-ahead log, the backup is a single file.
            try copy.execute(sql: "PRAGMA journal_mode = DELETE")
        }
        try copy.close()
        guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Sync the folder to make the new name durable.
        let folder = FileHandle(forReadingAtPath: DatabaseFileGuard.folder(of: path))
        try folder?.synchronize()
    }

    /// Replaces all data by a backup in one transaction. A running server continues with it.
    ///
    /// The restored shelves share the history up to the backup, and continue in a new epoch. Clients with later
    /// revisions therefore notice the restore.
    /// - Returns: the path of a backup of the previous state.
    /// - Throws: ``StoreError/unusable(_:)`` for an invalid backup. Then nothing is changed.
    package func restore(from path: String) throws -> String {
        guard let fileGuard else {
            throw StoreError.unusable("A database in memory cannot be restored. Name a file with --database.")
        }
        guard FileManager.default.fileExists(atPath: path) else {
            throw StoreError.unusable("There is no file “\(path)”.")
        }
        try SQLiteFile.inspect(path)
        // Migrate a copy, not the backup itself.
        let draft = fileGuard.path + ".\(UUID().uuidString).part"
        defer { for end in ["", "-journal", "-wal", "-shm"] { unlink(draft + end) } }
        var reading = SQLiteFile.bare
        reading.readonly = true
        let copy = try DatabaseQueue(path: draft, configuration: SQLiteFile.bare)
        try DatabaseQueue(path: path, configuration: reading).backup(to: copy)
        try copy.writeWithoutTransaction { db in
            guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
                throw StoreError.unusable("“\(path)” is empty. There is nothing to restore.")
            }
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            try Schema.bringUpToDate(db)
        }
        try copy.close()

        let saved = SQLiteFile.beside(fileGuard.path, "before-restore")
        try database.writeWithoutTransaction { db in
            try fileGuard.check(db)
            try db.execute(sql: "ATTACH DATABASE ? AS backup", arguments: [draft])
            defer { try? db.execute(sql: "DETACH DATABASE backup") }
            try db.inTransaction(.immediate) {
                // Inside the transaction, so that no write comes between saving and restoring.
                try backUp(to: saved)
                let connection = SQLiteConnection(db)
                let present = try Shelves.revisions(connection)
                for table in Tables.names {
                    try db.execute(sql: "DELETE FROM main.\(table)")
                }
                for table in Tables.names.reversed() {
                    let columns = try db.columns(in: table).map { "\"\($0.name)\"" }.joined(separator: ", ")
                    try db.execute(sql: "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM backup.\(table)")
                }
                for (number, revision) in try Shelves.revisions(connection) {
                    let shelf = OpenShelf(db: connection, number: number)
                    try History.beginEpoch(shelf, after: max(revision, present[number] ?? 0))
                }
                try fileGuard.touch(db)
                return .commit
            }
        }
        try fileGuard.checkNames()
        return saved
    }
}
