import Foundation
import GRDB

extension SQLiteFile {
    /// Writes a copy of all, as it is at one moment, into a file that needs no other beside it. Others may write meanwhile.
    /// - Throws: ``StoreError/unusable(_:)`` where there is a file already that may not be replaced, or the copy cannot be
    ///   written.
    package func backUp(to path: String, replacing: Bool = false) throws {
        if !replacing, FileManager.default.fileExists(atPath: path) {
            throw StoreError.unusable("“\(path)” is there already: name another file, or replace it with --force.")
        }
        if let footing, footing.isOf(path) {
            throw StoreError.unusable("“\(path)” is the database itself: name another file for the backup.")
        }
        do {
            try database.read { db in
                try footing?.check(db)
                try SQLiteFile.writeBackup(of: db, to: path)
            }
        } catch let error as DatabaseError {
            throw StoreError.unusable("The backup “\(path)” cannot be written (\(error.message ?? "\(error.resultCode)")).")
        } catch let error as CocoaError {
            throw StoreError.unusable("The backup “\(path)” cannot be written (\(error.localizedDescription)).")
        }
    }

    /// Under another name at first, so that what has the name of a backup is a whole one.
    static func writeBackup(of db: Database, to path: String) throws {
        let draft = path + ".\(UUID().uuidString).part"
        defer { for end in ["", "-journal", "-wal", "-shm"] { unlink(draft + end) } }
        let copy = try DatabaseQueue(path: draft, configuration: SQLiteFile.bare)
        try copy.writeWithoutTransaction { copy in
            try db.backup(to: copy)
            try Footing.makeMark(copy)
            // One file, also for anyone who reads it.
            try copy.execute(sql: "PRAGMA journal_mode = DELETE")
        }
        try copy.close()
        guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // The name is on the disk when its folder is.
        let folder = open((path as NSString).deletingLastPathComponent.isEmpty
            ? "." : (path as NSString).deletingLastPathComponent, O_RDONLY)
        fsync(folder)
        Glibc.close(folder)
    }

    /// Puts a backup in the place of all that there is, in one transaction: also where other programs use the file, a server
    /// for instance, which goes on with it.
    ///
    /// The restored database shares its history with the present one as far as the backup reaches, and goes on from there in
    /// an epoch of its own; anyone who knows what came later is told that this does not.
    /// - Returns: where the present state was saved before.
    /// - Throws: ``StoreError/unusable(_:)`` for a file that is no whole backup; then nothing is changed.
    package func restore(from path: String) throws -> String {
        guard let footing else { throw StoreError.unusable("What is kept in memory ends with the program: name a file.") }
        guard FileManager.default.fileExists(atPath: path) else {
            throw StoreError.unusable("There is no file “\(path)”.")
        }
        try SQLiteFile.inspect(path)
        // A copy that can be brought up to date, which the backup itself should not be.
        let draft = footing.path + ".\(UUID().uuidString).part"
        defer { for end in ["", "-journal", "-wal", "-shm"] { unlink(draft + end) } }
        var reading = SQLiteFile.bare
        reading.readonly = true
        let copy = try DatabaseQueue(path: draft, configuration: SQLiteFile.bare)
        try DatabaseQueue(path: path, configuration: reading).backup(to: copy)
        try copy.writeWithoutTransaction { db in
            guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
                throw StoreError.unusable("“\(path)” is empty: there is nothing in it to restore.")
            }
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            try Schema.bringUpToDate(db)
        }
        try copy.close()

        let saved = SQLiteFile.beside(footing.path, "before-restore")
        try database.writeWithoutTransaction { db in
            try footing.check(db)
            try db.execute(sql: "ATTACH DATABASE ? AS backup", arguments: [draft])
            defer { try? db.execute(sql: "DETACH DATABASE backup") }
            try db.inTransaction(.immediate) {
                // From now on no one else writes, so that nothing falls between what is saved and what is restored.
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
                try footing.touch(db)
                return .commit
            }
        }
        try footing.checkNames()
        return saved
    }
}
