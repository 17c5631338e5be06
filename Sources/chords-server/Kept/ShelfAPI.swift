import Chordsets
import Hummingbird
import JSONText
import NIOCore
import Store
import Sync
import Tunes

/// The shelf API. The key in a request identifies the shelf.
struct ShelfAPI: Sendable {
    let keeper: Shelfkeeper
    private let requests: KeptRequests

    init(keeper: Shelfkeeper, work: Work) {
        self.keeper = keeper
        requests = KeptRequests(things: "shelves", isStored: true, work: work)
    }

    func response(to request: Request, at path: String) async -> Response {
        await requests.response(to: request, current: { nil }) { try await answer(request, at: path) }
    }

    private func answer(_ request: Request, at path: String) async throws -> Answer {
        guard let resource = ShelfResource(path) else {
            let paths = ShelfResource.paths.joined(separator: ", ")
            throw RefusedRequest(.notFound, "This path does not exist. The paths are \(paths).")
        }
        guard resource.methods.contains(request.method) else {
            return requests.notPossible(request.method, resource.methods)
        }
        if request.method.reads { return try await read(resource, request) }
        try requests.refuseOtherSites(request)
        guard keeper.asksForKeys else {
            throw RefusedRequest(.notFound, "This server has one shelf for everyone, which has no key.")
        }
        if case (.shelf, .post) = (resource, request.method) { return try await make(request) }
        let store = try await keeper.shelf(for: request, changing: true)
        switch (resource, request.method) {
        case (.shelf, .delete): try await store.deleteShelf()
        case (.shelf, _):
            if let name = try Self.name(in: try await requests.body(request)) { try await store.rename(to: name) }
            return Answer(.ok, try await profile(store, .owner))
        case (.reader, .delete): try await store.setReadersKey(nil)
        case (.reader, _): try await store.setReadersKey(try Self.key(in: try await requests.body(request)))
        case (.key, _): try await store.renewOwnersKey(try Self.key(in: try await requests.body(request)))
        case (.export, _): throw RefusedRequest(.notFound, "This path cannot be changed.")
        }
        return Answer(.noContent)
    }

    private func read(_ resource: ShelfResource, _ request: Request) async throws -> Answer {
        let (store, access) = try await keeper.opened(for: request, changing: false)
        if resource == .export { return Answer(stream: try await export(of: store), type: Document.json) }
        return Answer(.ok, try await profile(store, access))
    }

    /// Streams all items of a shelf page by page, each as from its own address. Simultaneous changes may or may not be
    /// included.
    private func export(of store: ShelfStore) async throws -> ResponseBody {
        let name = try await store.shelfProfile().name
        return ResponseBody { writer in
            try await writer.write(ByteBuffer(string: #"{"name":\#(JSON.string(name).text),"chordsets":["#))
            try await Self.write(Chordset.self, of: store, to: &writer)
            try await writer.write(ByteBuffer(string: #"],"tunes":["#))
            try await Self.write(StoredTune.self, of: store, to: &writer)
            try await writer.write(ByteBuffer(string: "]}"))
            try await writer.finish(nil)
        }
    }

    private static func write<Thing: DatabaseItem>(
        _ type: Thing.Type, of store: ShelfStore, to writer: inout any ResponseBodyWriter
    ) async throws {
        var bookmark: ItemPage<Thing>.Bookmark?
        var isFirst = true
        repeat {
            let page = try await store.page(of: type, after: bookmark, limit: 100)
            let texts = page.items.map { $0.versioned.text }
            if !texts.isEmpty {
                try await writer.write(ByteBuffer(string: (isFirst ? "" : ",") + texts.joined(separator: ",")))
                isFirst = false
            }
            bookmark = page.next
        } while bookmark != nil
    }

    private func make(_ request: Request) async throws -> Answer {
        guard let key = ShelfKey(of: request) else {
            throw RefusedRequest(
                .unauthorized,
                "A shelf needs a key: 16 random bytes as 22 letters, sent as “Authorization: Bearer KEY”.")
        }
        let name = try Self.name(in: try await requests.body(request, orEmpty: true))
        if try await keeper.shelves.shelf(with: key.hash) == nil,
            let seconds = keeper.newShelves?.secondsToWait(request.client, cost: 1, now: .now())
        {
            throw RefusedRequest(
                .tooManyRequests, "Too many shelves were made from your address. Try again in \(seconds) s.",
                retryAfter: seconds)
        }
        let (store, access, isNew) = try await keeper.shelves.make(for: key.hash, name: name ?? "")
        return Answer(isNew ? .created : .ok, try await profile(store, access))
    }

    /// - Parameter access: nil if the server needs no keys.
    private func profile(_ store: ShelfStore, _ access: ShelfAccess?) async throws -> JSON {
        let profile = try await store.shelfProfile()
        let members: [(String, JSON)] = [
            ("access", .string(access?.rawValue ?? "alone")), ("name", .string(profile.name)),
            ("chordsets", .int(profile.chordsets)), ("tunes", .int(profile.tunes)),
            ("revision", .int(profile.revision)),
        ]
        return .object(members + (access == .owner ? [("hasReaders", .bool(profile.hasReaders))] : []))
    }

    /// - Returns: nil if the body has no name.
    private static func name(in json: JSON) throws -> String? {
        guard let names = json.names, names.allSatisfy({ $0 == "name" }) else {
            throw RefusedRequest(.badRequest, "A change of a shelf must be an object with “name”.")
        }
        guard let sent = json["name"] else { return nil }
        guard let name = sent.string, ShelfName.line(of: name) == name else {
            throw RefusedRequest(
                .badRequest, "“name” of a shelf must be one line of at most \(ShelfName.longest) visible characters.")
        }
        return name
    }

    private static func key(in json: JSON) throws -> KeyHash {
        // The message does not repeat the input, which may be a mistyped key.
        guard json.names == ["key"], let key = json["key"]?.string.flatMap({ ShelfKey($0) }) else {
            throw RefusedRequest(
                .badRequest, "Send an object with “key”: 16 random bytes as 22 letters of Base64 for addresses.")
        }
        return key.hash
    }
}
