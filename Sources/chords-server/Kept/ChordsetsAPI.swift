import Chordsets
import Hummingbird
import JSONText
import NIOCore
import Store

/// The chordset API. Answers have the version as `ETag`. With `If-Match`, a client changes only the version it has
/// seen.
struct ChordsetsAPI: Sendable {
    let keeper: Shelfkeeper
    let news: News
    private let requests: KeptRequests
    private let readiness: Shared<JSON>

    init(keeper: Shelfkeeper, news: News, work: Work) {
        self.keeper = keeper
        self.news = news
        readiness = Shared { try await Self.readiness(keeper) }
        requests = KeptRequests(things: "chordsets", isStored: true, work: work)
    }

    func response(to request: Request, at path: String) async -> Response {
        await requests.response(to: request, current: { await current(request, at: path) }) {
            do {
                return try await answer(request, at: path)
            } catch let error as StoreError where ChordsetResource(path) == .readiness {
                return Answer(
                    .serviceUnavailable,
                    .object([
                        ("status", .string("unavailable")), ("error", .string(error.message)),
                    ]))
            }
        }
    }

    private func current(_ request: Request, at path: String) async -> JSON? {
        let id = path.dropFirst(ChordsetResource.root.count + 1).split(separator: "/").first.map(String.init)
        guard let id, let store = try? await keeper.shelf(for: request, changing: false) else { return nil }
        return try? await store.chordset(id).versioned
    }

    private func answer(_ request: Request, at path: String) async throws -> Answer {
        guard let resource = ChordsetResource(path) else {
            let paths = ChordsetResource.paths.joined(separator: ", ")
            throw RefusedRequest(.notFound, "This path does not exist. The paths are \(paths).")
        }
        guard resource.methods.contains(request.method) else {
            return requests.notPossible(request.method, resource.methods)
        }
        if resource == .readiness {
            do {
                return Answer(.ok, try await readiness.value(within: Self.longestReadiness))
            } catch is Shared<JSON>.Late {
                throw StoreError.unavailable(
                    "The database has not answered for \(Self.longestReadiness). It hangs or is too busy.")
            }
        }
        let store = try await keeper.shelf(for: request, changing: !request.method.reads)
        return request.method.reads
            ? try await read(resource, request, store) : try await change(resource, request, store)
    }

    /// Checks that the database answers. Without keys, it also reports the content.
    private static func readiness(_ keeper: Shelfkeeper) async throws -> JSON {
        guard !keeper.asksForKeys else {
            _ = try await keeper.shelves.states(of: [keeper.shelves.keyless.shelf])
            return .object([("status", .string("ok"))])
        }
        let (origin, revision, chordsets) = try await keeper.shelves.keyless.state()
        return .object([
            ("status", .string("ok")), ("database", .string(origin.database)), ("revision", .int(revision)),
            ("chordsets", .int(chordsets)),
        ])
    }

    /// The timeout, less than the two seconds that monitors are promised.
    private static let longestReadiness = Duration.milliseconds(1500)

    // MARK: Reading

    private func read(_ resource: ChordsetResource, _ request: Request, _ store: ChordsetStore) async throws -> Answer {
        switch resource {
        case .all:
            return try await requests.list(
                try Arguments(query: request.uri.query, path: []), of: Chordset.self, in: store,
                at: ChordsetResource.root)
        case .events:
            return Answer(
                stream: request.method == .head ? .init() : try await news.body(of: .chordsets, on: store),
                type: "text/event-stream")
        case .profile:
            return Answer(.ok, try await store.profile().json)
        case .chordset(let id):
            // Never 304, because the position is not part of the version.
            var answer = Answer(.ok, try await store.chordset(id))
            answer.isComparable = false
            return answer
        case .chord(let id, let position):
            let stored = try await store.chordset(id)
            return Answer(.ok, stored.chordset.chords[position].json(position: position), tag: stored.version)
        case .lumis(let id, let position):
            let stored = try await store.chordset(id)
            return Answer(.ok, .array(stored.chordset.chords[position].lumis.map(\.json)), tag: stored.version)
        case .lumi(let id, let position, let place):
            let stored = try await store.chordset(id)
            let chord = stored.chordset.chords[position]
            try Self.find(place, in: chord)
            return Answer(.ok, chord.lumis[place].json, tag: stored.version)
        case .readiness, .deleted: throw RefusedRequest(.notFound, "This path cannot be read.")
        }
    }

    // MARK: Changing

    private func change(_ resource: ChordsetResource, _ request: Request, _ store: ChordsetStore) async throws -> Answer
    {
        try requests.refuseOtherSites(request)
        let versions = requests.versions(request.headers)
        switch (resource, request.method) {
        case (.all, _):
            return try await add(try await requests.body(request, orEmpty: true, Self.added), to: store)
        case (.chordset(let id), .delete):
            try await store.edit { edit in _ = try edit.delete(id, versions: versions) }
            return Answer(.noContent)
        case (.chordset(let id), .patch):
            let (title, position) = try Self.patch(try await requests.body(request))
            return Answer(
                .ok,
                try await store.edit { edit in
                    // The version is checked even if only the position changes.
                    try edit.change(id, versions: versions) { chordset in if let title { try chordset.rename(title) } }
                    return try position.map { try edit.move(id, to: $0) } ?? edit.chordset(id)
                })
        case (.chordset(let id), _):
            let sent = try await requests.body(request) { try Chordset($0, id: id) }
            return Answer(.ok, try await store.edit { edit in try edit.change(id, versions: versions) { $0 = sent } })
        case (.deleted(let id), _):
            return Answer(.ok, try await store.edit { edit in try edit.restore(id) })
        case (.chord(let id, let position), _):
            let chord = try await requests.body(request) { try LightChord($0) }
            let stored = try await store.edit { edit in
                try edit.change(id, versions: versions) { try $0.replaceChord(at: position, with: chord) }
            }
            return Answer(.ok, stored.chordset.chords[position].json(position: position), tag: stored.version)
        case (.lumis(let id, let position), _):
            let lumi = try Lumi(try await requests.body(request, orEmpty: true))
            let stored = try await changeChord(store, id, position, versions) { try $0.add(lumi) }
            let place = stored.chordset.chords[position].lumis.count - 1
            var answer = Answer(.created, lumi.json, tag: stored.version)
            answer.headers[.location] = "\(ChordsetResource.root)/\(id)/chords/\(position)/lumis/\(place)"
            return answer
        case (.lumi(let id, let position, let place), .delete):
            let stored = try await changeChord(store, id, position, versions) { chord in
                try Self.find(place, in: chord)
                try chord.removeLumi(at: place)
            }
            return Answer(.noContent, tag: stored.version)
        case (.lumi(let id, let position, let place), _):
            let lumi = try Lumi(try await requests.body(request))
            let stored = try await changeChord(store, id, position, versions) { chord in
                try Self.find(place, in: chord)
                try chord.replaceLumi(at: place, with: lumi)
            }
            return Answer(.ok, lumi.json, tag: stored.version)
        case (.readiness, _), (.profile, _), (.events, _):
            throw RefusedRequest(.notFound, "This path cannot be changed.")
        }
    }

    private func changeChord(
        _ store: ChordsetStore, _ id: String, _ position: Int, _ versions: Set<Int>?,
        _ change: @Sendable @escaping (inout LightChord) throws -> Void
    ) async throws -> StoredChordset {
        try await store.edit { edit in
            try edit.change(id, versions: versions) { chordset in
                var chord = chordset.chords[position]
                try change(&chord)
                try chordset.replaceChord(at: position, with: chord)
            }
        }
    }

    private static func find(_ place: Int, in chord: LightChord) throws {
        guard chord.lumis.indices.contains(place) else {
            throw RefusedRequest(.notFound, "This chord has no lumi \(place).")
        }
    }

    /// The chordset to add. Without “chords” it gets random colors, and without “id” a new ID.
    private static func added(_ json: JSON) throws -> Chordset {
        var random = SystemRandomNumberGenerator()
        let sentID = json["id"]
        guard let id = sentID == nil ? Chordset.newID(using: &random) : sentID?.string else {
            throw RefusedRequest(.badRequest, "“id” of a chordset must be a string.")
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

    /// Adds a chordset. If an identical one exists, the answer is the same, because the client may repeat a request
    /// whose answer was lost.
    private func add(_ added: Chordset, to store: ChordsetStore) async throws -> Answer {
        let stored = try await store.edit { edit in
            do {
                return try edit.add(added)
            } catch StoreError.taken {
                let present = try edit.chordset(added.id)
                guard present.chordset == added else { throw StoreError.taken(id: added.id) }
                return present
            }
        }
        var answer = Answer(.created, stored)
        answer.headers[.location] = "\(ChordsetResource.root)/\(added.id)"
        return answer
    }

    private static func patch(_ json: JSON) throws -> (title: String?, position: Int?) {
        guard let names = json.names else {
            throw RefusedRequest(.badRequest, "A change must be an object with “title” or “position”.")
        }
        if let unknown = names.first(where: { !["title", "position"].contains($0) }) {
            throw RefusedRequest(
                .badRequest, "“\(unknown.prefix(80))” cannot be changed here. Only title and position can.")
        }
        let title = json["title"]
        let position = json["position"]
        guard title == nil || title?.string != nil else {
            throw RefusedRequest(.badRequest, "“title” of a chordset must be a string.")
        }
        guard position == nil || position?.int.map({ $0 >= 0 }) == true else {
            throw RefusedRequest(.badRequest, "“position” must be a whole number from 0.")
        }
        return (title?.string, position?.int)
    }
}

extension Chordset {
    /// Parses a chordset from a request. An ID from the address may be missing in the body.
    fileprivate init(_ json: JSON, id: String?) throws {
        guard case .object(var members) = json else {
            throw RefusedRequest(.badRequest, "A chordset must be an object, in braces.")
        }
        // Clients may send both back as they read them.
        for name in ["position", "version"] where json[name].map({ $0.int == nil }) == true {
            throw RefusedRequest(.badRequest, "“\(name)” of a chordset must be a whole number.")
        }
        members.removeAll { $0.0 == "version" }
        if let id {
            if let sent = json["id"], sent.string != id {
                throw RefusedRequest(.badRequest, "“id” of the chordset differs from the address.")
            }
            members.removeAll { $0.0 == "id" }
            members.append(("id", .string(id)))
        }
        try self.init(JSON.object(members))
    }
}
