import Chordsets
import Hummingbird
import JSONText
import Store
import Sync

/// The endpoints of chordsets, their chords and lumis.
struct ChordsetEndpoints: Sendable {
    private let items: StoredItems<Chordset>

    init(_ shelves: ShelfAuthorizer, news: News, work: Work) {
        items = StoredItems(root: Route.chordsets, shelves: shelves, news: news, work: work)
    }

    var resources: [Resource] {
        let chord = Route.chordsets + "/{id}/chords/{position}"
        return [
            Resource(Route.chordsets, [.get: items.list, .post: add]),
            Resource(Route.chordsets + "/profile", [.get: profile]),
            Resource(Route.chordsets + "/events", [.get: items.events]),
            Resource(
                Route.chordsets + "/{id}",
                [
                    .get: { Response(try await items.one($0, $1)) }, .patch: patch, .put: replace,
                    .delete: items.delete,
                ]),
            Resource(Route.chordsets + "/{id}/undelete", [.post: items.undelete]),
            Resource(chord, [.get: readChord, .put: replaceChord]),
            Resource(chord + "/lumis", [.get: readLumis, .post: addLumi]),
            Resource(chord + "/lumis/{place}", [.get: readLumi, .put: replaceLumi, .delete: deleteLumi]),
        ]
    }

    // MARK: Chordsets

    private func profile(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        Response(try await items.shelves.shelf(for: request).profile().json)
    }

    private func add(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (store, sent) = try await items.received(request, context, orEmpty: true, Self.added)
        return try await items.add(sent, request, to: store)
    }

    private func patch(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let id = context.parameter("id")
        let (store, (title, position)) = try await items.received(request, context, Self.patch)
        return Response(
            try await items.edit(request, id, in: store) { edit, versions in
                // The version is checked even if only the position changes.
                try edit.change(id, versions: versions) { chordset in if let title { try chordset.rename(title) } }
                return try position.map { try edit.move(id, of: Chordset.self, to: $0) }
                    ?? edit.one(id, of: Chordset.self)
            })
    }

    private func replace(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let id = context.parameter("id")
        let (store, sent) = try await items.received(request, context) { try Chordset($0, id: id) }
        return Response(
            try await items.edit(request, id, in: store) { edit, versions in
                try edit.change(id, versions: versions) { $0 = sent }
            })
    }

    // MARK: Chords and lumis

    private func readChord(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (stored, chord, position) = try await chord(request, context)
        return Response(chord.json(position: position), version: stored.version).comparable(to: request)
    }

    private func replaceChord(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let position = try Self.position(context)
        let (store, sent) = try await items.received(request, context) { try LightChord($0) }
        let (stored, chord) = try await changeChord(request, context, in: store) { $0 = sent }
        return Response(chord.json(position: position), version: stored.version)
    }

    private func readLumis(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (stored, chord, _) = try await chord(request, context)
        return Response(.array(chord.lumis.map(\.json)), version: stored.version).comparable(to: request)
    }

    private func addLumi(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let position = try Self.position(context)
        let (store, lumi) = try await items.received(request, context, orEmpty: true) { try Lumi($0) }
        let (stored, chord) = try await changeChord(request, context, in: store) { try $0.add(lumi) }
        let place = chord.lumis.count - 1
        var response = Response(lumi.json, status: .created, version: stored.version)
        response.headers[.location] = "\(Route.chordsets)/\(stored.item.id)/chords/\(position)/lumis/\(place)"
        return response
    }

    private func readLumi(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (stored, chord, _) = try await chord(request, context)
        let place = try Self.place(context, in: chord)
        return Response(chord.lumis[place].json, version: stored.version).comparable(to: request)
    }

    private func replaceLumi(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (store, lumi) = try await items.received(request, context) { try Lumi($0) }
        let (stored, _) = try await changeChord(request, context, in: store) {
            try $0.replaceLumi(at: try Self.place(context, in: $0), with: lumi)
        }
        return Response(lumi.json, version: stored.version)
    }

    private func deleteLumi(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let store = try await items.shelves.shelf(for: request)
        let (stored, _) = try await changeChord(request, context, in: store) {
            try $0.removeLumi(at: try Self.place(context, in: $0))
        }
        return Response(status: .noContent, headers: [.eTag: "\"\(stored.version)\""])
    }

    private func chord(
        _ request: Request, _ context: ServerRequestContext
    ) async throws -> (stored: Versioned<Chordset>, chord: LightChord, position: Int) {
        let position = try Self.position(context)
        let stored = try await items.one(request, context)
        return (stored, stored.item.chords[position], position)
    }

    private func changeChord(
        _ request: Request, _ context: ServerRequestContext, in store: ShelfStore,
        _ change: @Sendable @escaping (inout LightChord) throws -> Void
    ) async throws -> (stored: Versioned<Chordset>, chord: LightChord) {
        let (id, position) = (context.parameter("id"), try Self.position(context))
        let stored = try await items.edit(request, id, in: store) { edit, versions in
            try edit.change(id, versions: versions) { chordset in
                var chord = chordset.chords[position]
                try change(&chord)
                try chordset.replaceChord(at: position, with: chord)
            }
        }
        return (stored, stored.item.chords[position])
    }

    /// The position of a chord in the path.
    private static func position(_ context: ServerRequestContext) throws -> Int {
        guard let position = number(context.parameter("position")), 0..<Chordset.size ~= position else {
            throw HTTPError(.notFound)
        }
        return position
    }

    private static func place(_ context: ServerRequestContext, in chord: LightChord) throws -> Int {
        guard let place = number(context.parameter("place")) else { throw HTTPError(.notFound) }
        guard chord.lumis.indices.contains(place) else {
            throw RequestError(.notFound, "This chord has no lumi \(place).")
        }
        return place
    }

    private static func number(_ text: String) -> Int? { Int(text).flatMap { String($0) == text ? $0 : nil } }

    // MARK: Bodies

    /// The chordset to add. Without “chords” it gets random colors, and without “id” a new ID.
    private static func added(_ json: JSON) throws -> Chordset {
        var generator = SystemRandomNumberGenerator()
        let sentID = json["id"]
        guard let id = sentID == nil ? ItemID.random(using: &generator) : sentID?.string else {
            throw RequestError("“id” of a chordset must be a string.")
        }
        var sent = json
        if case .object(let members) = json, json["chords"] == nil {
            // The ID is the seed, so that a repeated request adds the same chordset.
            var generator = SeededGenerator(seed: id.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
            let colors = Chordset(id: id, using: &generator).chords
            sent = .object(members + [("chords", .array(colors.enumerated().map { $1.json(position: $0) }))])
        }
        return try Chordset(sent, id: sentID == nil ? id : nil)
    }

    private static func patch(_ json: JSON) throws -> (title: String?, position: Int?) {
        guard let names = json.names else {
            throw RequestError("A change must be an object with “title” or “position”.")
        }
        if let unknown = names.first(where: { !["title", "position"].contains($0) }) {
            throw RequestError("“\(unknown.prefix(80))” cannot be changed here. Only title and position can.")
        }
        let (title, position) = (json["title"], json["position"])
        guard title == nil || title?.string != nil else {
            throw RequestError("“title” of a chordset must be a string.")
        }
        guard position == nil || position?.int.map({ $0 >= 0 }) == true else {
            throw RequestError("“position” must be a whole number from 0.")
        }
        return (title?.string, position?.int)
    }
}

extension Chordset {
    /// Parses a chordset from a request. An ID from the address may be missing in the body.
    fileprivate init(_ json: JSON, id: String?) throws {
        guard case .object(var members) = json else { throw RequestError("A chordset must be an object, in braces.") }
        // Clients may send both back as they read them.
        for name in ["position", "version"] where json[name].map({ $0.int == nil }) == true {
            throw RequestError("“\(name)” of a chordset must be a whole number.")
        }
        members.removeAll { $0.0 == "version" }
        if let id {
            if let sent = json["id"], sent.string != id {
                throw RequestError("“id” of the chordset differs from the address.")
            }
            members.removeAll { $0.0 == "id" }
            members.append(("id", .string(id)))
        }
        try self.init(JSON.object(members))
    }
}
