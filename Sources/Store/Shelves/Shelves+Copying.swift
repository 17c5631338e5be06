extension Shelves {
    /// Copies all shelves with keys and histories to an empty database.
    ///
    /// Simultaneous changes may or may not be copied, so stop the server first.
    /// - Throws: ``StoreError/unusable(_:)`` if the other database is not empty.
    public func copy(to other: Shelves) async throws {
        let numbers = try await database.read { db in
            try db.rows("SELECT number FROM \(Shelves.used) ORDER BY number", []).map { $0.int("number") }
        }
        // One transaction per shelf.
        let isEmpty = try await other.database.read { db in
            try db.int("SELECT count(*) FROM shelf WHERE past > 1") == 0 && db.int("SELECT count(*) FROM shelf") == 1
                && ["chordset", "tune"].allSatisfy { try db.int("SELECT count(*) FROM \($0)") == 0 }
        }
        guard isEmpty else { throw StoreError.unusable("The other database is not empty. Name an empty one.") }
        for number in numbers {
            let shelf = try await database.read { db in
                try Tables.names.reversed().map { try Shelves.rows(of: $0, on: number, db) }
            }
            try await other.database.edit(on: nil) { db in
                try db.run("DELETE FROM shelf WHERE number = ?1", [number])
                for (table, rows) in zip(Tables.names.reversed(), shelf) {
                    for row in rows { try Shelves.insert(row, into: table, db) }
                }
                try db.continueNumbers(after: number)
            }
        }
    }

    static func rows(of table: String, on shelf: Int, _ db: any SQLConnection) throws -> [SQLRow] {
        try db.rows("SELECT * FROM \(table) WHERE \(table == "shelf" ? "number" : "shelf") = ?1", [shelf])
    }

    /// Inserts a row from another database.
    /// - Parameters:
    ///   - left: a column that the other database sets.
    ///   - own: columns with other values.
    static func insert(
        _ row: SQLRow, into table: String, _ db: any SQLConnection, without left: String? = nil,
        _ own: [(String, Int)] = []
    ) throws {
        let columns = row.columnNames.filter { name in name != left && !own.contains { $0.0 == name } }
        try db.run(
            """
            INSERT INTO \(table) (\((columns + own.map(\.0)).joined(separator: ", ")))
                VALUES (\(parameters(from: 1, count: columns.count + own.count)))
            """,
            columns.map { row[$0] } + own.map(\.1))
    }
}
