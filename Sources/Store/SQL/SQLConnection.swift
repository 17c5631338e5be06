/// A connection to a database that speaks SQL, within one transaction.
///
/// What is said to it is what SQLite and PostgreSQL both understand. Parameters are `?1`, `?2` and so on, and may stand more
/// than once.
public protocol SQLConnection: AnyObject {
    /// What follows a `SELECT` of a row that is to be changed: anyone else who wants to change it waits. Empty where only one
    /// can write at a time anyway.
    var lockingClause: String { get }

    /// - Throws: what the database says.
    func rows(_ sql: String, _ values: [any SQLConvertible]) throws -> [SQLRow]

    /// - Returns: how many rows were written or deleted, without those that followed by a rule of the tables.
    /// - Throws: what the database says.
    @discardableResult
    func run(_ sql: String, _ values: [any SQLConvertible]) throws -> Int

    /// How large the disk is on which the database stands, and how much of it is free; nil where that is not known.
    var disk: (size: Int, free: Int)? { get }

    /// Has the database give no number of a shelf again up to one that was given elsewhere.
    func continueNumbers(after number: Int) throws
}

extension SQLConnection {
    public var lockingClause: String { "" }

    public var disk: (size: Int, free: Int)? { nil }

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
    /// - Parameter shelf: the number of the only shelf that is changed; nil where that is not known.
    /// - Throws: ``StoreError/unavailable(_:)``; what `work` throws.
    func edit<Value: Sendable>(on shelf: Int?, _ work: @Sendable @escaping (any SQLConnection) throws -> Value) async throws -> Value

    /// The numbers of shelves that may have changed since this was asked last, no matter who did it; nil where that may be any.
    func touched() -> Set<Int>?

    /// Whether servers on several machines may use it at once.
    var isShared: Bool { get }

    /// Tidies up what the database has put off, if there is anything.
    /// - Parameter onlyIfQuiet: not while a client is at work: where something was written since this was asked last.
    func tidy(onlyIfQuiet: Bool) async throws

    /// Ends all connections.
    /// - Returns: where what was kept is now, where it had to be put elsewhere.
    func close() throws -> String?
}

extension KeptDatabase {
    public func touched() -> Set<Int>? { nil }
    public var isShared: Bool { false }
    public func tidy(onlyIfQuiet: Bool) async throws {}
}
