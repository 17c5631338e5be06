import Chordsets
import Hummingbird
import JSONText
import NIOCore
import Store
import Sync
import Tunes

/// The endpoints of a shelf. The key in a request identifies it.
struct ShelfEndpoints: Sendable {
    let authorizer: ShelfAuthorizer
    let work: Work

    var resources: [Resource] {
        [
            Resource(Route.shelf, [.get: read, .post: make, .patch: rename, .delete: delete]),
            Resource(Route.shelf + "/key", [.put: settingKey { try await $0.renewOwnersKey($1) }]),
            Resource(
                Route.shelf + "/reader",
                [.put: settingKey { try await $0.setReadersKey($1) }, .delete: removeReadersKey]),
            Resource(Route.shelf + "/export", [.get: export]),
        ]
    }

    // MARK: Reading

    private func read(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (store, access) = try await authorizer.opened(for: request)
        return Response(try await profile(store, access))
    }

    /// Streams all items of a shelf page by page, each as from its own address. Simultaneous changes may or may not be
    /// included.
    private func export(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let store = try await authorizer.shelf(for: request)
        let name = try await store.shelfProfile().name
        let body = ResponseBody { writer in
            try await writer.write(ByteBuffer(string: #"{"name":\#(JSON.string(name).text),"chordsets":["#))
            try await Self.write(Chordset.self, of: store, to: &writer)
            try await writer.write(ByteBuffer(string: #"],"tunes":["#))
            try await Self.write(StoredTune.self, of: store, to: &writer)
            try await writer.write(ByteBuffer(string: "]}"))
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: MediaTypes.json, .cacheControl: "no-store"], body: body)
    }

    private static func write<Item: DatabaseItem>(
        _ type: Item.Type, of store: ShelfStore, to writer: inout any ResponseBodyWriter
    ) async throws {
        var bookmark: ItemPage<Item>.Bookmark?
        var isFirst = true
        repeat {
            let (text, next) = try await store.page(of: type, after: bookmark, limit: 100) { ($0.text, $0.next) }
            if !text.isEmpty {
                try await writer.write(ByteBuffer(string: (isFirst ? "" : ",") + text))
                isFirst = false
            }
            bookmark = next
        } while bookmark != nil
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

    // MARK: Changing

    private func make(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        try requireKeys()
        guard let key = ShelfKey(of: request) else {
            throw RequestError(
                .unauthorized,
                """
                A shelf needs a key: 16 random bytes as 22 characters of Base64URL, sent as “Authorization: Bearer \
                KEY”.
                """)
        }
        let name = try await work.json(of: request, context, orEmpty: true, Self.name)
        if try await authorizer.shelves.shelf(with: key.hash) == nil,
            let seconds = authorizer.newShelves?.retryAfter(context.client, cost: 1, now: .now())
        {
            throw RequestError(
                .tooManyRequests, "Too many shelves were created from your address. Try again in \(seconds) s.",
                retryAfter: seconds)
        }
        let (store, access, isNew) = try await authorizer.shelves.make(for: key.hash, name: name ?? "")
        return Response(try await profile(store, access), status: isNew ? .created : .ok)
    }

    private func rename(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let store = try await changed(request)
        if let name = try await work.json(of: request, context, Self.name) { try await store.rename(to: name) }
        return Response(try await profile(store, .owner))
    }

    private func delete(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        try await changed(request).deleteShelf()
        return Response(status: .noContent)
    }

    private func settingKey(_ set: @Sendable @escaping (ShelfStore, KeyHash) async throws -> Void) -> Resource.Handler {
        { request, context in
            let store = try await changed(request)
            try await set(store, try await work.json(of: request, context, Self.key))
            return Response(status: .noContent)
        }
    }

    private func removeReadersKey(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        try await changed(request).setReadersKey(nil)
        return Response(status: .noContent)
    }

    private func changed(_ request: Request) async throws -> ShelfStore {
        try requireKeys()
        return try await authorizer.shelf(for: request)
    }

    private func requireKeys() throws {
        guard authorizer.requiresKey else {
            throw RequestError(.notFound, "This server has one shelf for everyone, which has no key.")
        }
    }

    /// - Returns: nil if the body has no name.
    @Sendable private static func name(in json: JSON) throws -> String? {
        guard let names = json.names, names.allSatisfy({ $0 == "name" }) else {
            throw RequestError("A change of a shelf must be an object with “name”.")
        }
        guard let sent = json["name"] else { return nil }
        guard let name = sent.string, ShelfName.line(of: name) == name else {
            throw RequestError(
                "“name” of a shelf must be one line of at most \(ShelfName.maximumLength) visible characters.")
        }
        return name
    }

    @Sendable private static func key(in json: JSON) throws -> KeyHash {
        // The message does not repeat the input, which may be a mistyped key.
        guard json.names == ["key"], let key = json["key"]?.string.flatMap({ ShelfKey($0) }) else {
            throw RequestError("Send a JSON object with “key”: 16 random bytes as 22 characters of Base64URL.")
        }
        return key.hash
    }
}
