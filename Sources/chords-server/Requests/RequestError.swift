import Chordsets
import Hummingbird
import Input
import JSONText
import Store
import Tunes

/// A refused or failed request: its status, and a message for the client.
struct RequestError: Error {
    let status: HTTPResponse.Status
    let message: String
    var headers: HTTPFields = [:]
    /// The current state of an item, with which the client can resolve a conflict.
    private var current: JSON?

    init(_ status: HTTPResponse.Status, _ message: String, headers: HTTPFields = [:]) {
        self.status = status
        self.message = message
        self.headers = headers
        if status == .unauthorized { self.headers[.wwwAuthenticate] = "Bearer" }
        if status == .serviceUnavailable, headers[.retryAfter] == nil { self.headers[.retryAfter] = "5" }
    }

    init(_ message: String) { self.init(.badRequest, message) }

    /// Another version of an item is stored than the client has seen.
    init(conflict error: StoreError, version: Int, current: JSON?) {
        self.init(.preconditionFailed, error.message, headers: [.eTag: "\"\(version)\""])
        self.current = current
    }

    /// A retry may succeed after some time.
    init(_ status: HTTPResponse.Status, _ message: String, retryAfter seconds: Int) {
        self.init(status, message, headers: [.retryAfter: "\(seconds)"])
    }

    /// Too much work or memory is in use.
    static let busy = RequestError(.serviceUnavailable, "The server is too busy. Try again in a few seconds.")

    static func methodNotAllowed(_ method: HTTPRequest.Method, _ allowed: [HTTPRequest.Method]) -> RequestError {
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        let advice = allowed == [.get, .head] ? "GET" : names
        return RequestError(
            .methodNotAllowed, "\(method.rawValue) is not allowed here. Use \(advice).", headers: [.allow: names])
    }

    /// The error for any other error of a handler.
    init(_ error: any Error) {
        switch error {
        case let error as RequestError: self = error
        case let error as InputError: self.init(error.message)
        case let error as JSONError: self.init(error.message)
        case let error as ChordsetError: self.init(error.message)
        case let error as TuneError: self.init(error.message)
        case let error as StoreError: self.init(RequestError.status(of: error), error.message)
        case let error as HTTPError: self.init(error.status, error.body ?? error.status.reasonPhrase + ".")
        // The log has the error itself, which may contain paths and SQL.
        default: self.init(.serviceUnavailable, "Internal server error. Try again later.")
        }
    }

    private static func status(of error: StoreError) -> HTTPResponse.Status {
        switch error {
        case .unknown: .notFound
        case .noShelf: .unauthorized
        case .taken, .keyTaken: .conflict
        case .full: .init(code: 507, reasonPhrase: "Insufficient Storage")
        case .tooLarge: .contentTooLarge
        case .unusable, .unavailable: .serviceUnavailable
        case .conflict: .preconditionFailed
        }
    }

    func response(at path: String) -> Response {
        let (type, text) = body(at: path)
        return Response(text, type: type, status: status, headers: headers)
    }

    /// JSON for API paths, otherwise plain text.
    func body(at path: String) -> (type: String, text: String) {
        guard Route.isAPI(path) else { return (MediaTypes.text, message + "\n") }
        let members = [("error", JSON.string(message))] + (current.map { [("current", $0)] } ?? [])
        return (MediaTypes.json, JSON.object(members).text)
    }
}
