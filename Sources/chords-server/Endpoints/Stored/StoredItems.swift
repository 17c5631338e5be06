import Hummingbird
import JSONText
import NIOCore
import Store
import Sync

/// A kind of items that clients store.
protocol SentItem: DatabaseItem {
    /// The path of all items.
    static var path: String { get }
    /// Changes the title alone; nil if the title is part of the content.
    static var rename: (@Sendable (inout Self, String) throws -> Void)? { get }
    /// Whether parsing a small one takes less than a millisecond.
    static var isLight: Bool { get }
    /// Whether an empty body makes a new one.
    static var hasDefault: Bool { get }

    /// Parses an item in a request. Clients may send back all members of an answer.
    init(sent json: JSON, id: String, isNew: Bool) throws
}

/// The handlers that chordsets and tunes share. Responses have the version as `ETag`. With `If-Match`, a client changes
/// only the version it has seen.
struct StoredItems<Item: SentItem>: Sendable {
    let shelves: ShelfAuthorizer
    let news: News
    let work: Work

    private static var usualPage: Int { 100 }
    private static var maximumPage: Int { 1000 }
    /// The maximum number of revisions in `since`, as many as a browser stores.
    private static var maximumRevisions: Int { 100 }
    /// Exact in JSON.
    private static var possibleRevisions: Range<Int> { 0..<10_000_000_000_000_000 }
    private static var name: String { Item.kind.name }
    private var pool: WorkPool? { Item.isLight ? nil : work.storing }

    func resources(read: @escaping Resource.Handler) -> [Resource] {
        [
            Resource(Item.path, [.get: list, .post: add]),
            Resource(Item.path + "/events", [.get: events]),
            Resource(Item.path + "/{id}", [.get: read, .patch: patch, .put: replace, .delete: delete]),
            Resource(Item.path + "/{id}/undelete", [.post: undelete]),
        ]
    }

    // MARK: Reading

    /// A page of all items, or the changes since a revision.
    private func list(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let arguments = request.arguments
        let store = try await shelves.shelf(for: request)
        let limit = try arguments.whole("limit", in: 1...Self.maximumPage) ?? Self.usualPage
        let after = try arguments.optional("after", atMost: 100)
        if let known = try arguments.optional("since", atMost: Self.maximumRevisions * 17) {
            guard after == nil else { throw RequestError("Give “since” or “after”, not both.") }
            let revisions = known.split(separator: ",", omittingEmptySubsequences: false).map { Int(json: $0) ?? -1 }
            guard revisions.count <= Self.maximumRevisions, revisions.allSatisfy(Self.possibleRevisions.contains) else {
                throw RequestError(
                    "The parameter “since” must have at most \(Self.maximumRevisions) revisions, separated by commas.")
            }
            let changes = try await store.changes(of: Item.self, since: revisions, limit: limit) {
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
            response.headers[.link] = "<\(Item.path)?limit=\(limit)&after=\(next)>; rel=\"next\""
        }
        return response.comparable(to: request)
    }

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

    // MARK: Changing

    /// Adds the item in the body. If an identical one exists, the response is the same, because the client may repeat a
    /// request whose response was lost.
    private func add(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let store = try await shelves.shelf(for: request)
        let item = try await work.json(of: request, context, orEmpty: Item.hasDefault, in: pool) { json in
            var generator = SystemRandomNumberGenerator()
            let sent = json["id"]
            guard let id = sent == nil ? ItemID.random(using: &generator) : sent?.string else {
                throw RequestError("“id” of a \(Self.name) must be a string.")
            }
            return try Self.item(json, id: id, isNew: true)
        }
        let stored = try await edit(request, item.id, in: store) { edit, _ in
            do {
                return try edit.add(item)
            } catch StoreError.taken {
                let present = try edit.one(item.id, of: Item.self)
                guard present.item == item else { throw StoreError.taken(id: item.id, of: Item.kind) }
                return present
            }
        }
        return Response(stored, status: .created, headers: [.location: "\(Item.path)/\(item.id)"])
    }

    private static func item(_ json: JSON, id: String, isNew: Bool = false) throws -> Item {
        guard json.names != nil else { throw RequestError("A \(name) must be a JSON object.") }
        if let sent = json["id"], sent.string != id {
            throw RequestError("“id” of the \(name) differs from the address.")
        }
        return try Item(sent: json, id: id, isNew: isNew)
    }

    /// Changes title or position.
    private func patch(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (store, id) = (try await shelves.shelf(for: request), try id(context))
        let (title, position) = try await work.json(of: request, context, Self.change)
        return Response(
            try await edit(request, id, in: store) { edit, versions in
                var item = try edit.one(id, of: Item.self).item
                if let title { try Item.rename?(&item, title) }
                // The version is checked even if only the position changes.
                let stored = try edit.replace(item, versions: versions)
                return try position.map { try edit.move(id, of: Item.self, to: $0) } ?? stored
            })
    }

    @Sendable private static func change(_ json: JSON) throws -> (title: String?, position: Int?) {
        let known = Item.rename == nil ? ["position"] : ["title", "position"]
        guard let names = json.names else {
            throw RequestError("A change must be an object with \(known.map { "“\($0)”" }.joined(separator: " or ")).")
        }
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw RequestError(
                "“\(unknown.prefix(80))” cannot be changed here. Only \(known.joined(separator: " and ")) can.")
        }
        let (title, position) = (json["title"], json["position"])
        guard title == nil || title?.string != nil else {
            throw RequestError("“title” of a \(name) must be a string.")
        }
        guard position.map({ $0.int ?? -1 >= 0 }) ?? (Item.rename != nil) else {
            throw RequestError("“position” must be a whole number from 0.")
        }
        return (title?.string, position?.int)
    }

    private func replace(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (store, id) = (try await shelves.shelf(for: request), try id(context))
        let item = try await work.json(of: request, context, in: pool) { try Self.item($0, id: id) }
        return Response(try await edit(request, id, in: store) { try $0.replace(item, versions: $1) })
    }

    private func delete(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (store, id) = (try await shelves.shelf(for: request), context.parameter("id"))
        _ = try await edit(request, id, in: store) { try $0.delete(id, of: Item.self, versions: $1) }
        return Response(status: .noContent)
    }

    private func undelete(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (store, id) = (try await shelves.shelf(for: request), context.parameter("id"))
        return Response(try await edit(request, id, in: store) { edit, _ in try edit.restore(id, of: Item.self) })
    }

    // MARK: Parts of handlers

    /// The ID in the path. IDs have no dots: a path with one asks for an unknown file format.
    func id(_ context: ServerRequestContext) throws -> String {
        let id = context.parameter("id")
        guard !id.contains(".") else { throw HTTPError(.notFound) }
        return id
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
    init(_ stored: Versioned<some DatabaseItem>, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        self.init(stored.versioned, status: status, headers: headers)
        self.headers[.eTag] = stored.tag
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

extension Versioned {
    var tag: String { "\"\(version)\"" }
}

extension ItemPage {
    /// The items as JSON, separated by commas.
    var text: String { items.map(\.versioned.text).joined(separator: ",") }
}
