/// One shelf within a transaction. All that is asked here about things is asked about those of this shelf: `?1` is its
/// number, and what is given follows from `?2` on.
public struct OpenShelf {
    let db: any SQLConnection
    let number: Int

    func rows(_ sql: String, _ values: any SQLConvertible...) throws -> [SQLRow] { try db.rows(sql, [number] + values) }

    func rows(_ sql: String, all values: [any SQLConvertible]) throws -> [SQLRow] { try db.rows(sql, [number] + values) }

    @discardableResult
    func run(_ sql: String, _ values: any SQLConvertible...) throws -> Int { try db.run(sql, [number] + values) }

    func run(_ sql: String, all values: [any SQLConvertible]) throws { try db.run(sql, [number] + values) }

    /// The first column of the first row, a whole number; nil where there is none.
    func int(_ sql: String, _ values: any SQLConvertible...) throws -> Int? { try db.int(sql, [number] + values) }
}
