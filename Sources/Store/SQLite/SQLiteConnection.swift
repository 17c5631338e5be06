import Foundation
import GRDB

/// A connection to SQLite within a transaction.
final class SQLiteConnection: SQLConnection {
    private let db: Database
    /// The folder of the file; nil for a database in memory.
    private let folder: String?

    init(_ db: Database, in folder: String? = nil) {
        self.db = db
        self.folder = folder
    }

    var disk: (size: Int, free: Int)? {
        var status = statvfs()
        guard let folder, statvfs(folder, &status) == 0 else { return nil }
        return (Int(status.f_blocks) * Int(status.f_frsize), Int(status.f_bavail) * Int(status.f_frsize))
    }

    func rows(_ sql: String, _ values: [any SQLConvertible]) throws -> [SQLRow] {
        let statement = try statement(sql, values)
        let columns = SQLRow.Columns(statement.columnNames)
        var rows: [SQLRow] = []
        let cursor = try Row.fetchCursor(statement)
        while let row = try cursor.next() { rows.append(SQLRow(columns, row.databaseValues.map(\.sqlValue))) }
        return rows
    }

    func run(_ sql: String, _ values: [any SQLConvertible]) throws -> Int {
        try statement(sql, values).execute()
        return db.changesCount
    }

    /// A cached statement. Statements with long lists are not cached, because their lengths vary.
    private func statement(_ sql: String, _ values: [any SQLConvertible]) throws -> Statement {
        let statement = try values.count > 24 ? db.makeStatement(sql: sql) : db.cachedStatement(sql: sql)
        try statement.setArguments(StatementArguments(values.map(\.databaseValue)))
        return statement
    }
}

extension SQLConvertible {
    fileprivate var databaseValue: DatabaseValue {
        switch sqlValue {
        case .null: .null
        case .int(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        }
    }
}

extension DatabaseValue {
    fileprivate var sqlValue: SQLValue {
        switch storage {
        case .null, .blob: .null
        case .int64(let value): .int(Int(value))
        case .double(let value): .real(value)
        case .string(let value): .text(value)
        }
    }
}
