import Chordsets
import Hummingbird
import JSONText
import Store
import Sync

/// The endpoints of chordsets, their chords and lumis.
struct ChordsetEndpoints: Sendable {
    let items: StoredItems<Chordset>

    var resources: [Resource] {
        let chord = Chordset.path + "/{id}/chords/{position}"
        return items.resources { Response(try await items.one($0, $1)) } + [
            Resource(Chordset.path + "/profile", [.get: profile]),
            Resource(
                chord,
                [
                    .get: reading { $0.json(position: try Self.position($1)) },
                    .put: changing(body { try LightChord($0) }) {
                        $0 = $1
                        return Response($1.json(position: try Self.position($2)))
                    },
                ]),
            Resource(
                chord + "/lumis",
                [
                    .get: reading { chord, _ in .array(chord.lumis.map(\.json)) },
                    .post: changing(body(orEmpty: true) { try Lumi($0) }) {
                        try $0.add($1)
                        let location = "\($2.path)/\($0.lumis.count - 1)"
                        return Response($1.json, status: .created, headers: [.location: location])
                    },
                ]),
            Resource(
                chord + "/lumis/{place}",
                [
                    .get: reading { $0.lumis[try Self.place($1, in: $0)].json },
                    .put: changing(body { try Lumi($0) }) {
                        try $0.replaceLumi(at: try Self.place($2, in: $0), with: $1)
                        return Response($1.json)
                    },
                    .delete: changing({ _, _ in }) { chord, _, context in
                        _ = try chord.removeLumi(at: try Self.place(context, in: chord))
                        return Response(status: .noContent)
                    },
                ]),
        ]
    }

    private func profile(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        Response(try await items.shelves.shelf(for: request).profile().json)
    }

    /// A handler that answers with a chord or a part of it.
    private func reading(
        _ part: @Sendable @escaping (LightChord, ServerRequestContext) throws -> JSON
    ) -> Resource.Handler {
        { request, context in
            let position = try Self.position(context)
            let stored = try await items.one(request, context)
            let json = try part(stored.item.chords[position], context)
            return Response(json, headers: [.eTag: stored.tag]).comparable(to: request)
        }
    }

    private typealias Body<Value> = @Sendable (Request, ServerRequestContext) async throws -> Value

    private func body<Value: Sendable>(
        orEmpty: Bool = false, _ parse: @Sendable @escaping (JSON) throws -> Value
    ) -> Body<Value> {
        { try await items.work.json(of: $0, $1, orEmpty: orEmpty, parse) }
    }

    /// A handler that changes a chord by what it receives.
    private func changing<Value: Sendable>(
        _ receive: @escaping Body<Value>,
        _ change: @Sendable @escaping (inout LightChord, Value, ServerRequestContext) throws -> Response
    ) -> Resource.Handler {
        { request, context in
            let store = try await items.shelves.shelf(for: request)
            let value = try await receive(request, context)
            let (id, position) = (try items.id(context), try Self.position(context))
            return try await items.edit(request, id, in: store) { edit, versions in
                var chord = try edit.one(id, of: Chordset.self).item.chords[position]
                var response = try change(&chord, value, context)
                let stored = try edit.change(id, versions: versions) { try $0.replaceChord(at: position, with: chord) }
                response.headers[.eTag] = stored.tag
                return response
            }
        }
    }

    private static func position(_ context: ServerRequestContext) throws -> Int {
        guard let position = Int(json: context.parameter("position")), 0..<Chordset.size ~= position else {
            throw HTTPError(.notFound)
        }
        return position
    }

    private static func place(_ context: ServerRequestContext, in chord: LightChord) throws -> Int {
        guard let place = Int(json: context.parameter("place")) else { throw HTTPError(.notFound) }
        guard chord.lumis.indices.contains(place) else {
            throw RequestError(.notFound, "This chord has no lumi \(place).")
        }
        return place
    }
}

extension Chordset: SentItem {
    static let path = Route.chordsets
    static let rename: (@Sendable (inout Chordset, String) throws -> Void)? = { try $0.rename($1) }
    static let isLight = true
    static let hasDefault = true

    /// A new chordset without chords gets random colors.
    init(sent json: JSON, id: String, isNew: Bool) throws {
        for name in ["position", "version"] where json[name].map({ $0.int == nil }) == true {
            throw RequestError("“\(name)” of a chordset must be a whole number.")
        }
        guard case .object(var members) = json else { throw RequestError("A chordset must be an object.") }
        members.removeAll { ["id", "version"].contains($0.0) }
        members.append(("id", .string(id)))
        if isNew, json["chords"] == nil {
            // The ID is the seed, so that a repeated request adds the same chordset.
            var generator = SeededGenerator(seed: id.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
            let colors = Chordset(id: id, using: &generator).chords
            members.append(("chords", .array(colors.enumerated().map { $1.json(position: $0) })))
        }
        try self.init(JSON.object(members))
    }
}
