/// A connection to an SQL database within one transaction.
///
/// Statements use the common subset of SQLite and PostgreSQL. Parameters are `?1`, `?2` and so on, and may be repeated.
public protocol SQLConnection: AnyObject {
    /// The clause after a `SELECT` that locks a row for update. Empty if the database has only one writer at a time.
    var lockingClause: String { get }

    /// - Throws: the database's error.
    func rows(_ sql: String, _ values: [any SQLConvertible]) throws -> [SQLRow]

    /// - Returns: the number of rows written or deleted, without cascaded ones.
    /// - Throws: the database's error.
    @discardableResult
    func run(_ sql: String, _ values: [any SQLConvertible]) throws -> Int

    /// Size and free space of the database's disk in bytes; nil if unknown.
    var disk: (size: Int, free: Int)? { get }

    /// Advances the sequence of shelf numbers past a number from another database.
    func continueNumbers(after number: Int) throws
}

extension SQLConnection {
    public var lockingClause: String { "" }

    public var disk: (size: Int, free: Int)? { nil }

    public func continueNumbers(after number: Int) {}

    /// The first column of the first row as an integer; nil if there is none.
    func int(_ sql: String, _ values: [any SQLConvertible] = []) throws -> Int? {
        try rows(sql, values).first?.first.int
    }
}

/// A parameter list: `?3, ?4, ?5` for three values from the third on.
func parameters(from first: Int, count: Int) -> String {
    (first..<first + count).map { "?\($0)" }.joined(separator: ", ")
}

/// A database of shelves.
public protocol ShelfDatabase: Sendable {
    /// Reads a consistent state in one transaction.
    /// - Throws: ``StoreError/unavailable(_:)`` if the database does not answer, or the error of `work`.
    func read<Value: Sendable>(_ work: @Sendable @escaping (any SQLConnection) throws -> Value) async throws -> Value

    /// Changes the database in one transaction, which is durable when this returns. If `work` throws, nothing is
    /// changed. `work` may be called again if another transaction interferes.
    /// - Parameter shelf: the number of the only shelf that changes; nil if unknown.
    /// - Throws: ``StoreError/unavailable(_:)``, or the error of `work`.
    func edit<Value: Sendable>(
        on shelf: Int?, _ work: @Sendable @escaping (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// The numbers of shelves that may have changed since the last call, by any program; nil if any may have.
    func touched() -> Set<Int>?

    /// Whether several servers can share the database.
    var isShared: Bool { get }

    /// Does deferred maintenance, if any.
    /// - Parameter onlyIfQuiet: whether to skip it if there were writes since the last call.
    func tidy(onlyIfQuiet: Bool) async throws

    /// Closes all connections.
    /// - Returns: the path of a rescued copy, if the file was lost.
    func close() throws -> String?
}

extension ShelfDatabase {
    public func touched() -> Set<Int>? { nil }
    public var isShared: Bool { false }
    public func tidy(onlyIfQuiet: Bool) async throws {}
}
