/// A shelf within a transaction. In all SQL, `?1` is its number, and other values start at `?2`.
public struct OpenShelf {
    let db: any SQLConnection
    let number: Int

    func rows(_ sql: String, _ values: any SQLConvertible...) throws -> [SQLRow] { try db.rows(sql, [number] + values) }

    func rows(_ sql: String, all values: [any SQLConvertible]) throws -> [SQLRow] {
        try db.rows(sql, [number] + values)
    }

    @discardableResult
    func run(_ sql: String, _ values: any SQLConvertible...) throws -> Int { try db.run(sql, [number] + values) }

    func run(_ sql: String, all values: [any SQLConvertible]) throws { try db.run(sql, [number] + values) }

    /// The first column of the first row as an integer; nil if there is none.
    func int(_ sql: String, _ values: any SQLConvertible...) throws -> Int? { try db.int(sql, [number] + values) }
}
