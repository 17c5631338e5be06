import Chordsets
import Hummingbird
import JSONText
import Store

/// Shelves over HTTP: each is found by the key that a request is sent with.
struct ShelfAPI: Sendable {
    let keeper: Shelfkeeper
    private let requests = KeptRequests(things: "shelves")

    init(keeper: Shelfkeeper) { self.keeper = keeper }

    func response(to request: Request, at path: String) async -> Response {
        await requests.response(to: request, current: { nil }) { try await answer(request, at: path) }
    }

    private func answer(_ request: Request, at path: String) async throws -> Answer {
        guard let resource = ShelfResource(path) else {
            throw RefusedRequest(.notFound, "There is nothing at this path. There is: \(ShelfResource.paths.joined(separator: ", ")).")
        }
        guard resource.methods.contains(request.method) else { return requests.notPossible(request.method, resource.methods) }
        if request.method.reads { return try await read(resource, request) }
        try requests.refuseOtherSites(request)
        guard keeper.asksForKeys else {
            throw RefusedRequest(.notFound, "There is one shelf here, for all who can reach this server: it has no key.")
        }
        if case (.shelf, .post) = (resource, request.method) { return try await make(request) }
        let store = try await keeper.shelf(for: request, changing: true)
        switch (resource, request.method) {
        case (.shelf, .delete): try await store.deleteShelf()
        case (.shelf, _):
            try await store.rename(to: try Self.name(in: try await requests.body(request)) ?? "")
            return Answer(.ok, try await profile(store, .owner))
        case (.reader, .delete): try await store.setReadersKey(nil)
        case (.reader, _): try await store.setReadersKey(try Self.key(in: try await requests.body(request)))
        case (.key, _): try await store.renewOwnersKey(try Self.key(in: try await requests.body(request)))
        case (.export, _): throw RefusedRequest(.notFound, "There is nothing to change here.")
        }
        return Answer(.noContent)
    }

    private func read(_ resource: ShelfResource, _ request: Request) async throws -> Answer {
        let (store, access) = try await keeper.opened(for: request, changing: false)
        if resource == .export { return Answer(.ok, try await store.export()) }
        return Answer(.ok, try await profile(store, access))
    }

    private func make(_ request: Request) async throws -> Answer {
        guard let key = ShelfKey(of: request) else {
            throw RefusedRequest(.unauthorized, "A shelf is made for a key: 16 random bytes, sent as “Authorization: Bearer” and 22 letters.")
        }
        let name = try Self.name(in: try await requests.body(request, orEmpty: true))
        let (store, access, isNew) = try await keeper.shelves.make(for: key.hash, name: name ?? "")
        return Answer(isNew ? .created : .ok, try await profile(store, access))
    }

    /// - Parameter access: nil where nobody is asked for a key.
    private func profile(_ store: ChordsetStore, _ access: ShelfAccess?) async throws -> JSON {
        let profile = try await store.shelfProfile()
        let members: [(String, JSON)] = [
            ("access", .string(access?.rawValue ?? "alone")), ("name", .string(profile.name)),
            ("chordsets", .int(profile.chordsets)), ("tunes", .int(profile.tunes)),
        ]
        return .object(members + (access == .owner ? [("hasReaders", .bool(profile.hasReaders))] : []))
    }

    /// - Returns: nil where nothing is said of it.
    private static func name(in json: JSON) throws -> String? {
        guard let names = json.names, names.allSatisfy({ $0 == "name" }) else {
            throw RefusedRequest(.badRequest, "What can be said of a shelf is an object with “name”.")
        }
        guard let sent = json["name"] else { return nil }
        guard let name = sent.string, name.count <= ChordsetStore.longestName, Chordset.line(of: name) == name else {
            throw RefusedRequest(.badRequest, "A shelf’s name should be one line of text, of at most \(ChordsetStore.longestName) characters.")
        }
        return name
    }

    private static func key(in json: JSON) throws -> KeyHash {
        // What was sent is not said again: it may be a key but for a letter.
        guard json.names == ["key"], let key = json["key"]?.string.flatMap({ ShelfKey($0) }) else {
            throw RefusedRequest(.badRequest, "Send an object with “key”: 16 random bytes as 22 letters of Base64 for addresses.")
        }
        return key.hash
    }
}
