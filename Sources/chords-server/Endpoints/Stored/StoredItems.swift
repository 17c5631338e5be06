import Chordsets
import Hummingbird
import JSONText
import NIOCore
import Store
import Sync

/// The handlers that chordsets and tunes share. Responses have the version as `ETag`. With `If-Match`, a client changes
/// only the version it has seen.
struct StoredItems<Item: DatabaseItem>: Sendable {
    let root: String
    let shelves: ShelfAuthorizer
    let news: News
    let work: Work

    /// The default size of a page.
    private static var usualPage: Int { 100 }
    private static var maximumPage: Int { 1000 }
    /// The maximum number of revisions in `since`, as many as a browser stores.
    private static var maximumRevisions: Int { 100 }

    /// The resources of both kinds.
    func resources(
        read: @escaping Resource.Handler, add: @escaping Resource.Handler, patch: @escaping Resource.Handler,
        replace: @escaping Resource.Handler
    ) -> [Resource] {
        [
            Resource(root, [.get: list, .post: add]),
            Resource(root + "/events", [.get: events]),
            Resource(root + "/{id}", [.get: read, .patch: patch, .put: replace, .delete: delete]),
            Resource(root + "/{id}/undelete", [.post: undelete]),
        ]
    }

    /// The ID in the path. IDs have no dots: a path with one asks for an unknown file format.
    func id(_ context: ServerRequestContext) throws -> String {
        let id = context.parameter("id")
        guard !id.contains(".") else { throw HTTPError(.notFound) }
        return id
    }

    /// A page of all items, or the changes since a revision.
    private func list(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let arguments = try Arguments(query: request.uri.query, path: [])
        let store = try await shelves.shelf(for: request)
        let limit =
            try arguments.optional("limit").map { text in
                guard let limit = Self.number(text), String(limit) == text, 1...Self.maximumPage ~= limit else {
                    throw RequestError("The parameter “limit” must be a whole number from 1 to \(Self.maximumPage).")
                }
                return limit
            } ?? Self.usualPage
        let after = try arguments.optional("after", atMost: 100)
        if let known = try arguments.optional("since", atMost: Self.maximumRevisions * 17) {
            guard after == nil else { throw RequestError("Give “since” or “after”, not both.") }
            let revisions = known.split(separator: ",", omittingEmptySubsequences: false).map(Self.number)
            guard revisions.count <= Self.maximumRevisions, !revisions.contains(nil) else {
                throw RequestError(
                    "The parameter “since” must have at most \(Self.maximumRevisions) revisions, separated by commas.")
            }
            let changes = try await store.changes(of: Item.self, since: revisions.compactMap { $0 }, limit: limit) {
                ByteBuffer(string: $0.json.text)
            }
            return try work.response(changes, type: MediaTypes.json, to: context.client)
        }
        let bookmark = try after.map { text in
            guard let bookmark = ItemPage<Item>.Bookmark(text) else {
                throw RequestError("The parameter “after” must come from the link to the next page.")
            }
            return bookmark
        }
        let page = try await store.page(of: Item.self, after: bookmark, limit: limit) {
            (text: $0.text, revision: $0.revision, count: $0.count, next: $0.next)
        }
        var response = try work.response(
            ByteBuffer(string: "[\(page.text)]"), type: MediaTypes.json, to: context.client)
        response.headers[.eTag] = "\"\(page.revision)\""
        response.headers[.totalCount] = "\(page.count)"
        if let next = page.next {
            response.headers[.link] = "<\(root)?limit=\(limit)&after=\(next)>; rel=\"next\""
        }
        return response.comparable(to: request)
    }

    /// Parses a non-negative integer of at most 16 digits, which is exact in JSON.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard 1...16 ~= text.utf8.count, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(text)
    }

    /// A stream of changes.
    private func events(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let store = try await shelves.shelf(for: request)
        let body = request.method == .head ? ResponseBody() : try await news.body(of: Item.kind, on: store)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    /// The requested item. Its response is never 304, because the position is not part of the version.
    func one(_ request: Request, _ context: ServerRequestContext) async throws -> Versioned<Item> {
        try await shelves.shelf(for: request).one(context.parameter("id"), of: Item.self)
    }

    private func delete(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (store, id) = (try await shelves.shelf(for: request), context.parameter("id"))
        try await edit(request, id, in: store) { edit, versions in
            _ = try edit.delete(id, of: Item.self, versions: versions)
        }
        return Response(status: .noContent)
    }

    private func undelete(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (store, id) = (try await shelves.shelf(for: request), context.parameter("id"))
        return Response(try await edit(request, id, in: store) { edit, _ in try edit.restore(id, of: Item.self) })
    }

    /// A handler that adds the item in the body. If an identical one exists, the response is the same, because the
    /// client may repeat a request whose response was lost.
    func adding(
        orEmpty: Bool = false, isLight: Bool = true, _ parse: @Sendable @escaping (JSON) throws -> Item
    ) -> Resource.Handler {
        { request, context in
            let (store, item) = try await received(request, context, orEmpty: orEmpty, isLight: isLight, parse)
            let stored = try await edit(request, item.id, in: store) { edit, _ in
                do {
                    return try edit.add(item)
                } catch StoreError.taken {
                    let present = try edit.one(item.id, of: Item.self)
                    guard present.item == item else { throw StoreError.taken(id: item.id, of: Item.kind) }
                    return present
                }
            }
            var response = Response(stored, status: .created)
            response.headers[.location] = "\(root)/\(item.id)"
            return response
        }
    }

    /// A handler that changes an item by the body, which is parsed with the ID of the item.
    func changing<Value: Sendable>(
        isLight: Bool = true, _ parse: @Sendable @escaping (JSON, _ id: String) throws -> Value,
        _ change: @Sendable @escaping (Edit, _ id: String, _ versions: Set<Int>?, Value) throws -> Versioned<Item>
    ) -> Resource.Handler {
        { request, context in
            let id = try id(context)
            let (store, value) = try await received(request, context, isLight: isLight) { try parse($0, id) }
            return Response(try await edit(request, id, in: store) { try change($0, id, $1, value) })
        }
    }

    /// Opens the shelf for a change, and then parses the JSON body.
    /// - Parameters:
    ///   - orEmpty: whether an empty body counts as an empty object.
    ///   - isLight: whether parsing a small body takes less than a millisecond.
    func received<Value: Sendable>(
        _ request: Request, _ context: ServerRequestContext, orEmpty: Bool = false, isLight: Bool = true,
        _ parse: @Sendable @escaping (JSON) throws -> Value
    ) async throws -> (store: ShelfStore, value: Value) {
        let store = try await shelves.shelf(for: request)
        let pool = isLight ? nil : work.storing
        return (store, try await work.json(of: request, context, orEmpty: orEmpty, in: pool, parse))
    }

    /// Changes an item in a transaction. A conflict includes the current item.
    func edit<Value: Sendable>(
        _ request: Request, _ id: String, in store: ShelfStore,
        _ change: @Sendable @escaping (Edit, Set<Int>?) throws -> Value
    ) async throws -> Value {
        let versions = request.headers.versions
        do {
            return try await store.edit { try change($0, versions) }
        } catch let error as StoreError {
            guard case .conflict(let version, _) = error else { throw error }
            let current = try? await store.one(id, of: Item.self).versioned
            throw RequestError(conflict: error, version: version, current: current)
        }
    }
}

extension Response {
    init(_ json: JSON, status: HTTPResponse.Status = .ok, version: Int? = nil) {
        var headers: HTTPFields = [.contentType: MediaTypes.json]
        if let version { headers[.eTag] = "\"\(version)\"" }
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: json.text)))
    }

    init(_ stored: Versioned<some DatabaseItem>, status: HTTPResponse.Status = .ok) {
        self.init(stored.versioned, status: status, version: stored.version)
    }
}

extension HTTPFields {
    /// The versions in `If-Match`, even if a proxy marked them as weak; nil for any version.
    fileprivate var versions: Set<Int>? {
        guard self[.ifMatch] != nil else { return nil }
        let tags = list(.ifMatch)
        if tags == ["*"] { return nil }
        return Set(tags.compactMap { Int($0.hasPrefix("W/") ? $0.dropFirst(3).dropLast() : $0.dropFirst().dropLast()) })
    }
}

extension ItemPage {
    /// The items as JSON, separated by commas.
    var text: String { items.map(\.versioned.text).joined(separator: ",") }
}
