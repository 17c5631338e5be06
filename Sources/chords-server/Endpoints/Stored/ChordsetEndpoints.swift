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
        return items.resources(
            read: { Response(try await items.one($0, $1)) }, add: items.adding(orEmpty: true, Self.added),
            patch: items.changing({ json, _ in try Self.patch(json) }) { edit, id, versions, change in
                // The version is checked even if only the position changes.
                try edit.change(id, versions: versions) { if let title = change.title { try $0.rename(title) } }
                return try change.position.map { try edit.move(id, of: Chordset.self, to: $0) }
                    ?? edit.one(id, of: Chordset.self)
            },
            replace: items.changing({ try Chordset($0, id: $1) }) { edit, id, versions, sent in
                try edit.change(id, versions: versions) { $0 = sent }
            }) + [
                Resource(Route.chordsets + "/profile", [.get: profile]),
                Resource(
                    chord,
                    [
                        .get: reading { $0.json(position: try Self.position($1)) },
                        .put: changing({ try LightChord($0) }) {
                            $0 = $1
                            return $1.json(position: try Self.position($2))
                        },
                    ]),
                Resource(
                    chord + "/lumis", [.get: reading { chord, _ in .array(chord.lumis.map(\.json)) }, .post: addLumi]),
                Resource(
                    chord + "/lumis/{place}",
                    [
                        .get: reading { $0.lumis[try Self.place($1, in: $0)].json },
                        .put: changing({ try Lumi($0) }) {
                            try $0.replaceLumi(at: try Self.place($2, in: $0), with: $1)
                            return $1.json
                        },
                        .delete: deleteLumi,
                    ]),
            ]
    }

    private func profile(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        Response(try await items.shelves.shelf(for: request).profile().json)
    }

    // MARK: Chords and lumis

    /// A handler that answers with a chord or a part of it.
    private func reading(
        _ part: @Sendable @escaping (LightChord, ServerRequestContext) throws -> JSON
    ) -> Resource.Handler {
        { request, context in
            let position = try Self.position(context)
            let stored = try await items.one(request, context)
            let json = try part(stored.item.chords[position], context)
            return Response(json, version: stored.version).comparable(to: request)
        }
    }

    /// A handler that changes a chord by the body, and answers with what it changed.
    private func changing<Value: Sendable>(
        _ parse: @Sendable @escaping (JSON) throws -> Value,
        _ change: @Sendable @escaping (inout LightChord, Value, ServerRequestContext) throws -> JSON
    ) -> Resource.Handler {
        { request, context in
            let (store, value) = try await items.received(request, context, parse)
            let (stored, json) = try await changeChord(request, context, in: store) { try change(&$0, value, context) }
            return Response(json, version: stored.version)
        }
    }

    private func addLumi(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let (store, lumi) = try await items.received(request, context, orEmpty: true) { try Lumi($0) }
        let (stored, place) = try await changeChord(request, context, in: store) {
            try $0.add(lumi)
            return $0.lumis.count - 1
        }
        var response = Response(lumi.json, status: .created, version: stored.version)
        let position = try Self.position(context)
        response.headers[.location] = "\(Route.chordsets)/\(stored.item.id)/chords/\(position)/lumis/\(place)"
        return response
    }

    private func deleteLumi(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let store = try await items.shelves.shelf(for: request)
        let (stored, _) = try await changeChord(request, context, in: store) {
            try $0.removeLumi(at: try Self.place(context, in: $0))
        }
        return Response(status: .noContent, headers: [.eTag: "\"\(stored.version)\""])
    }

    private func changeChord<Value: Sendable>(
        _ request: Request, _ context: ServerRequestContext, in store: ShelfStore,
        _ change: @Sendable @escaping (inout LightChord) throws -> Value
    ) async throws -> (stored: Versioned<Chordset>, value: Value) {
        let (id, position) = (try items.id(context), try Self.position(context))
        return try await items.edit(request, id, in: store) { edit, versions in
            var chord = try edit.chordset(id).item.chords[position]
            let value = try change(&chord)
            let stored = try edit.change(id, versions: versions) { try $0.replaceChord(at: position, with: chord) }
            return (stored, value)
        }
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
