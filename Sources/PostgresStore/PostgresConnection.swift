import CPostgres
import Foundation
import Store

/// What PostgreSQL says when it does not do what was asked.
struct PostgresError: Error, CustomStringConvertible {
    /// Five letters, of which the first two are a class; empty where the server was not reached.
    let code: String
    let message: String

    var description: String { message }

    /// Another transaction was in the way: the same may succeed if it is done once more.
    var isCollision: Bool { ["40001", "40P01", "23505"].contains(code) }

    /// The server was not reached, has ended the connection, or is starting or ending.
    var isLoss: Bool { code.isEmpty || code.hasPrefix("08") || code.hasPrefix("57P") }
}

/// A connection to PostgreSQL, used by one thread at a time.
final class PostgresConnection: SQLConnection {
    private let connection: OpaquePointer
    /// The names of the statements that the server has prepared, by what was asked.
    private var prepared: [String: String] = [:]
    /// More than these are not kept there.
    private static let mostPrepared = 200

    /// - Parameter address: `postgres://user@host/database`, or as libpq takes it otherwise.
    /// - Throws: ``PostgresError``.
    init(_ address: String) throws {
        guard let connection = PQconnectdb(address) else { throw PostgresError(code: "", message: "There is no memory.") }
        self.connection = connection
        guard PQstatus(connection) == CONNECTION_OK else {
            let error = error()
            PQfinish(connection)
            throw error
        }
        // “… already exists, skipping” and the like are for nobody.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    deinit { PQfinish(connection) }

    var lockingClause: String { " FOR UPDATE" }

    /// The socket, on which something comes when there is a notification.
    var socket: Int32 { PQsocket(connection) }

    func rows(_ sql: String, _ values: [any SQLConvertible]) throws -> [SQLRow] {
        let result = try execute(sql, values)
        defer { PQclear(result) }
        let columns = SQLRow.Columns((0..<PQnfields(result)).map { String(cString: PQfname(result, $0)) })
        let types = (0..<PQnfields(result)).map { PQftype(result, $0) }
        return (0..<PQntuples(result)).map { row in
            SQLRow(columns, types.indices.map { Self.value(result, row, Int32($0), types[$0]) })
        }
    }

    func run(_ sql: String, _ values: [any SQLConvertible]) throws -> Int {
        let result = try execute(sql, values)
        defer { PQclear(result) }
        return Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    func continueNumbers(after number: Int) throws {
        _ = try rows("SELECT setval(pg_get_serial_sequence('shelf', 'number'), ?1)", [number])
    }

    /// Several statements at once, without parameters.
    func script(_ sql: String) throws {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        try check(result)
    }

    /// What others have notified on the channels that this connection listens to, since it was asked last.
    /// - Throws: where the connection is lost.
    func notifications() throws -> [String] {
        guard PQconsumeInput(connection) == 1 else { throw error() }
        var payloads: [String] = []
        while let notification = PQnotifies(connection) {
            payloads.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return payloads
    }

    // MARK: Executing

    private func execute(_ sql: String, _ values: [any SQLConvertible]) throws -> OpaquePointer? {
        let texts = values.map { Self.text($0.sqlValue) }
        let copies = texts.map { text in text.flatMap { strdup($0) } }
        defer { for copy in copies { free(copy) } }
        let pointers: [UnsafePointer<CChar>?] = copies.map { copy in copy.map { UnsafePointer($0) } }
        let statement = sql.replacing("?", with: "$")
        let result: OpaquePointer?
        // How many values there are may be different each time.
        if values.count > 24 {
            result = PQexecParams(connection, statement, Int32(values.count), nil, pointers, nil, nil, 0)
        } else {
            result = PQexecPrepared(connection, try prepare(sql, statement), Int32(values.count), pointers, nil, nil, 0)
        }
        do {
            try check(result)
        } catch {
            PQclear(result)
            throw error
        }
        return result
    }

    private func prepare(_ sql: String, _ statement: String) throws -> String {
        if let name = prepared[sql] { return name }
        if prepared.count >= Self.mostPrepared {
            try script("DEALLOCATE ALL")
            prepared = [:]
        }
        let name = "s\(prepared.count)"
        let result = PQprepare(connection, name, statement, 0, nil)
        defer { PQclear(result) }
        try check(result)
        prepared[sql] = name
        return name
    }

    private func check(_ result: OpaquePointer?) throws {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
        default:
            let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
            let primary = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
            throw PostgresError(code: code ?? "", message: primary ?? error().message)
        }
    }

    private func error() -> PostgresError {
        let message = String(cString: PQerrorMessage(connection))
        return PostgresError(code: "", message: message.split(separator: "\n").joined(separator: " "))
    }

    // MARK: Values

    private static func text(_ value: SQLValue) -> String? {
        switch value {
        case .null: nil
        case .int(let value): "\(value)"
        case .real(let value): "\(value)"
        // PostgreSQL knows no text with U+0000 in it. Nor is any kept; but somebody may look for one, and is to find nothing.
        case .text(let value): value.replacing("\0", with: "\u{FFFD}")
        }
    }

    private static func value(_ result: OpaquePointer?, _ row: Int32, _ column: Int32, _ type: Oid) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0 else { return .null }
        let text = String(cString: PQgetvalue(result, row, column))
        return switch type {
        case 20, 21, 23: Int(text).map { .int($0) } ?? .null
        case 700, 701, 1700: Double(text).map { .real($0) } ?? .null
        default: .text(text)
        }
    }
}
