/// A connection to a database that speaks SQL, within one transaction.
///
/// What is said to it is what SQLite and PostgreSQL both understand. Parameters are `?1`, `?2` and so on, and may stand more
/// than once.
public protocol SQLConnection: AnyObject {
    /// What follows a `SELECT` of a row that is to be changed: whoever else wants to change it waits. Empty where only one
    /// can write at a time anyway.
    var lockingClause: String { get }

    /// - Throws: what the database says.
    func rows(_ sql: String, _ values: [any SQLConvertible]) throws -> [SQLRow]

    /// - Returns: how many rows were written or deleted, without those that followed by a rule of the tables.
    /// - Throws: what the database says.
    @discardableResult
    func run(_ sql: String, _ values: [any SQLConvertible]) throws -> Int

    /// Has the database give no number of a shelf again up to one that was given elsewhere.
    func continueNumbers(after number: Int) throws
}

extension SQLConnection {
    public var lockingClause: String { "" }

    public func continueNumbers(after number: Int) {}

    /// The first column of the first row, a whole number; nil where there is none.
    func int(_ sql: String, _ values: [any SQLConvertible] = []) throws -> Int? { try rows(sql, values).first?.first.int }
}

/// `?3, ?4, ?5` for three values from the third on.
func parameters(from first: Int, count: Int) -> String {
    (first..<first + count).map { "?\($0)" }.joined(separator: ", ")
}

/// Where shelves are kept.
public protocol KeptDatabase: Sendable {
    /// Reads in one transaction, so that all is as it was at one moment.
    /// - Throws: ``StoreError/unavailable(_:)`` where the database does not answer; what `work` throws.
    func read<Value: Sendable>(_ work: @Sendable @escaping (any SQLConnection) throws -> Value) async throws -> Value

    /// Changes something in one transaction, which is kept when this returns; or nothing, where `work` throws. It may be
    /// called more than once, where another transaction was in its way.
    /// - Throws: ``StoreError/unavailable(_:)``; what `work` throws.
    func edit<Value: Sendable>(_ work: @Sendable @escaping (any SQLConnection) throws -> Value) async throws -> Value

    /// The numbers of shelves that may have changed since this was asked last, whoever did it; nil where that may be any.
    func touched() -> Set<Int>?

    /// Where there is something to be tidied up when nobody is at work, does it.
    func tidy() async throws

    /// Ends all connections.
    /// - Returns: where what was kept is now, where it had to be put elsewhere.
    func close() throws -> String?
}

extension KeptDatabase {
    public func touched() -> Set<Int>? { nil }
    public func tidy() async throws {}
}
