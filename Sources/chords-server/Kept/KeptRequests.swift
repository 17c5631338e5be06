import Chordsets
import Hummingbird
import Input
import JSONText
import NIOCore
import Store
import Sync
import Tunes

/// Common handling of requests about stored items: lists, `If-Match`, JSON bodies, and the origin check.
struct KeptRequests: Sendable {
    /// The name of the items in messages: `chordsets`.
    let things: String
    /// Whether bodies are stored.
    var isStored = false
    let work: Work

    /// A page of all items, or the changes since a revision.
    /// - Parameter root: the path of the list.
    func list<Thing: DatabaseItem>(
        _ arguments: Arguments, of type: Thing.Type, in store: ShelfStore, at root: String
    ) async throws -> Answer {
        let limit =
            try arguments.optional("limit").map { text in
                guard let limit = Self.number(text), String(limit) == text, 1...Self.longestPage ~= limit else {
                    throw BadRequest("The parameter “limit” must be a whole number from 1 to \(Self.longestPage).")
                }
                return limit
            } ?? Self.usualPage
        let after = try arguments.optional("after", atMost: 100)
        if let known = try arguments.optional("since", atMost: Self.mostRevisions * 17) {
            guard after == nil else { throw BadRequest("Give “since” or “after”, not both.") }
            let revisions = known.split(separator: ",", omittingEmptySubsequences: false).map(Self.number)
            guard revisions.count <= Self.mostRevisions, !revisions.contains(nil) else {
                throw BadRequest(
                    "The parameter “since” must have at most \(Self.mostRevisions) revisions, separated by commas.")
            }
            var answer = Answer(
                .ok, try await store.changes(of: type, since: revisions.compactMap { $0 }, limit: limit).json)
            answer.isHeavy = true
            return answer
        }
        let bookmark = try after.map { text in
            guard let bookmark = ItemPage<Thing>.Bookmark(text) else {
                throw BadRequest("The parameter “after” must come from the link to the next page.")
            }
            return bookmark
        }
        let page = try await store.page(of: type, after: bookmark, limit: limit)
        var answer = Answer(.ok, .array(page.items.map(\.versioned)), tag: page.revision)
        answer.isHeavy = true
        answer.headers[.init("X-Total-Count")!] = "\(page.count)"
        if let next = page.next {
            answer.headers[.init("Link")!] = "<\(root)?limit=\(limit)&after=\(next)>; rel=\"next\""
        }
        return answer
    }

    /// The default page size.
    private static let usualPage = 100
    private static let longestPage = 1000
    /// The maximum number of revisions in `since`, as many as a browser stores.
    private static let mostRevisions = 100

    /// Parses a non-negative integer of at most 16 digits, which is exact in JSON.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard 1...16 ~= text.utf8.count, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(text)
    }

    /// Parses a JSON body and converts it.
    /// - Parameters:
    ///   - orEmpty: whether an empty body counts as an empty object.
    ///   - isLight: whether converting a small body takes less than a millisecond.
    func body<Value: Sendable>(
        _ request: Request, orEmpty: Bool = false, isLight: Bool = true,
        _ make: @Sendable @escaping (JSON) throws -> Value
    ) async throws -> Value {
        let type = request.headers[.contentType]?.split(separator: ";").first.map { String($0).lowercased() }
        return try await bytes(request, isLight: isLight) { bytes in
            if orEmpty, bytes.isEmpty { return try make(.object([])) }
            // This also blocks pages of other sites, which need a preflight request for this content type.
            guard let type, type.filter({ $0 != " " }) == "application/json" else {
                throw RefusedRequest(.unsupportedMediaType, "Send JSON, with “Content-Type: application/json”.")
            }
            return try make(try JSON(bytes))
        }
    }

    func body(_ request: Request, orEmpty: Bool = false) async throws -> JSON {
        try await body(request, orEmpty: orEmpty) { $0 }
    }

    /// Converts the bytes of a body.
    /// - Parameter isLight: whether converting a small body takes less than a millisecond.
    func bytes<Value: Sendable>(
        _ request: Request, isLight: Bool = true, _ make: @Sendable @escaping ([UInt8]) throws -> Value
    ) async throws -> Value {
        let body = try await work.body(of: request)
        if isLight, body.readableBytes <= Work.shortBody { return try make(Array(body.readableBytesView)) }
        return try await (isStored ? work.storing : work.pool).run(for: request.client) {
            try make(Array(body.readableBytesView))
        }
    }

    /// Rejects changes by pages of other sites.
    func refuseOtherSites(_ request: Request) throws {
        guard let origin = request.headers[.origin], let host = request.head.authority else { return }
        guard origin == "http://" + host || origin == "https://" + host else {
            throw RefusedRequest(.forbidden, "Pages of other sites may not change \(things) here.")
        }
    }

    /// The versions in `If-Match`, even if a proxy marked them as weak; nil for any version.
    func versions(_ headers: HTTPFields) -> Set<Int>? {
        guard headers[.ifMatch] != nil else { return nil }
        let tags = headers.list(.ifMatch)
        if tags == ["*"] { return nil }
        return Set(tags.compactMap { Int($0.hasPrefix("W/") ? $0.dropFirst(3).dropLast() : $0.dropFirst().dropLast()) })
    }

    /// The answer to a method that is not allowed.
    func notPossible(_ method: HTTPRequest.Method, _ methods: [HTTPRequest.Method]) -> Answer {
        let allowed = methods.map(\.rawValue).joined(separator: ", ")
        var answer = Answer(
            .methodNotAllowed, .object([("error", .string("\(method) is not allowed here. Use \(allowed)."))]))
        answer.headers[.allow] = allowed
        return answer
    }

    /// Answers a request, and converts errors to responses.
    /// - Parameter current: the current state, for conflicts.
    func response(
        to request: Request, current: () async -> JSON?, _ answered: () async throws -> Answer
    ) async -> Response {
        var answer: Answer
        do {
            answer = try await answered()
        } catch let refusal as RefusedRequest {
            answer = Answer(refusal.status, .object([("error", .string(refusal.message))]))
            if let seconds = refusal.retryAfter { answer.headers[.retryAfter] = "\(seconds)" }
        } catch is WorkPool.Overworked {
            answer = Answer(.serviceUnavailable, .object([("error", .string(Self.busy))]))
        } catch is MemoryBudget.Exhausted {
            answer = Answer(.serviceUnavailable, .object([("error", .string(Self.busy))]))
        } catch let error as StoreError {
            if case .conflict = error {
                answer = Answer(error, current: await current())
            } else {
                answer = Answer(error)
            }
        } catch {
            answer =
                KeptRequests.sentence(of: error).map { Answer(.badRequest, .object([("error", .string($0))])) }
                ?? Answer(StoreError.unavailable("The database does not answer: \(error)"))
        }
        do {
            return try await response(to: request, answer)
        } catch let refusal as RefusedRequest {
            // The answer is too long.
            answer = Answer(refusal.status, .object([("error", .string(refusal.message))]))
        } catch {
            answer = Answer(.serviceUnavailable, .object([("error", .string(Self.busy))]))
        }
        return (try? await response(to: request, answer)) ?? Response(status: .serviceUnavailable)
    }

    private func response(to request: Request, _ answer: Answer) async throws -> Response {
        var answer = answer
        if answer.status == .unauthorized { answer.headers[.wwwAuthenticate] = "Bearer" }
        if answer.status == .serviceUnavailable { answer.headers[.retryAfter] = "5" }
        return try await answer.response(to: request, work)
    }

    private static let busy = "The server is too busy. Try again in a few seconds."

    /// The message of a client error; nil for other errors.
    private static func sentence(of error: any Error) -> String? {
        switch error {
        case let error as BadRequest: error.message
        case let error as ChordsetError: error.message
        case let error as TuneError: error.message
        case let error as InputError: error.message
        case let error as JSONError: error.message
        default: nil
        }
    }
}
