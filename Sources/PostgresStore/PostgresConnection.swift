import CPostgres
import Foundation
import Store

/// An error of PostgreSQL or libpq.
struct PostgresError: Error, CustomStringConvertible {
    /// The SQLSTATE of five characters; empty if the server was not reached.
    let code: String
    let message: String
    /// Whether there was no answer in time.
    var isTimeout = false

    var description: String { message }

    /// Whether another transaction interfered and a retry may succeed.
    var isCollision: Bool { ["40001", "40P01", "23505"].contains(code) }

    /// Whether the connection is lost, or the server is starting or stopping.
    var isLoss: Bool { code.isEmpty || code.hasPrefix("08") || code.hasPrefix("57P") || code.hasPrefix("25P") }

    /// Whether the prepared statements are invalid, for example after a schema change by a newer server.
    var spoilsConnection: Bool { code == "0A000" || code == "26000" }
}

/// A connection to PostgreSQL, used by one thread at a time.
final class PostgresConnection: SQLConnection {
    private let connection: OpaquePointer
    /// The names of prepared statements by SQL.
    private var prepared: [String: String] = [:]
    /// The maximum number of prepared statements.
    private static let maximumPrepared = 200

    /// The timeout of connecting. libpq has none for a server that accepts but does not answer, so all I/O is
    /// non-blocking.
    private static let connecting = Duration.seconds(3)
    /// The timeout of an answer.
    private let timeout: Duration

    /// Short network timeouts for dead hosts and connections. The address can override them.
    private static let network = [
        ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
        ("keepalives_count", "2"), ("client_encoding", "UTF8"), ("fallback_application_name", "chords-server"),
    ]

    /// - Parameters:
    ///   - address: `postgres://user@host/database`, with all parameters of libpq.
    ///   - timeout: the timeout of an answer in seconds.
    /// - Throws: ``PostgresError``. Its message does not repeat the address, which may contain a password.
    init(_ address: String, timeout: Int = 5) throws {
        self.timeout = .seconds(timeout)
        guard let parts = PQconninfoParse(address, nil) else {
            throw PostgresError(
                code: "", message: "The address cannot be read: expected postgres://user@host/database.")
        }
        PQconninfoFree(parts)
        // Later options override earlier ones.
        let options = Self.network + [("dbname", address)]
        let texts = options.flatMap { [strdup($0), strdup($1)] }
        defer { for text in texts { free(text) } }
        func column(_ first: Int) -> [UnsafePointer<CChar>?] {
            stride(from: first, to: texts.count, by: 2).map { UnsafePointer(texts[$0]) } + [nil]
        }
        guard let connection = PQconnectStartParams(column(0), column(1), 1) else {
            throw PostgresError(code: "", message: "There is not enough memory.")
        }
        self.connection = connection
        // If this throws, deinit closes the connection.
        try connect()
        PQsetnonblocking(connection, 1)
        guard PQparameterStatus(connection, "server_encoding").map({ String(cString: $0) }) == "UTF8" else {
            throw PostgresError(code: "22021", message: "The database encoding is not UTF8. Create one with UTF8.")
        }
        // Ignore notices such as “… already exists, skipping”.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        // The lock timeout is shorter, so that the server reports it as such. The server also ends abandoned
        // statements.
        try script(
            """
            SET lock_timeout = '\(max(1, timeout - 1))s'; SET statement_timeout = '\(timeout)s';
            SET idle_in_transaction_session_timeout = '10s'; SET synchronous_commit = on
            """)
    }

    private func connect() throws {
        let deadline = ContinuousClock.now + Self.connecting
        // The initial state according to libpq's documentation.
        var state = PGRES_POLLING_WRITING
        while PQstatus(connection) != CONNECTION_BAD, state != PGRES_POLLING_OK, state != PGRES_POLLING_FAILED {
            try wait(for: state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: deadline)
            state = PQconnectPoll(connection)
        }
        guard state == PGRES_POLLING_OK, PQstatus(connection) == CONNECTION_OK else { throw error() }
    }

    /// Waits until the socket can be read or written.
    private func wait(for events: Int32, until deadline: ContinuousClock.Instant) throws {
        var waiting = pollfd(fd: socket, events: Int16(events), revents: 0)
        while true {
            let rest = (deadline - .now) / .milliseconds(1)
            guard rest > 0 else {
                throw PostgresError(code: "", message: "The server does not answer.", isTimeout: true)
            }
            let count = poll(&waiting, 1, Int32(rest.rounded(.up)))
            if count > 0 { return }
            if count < 0, errno != EINTR {
                throw PostgresError(code: "", message: "The connection cannot be polled.")
            }
        }
    }

    /// Receives the result of a sent query; of several statements, the last one.
    /// - Parameter isSent: the return value of sending.
    /// - Throws: if sending failed or the answer takes too long. Then the connection is unusable.
    private func result(_ isSent: Int32) throws -> OpaquePointer? {
        guard isSent == 1 else { throw error() }
        let deadline = ContinuousClock.now + timeout
        var last: OpaquePointer?
        do {
            while true {
                let rest = PQflush(connection)
                if rest < 0 { throw error() }
                if rest == 0 { break }
                // The server may have to send before it can receive more.
                try wait(for: POLLIN | POLLOUT, until: deadline)
                guard PQconsumeInput(connection) == 1 else { throw error() }
            }
            while true {
                while PQisBusy(connection) == 1 {
                    try wait(for: POLLIN, until: deadline)
                    guard PQconsumeInput(connection) == 1 else { throw error() }
                }
                guard let next = PQgetResult(connection) else { return last }
                PQclear(last)
                last = next
            }
        } catch {
            PQclear(last)
            throw error
        }
    }

    deinit { PQfinish(connection) }

    var lockingClause: String { " FOR UPDATE" }

    /// The socket, which becomes readable with a notification.
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

    /// Runs several statements without parameters.
    func script(_ sql: String) throws {
        let result = try result(PQsendQuery(connection, sql))
        defer { PQclear(result) }
        try check(result)
    }

    /// The payloads of notifications since the last call.
    /// - Throws: if the connection is lost.
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
        // Long lists have varying lengths, so preparing their statements would not pay off.
        if values.count > 24 {
            result = try self.result(
                PQsendQueryParams(connection, statement, Int32(values.count), nil, pointers, nil, nil, 0))
        } else {
            let name = try prepare(sql, statement)
            result = try self.result(PQsendQueryPrepared(connection, name, Int32(values.count), pointers, nil, nil, 0))
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
        if prepared.count >= Self.maximumPrepared {
            try script("DEALLOCATE ALL")
            prepared = [:]
        }
        let name = "s\(prepared.count)"
        let result = try result(PQsendPrepare(connection, name, statement, 0, nil))
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
        case .text(let value): value
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
