import Chordsets
import Hummingbird
import JSONText
import NIOCore
import Store

/// Chordsets over HTTP. Every answer about one of them carries its version as a tag; who sends that back in `If-Match`
/// changes what he has seen and nothing else.
struct ChordsetsAPI: Sendable {
    let store: ChordsetStore
    private let news: News

    init(store: ChordsetStore) {
        self.store = store
        news = News(of: store)
    }

    func response(to request: Request, at path: String) async -> Response {
        var answer: Answer
        do {
            answer = try await self.answer(request, at: path)
        } catch let refusal as Refused {
            answer = Answer(refusal.status, .object([("error", .string(refusal.message))]))
        } catch let error as BadRequest {
            answer = Answer(.badRequest, .object([("error", .string(error.message))]))
        } catch let error as ChordsetError {
            answer = Answer(.badRequest, .object([("error", .string(error.message))]))
        } catch let error as JSONError {
            answer = Answer(.badRequest, .object([("error", .string(error.message))]))
        } catch let error as StoreError {
            answer = await self.answer(error, at: path)
        } catch {
            answer = await self.answer(StoreError.unavailable("The database does not answer: \(error)"), at: path)
        }
        if answer.status == .serviceUnavailable { answer.headers[.retryAfter] = "5" }
        return answer.response(to: request)
    }

    private func answer(_ request: Request, at path: String) async throws -> Answer {
        guard let resource = ChordsetResource(path) else {
            let paths = ChordsetResource.paths.joined(separator: ", ")
            throw Refused(.notFound, "There is nothing at this path. There is: \(paths).")
        }
        guard resource.methods.contains(request.method) else {
            let allowed = resource.methods.map(\.rawValue).joined(separator: ", ")
            var answer = Answer(
                .methodNotAllowed,
                .object([("error", .string("\(request.method) is not possible here: use \(allowed)."))]))
            answer.headers[.allow] = allowed
            return answer
        }
        return request.method.reads ? try await read(resource, request) : try await change(resource, request)
    }

    // MARK: Reading

    private func read(_ resource: ChordsetResource, _ request: Request) async throws -> Answer {
        switch resource {
        case .readiness:
            let (origin, revision, chordsets) = try await store.state()
            return Answer(.ok, .object([
                ("status", .string("ok")), ("database", .string(origin.database)), ("revision", .int(revision)),
                ("chordsets", .int(chordsets)),
            ]))
        case .all:
            return try await list(try Arguments(query: request.uri.query, path: []))
        case .events:
            return Answer(events: request.method == .head ? .init() : try await news.body())
        case .profile:
            return Answer(.ok, try await store.profile().json)
        case .chordset(let id):
            // Not “not modified”: its position changes with the others and is in no version.
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
        case .deleted: throw Refused(.notFound, "There is nothing to read here.")
        }
    }

    /// A page of all, or what has changed since a revision.
    private func list(_ arguments: Arguments) async throws -> Answer {
        let limit = try arguments.optional("limit").map { text in
            guard let limit = Self.number(text), String(limit) == text, 1...Self.longestPage ~= limit else {
                throw BadRequest("The parameter “limit” should be a whole number from 1 to \(Self.longestPage).")
            }
            return limit
        } ?? Self.usualPage
        let after = try arguments.optional("after", atMost: 100)
        if let known = try arguments.optional("since", atMost: Self.mostRevisions * 17) {
            guard after == nil else { throw BadRequest("Give “since” or “after”, not both.") }
            let revisions = known.split(separator: ",", omittingEmptySubsequences: false).map(Self.number)
            guard revisions.count <= Self.mostRevisions, !revisions.contains(nil) else {
                throw BadRequest(
                    "The parameter “since” should be up to \(Self.mostRevisions) revisions, with commas between them.")
            }
            return Answer(.ok, try await store.changes(since: revisions.compactMap { $0 }, limit: limit).json)
        }
        let bookmark = try after.map { text in
            guard let bookmark = ChordsetPage.Bookmark(text) else {
                throw BadRequest("The parameter “after” should be what the link to the next page says.")
            }
            return bookmark
        }
        let page = try await store.page(after: bookmark, limit: limit)
        var answer = Answer(.ok, .array(page.chordsets.map(\.versioned)), tag: page.revision)
        answer.headers[.init("X-Total-Count")!] = "\(page.count)"
        if let next = page.next {
            answer.headers[.init("Link")!] = "<\(ChordsetResource.root)?limit=\(limit)&after=\(next)>; rel=\"next\""
        }
        return answer
    }

    /// Chordsets in one answer, unless somebody says otherwise, and whatever he says.
    private static let usualPage = 100
    private static let longestPage = 1000
    /// What a browser remembers of its past.
    private static let mostRevisions = 100

    /// A whole number from 0 that is exact in JSON, written in digits.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard 1...16 ~= text.utf8.count, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(text)
    }

    // MARK: Changing

    private func change(_ resource: ChordsetResource, _ request: Request) async throws -> Answer {
        try refuseOtherSites(request)
        let versions = Self.versions(request.headers)
        switch (resource, request.method) {
        case (.all, _):
            return try await add(try await body(request, orEmpty: true))
        case (.chordset(let id), .delete):
            try await store.edit { edit in _ = try edit.delete(id, versions: versions) }
            return Answer(.noContent)
        case (.chordset(let id), .patch):
            let (title, position) = try Self.patch(try await body(request))
            return Answer(.ok, try await store.edit { edit in
                // The version is asked for even where only the place changes.
                try edit.change(id, versions: versions) { chordset in if let title { try chordset.rename(title) } }
                return try position.map { try edit.move(id, to: $0) } ?? edit.chordset(id)
            })
        case (.chordset(let id), _):
            let sent = try Chordset(try await body(request), id: id)
            return Answer(.ok, try await store.edit { edit in try edit.change(id, versions: versions) { $0 = sent } })
        case (.deleted(let id), _):
            return Answer(.ok, try await store.edit { edit in try edit.restore(id) })
        case (.chord(let id, let position), _):
            let chord = try LightChord(try await body(request))
            let stored = try await store.edit { edit in
                try edit.change(id, versions: versions) { try $0.replaceChord(at: position, with: chord) }
            }
            return Answer(.ok, stored.chordset.chords[position].json(position: position), tag: stored.version)
        case (.lumis(let id, let position), _):
            let lumi = try Lumi(try await body(request, orEmpty: true))
            let stored = try await changeChord(id, position, versions) { try $0.add(lumi) }
            let place = stored.chordset.chords[position].lumis.count - 1
            var answer = Answer(.created, lumi.json, tag: stored.version)
            answer.headers[.location] = "\(ChordsetResource.root)/\(id)/chords/\(position)/lumis/\(place)"
            return answer
        case (.lumi(let id, let position, let place), .delete):
            let stored = try await changeChord(id, position, versions) { chord in
                try Self.find(place, in: chord)
                try chord.removeLumi(at: place)
            }
            return Answer(.noContent, tag: stored.version)
        case (.lumi(let id, let position, let place), _):
            let lumi = try Lumi(try await body(request))
            let stored = try await changeChord(id, position, versions) { chord in
                try Self.find(place, in: chord)
                try chord.replaceLumi(at: place, with: lumi)
            }
            return Answer(.ok, lumi.json, tag: stored.version)
        case (.readiness, _), (.profile, _), (.events, _): throw Refused(.notFound, "There is nothing to change here.")
        }
    }

    private func changeChord(
        _ id: String, _ position: Int, _ versions: Set<Int>?, _ change: @Sendable @escaping (inout LightChord) throws -> Void
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
        guard chord.lumis.indices.contains(place) else { throw Refused(.notFound, "There is no lumi \(place) here.") }
    }

    /// Adds a set: random colours without “chords”, an identity of ours without “id”. One that is there already just so is
    /// answered as if it had been added now, since whoever asks may not have heard the answer the first time.
    private func add(_ json: JSON) async throws -> Answer {
        var chance = SystemRandomNumberGenerator()
        let sentID = json["id"]
        guard let id = sentID == nil ? Chordset.newID(using: &chance) : sentID?.string else {
            throw Refused(.badRequest, "A chordset’s id should be a text.")
        }
        var sent = json
        if case .object(let members) = json, json["chords"] == nil {
            // The same for the same identity, so that who asks again asks for the same.
            var generator = SeededGenerator(seed: id.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
            let colors = Chordset(id: id, using: &generator).chords
            sent = .object(members + [("chords", .array(colors.enumerated().map { $1.json(position: $0) }))])
        }
        let added = try Chordset(sent, id: sentID == nil ? id : nil)
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
        guard let names = json.names else { throw Refused(.badRequest, "A change is an object with “title” or “position”.") }
        if let unknown = names.first(where: { !["title", "position"].contains($0) }) {
            throw Refused(.badRequest, "“\(unknown.prefix(80))” cannot be changed so: there is title, position.")
        }
        let title = json["title"]
        let position = json["position"]
        guard title == nil || title?.string != nil else { throw Refused(.badRequest, "A chordset’s title should be a text.") }
        guard position == nil || position?.int.map({ $0 >= 0 }) == true else {
            throw Refused(.badRequest, "A position should be a whole number from 0.")
        }
        return (title?.string, position?.int)
    }

    // MARK: Requests

    /// - Parameter orEmpty: whether no body at all is an empty object.
    private func body(_ request: Request, orEmpty: Bool = false) async throws -> JSON {
        let type = request.headers[.contentType]?.split(separator: ";").first.map { String($0).lowercased() }
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: Limits().longestBody)
        } catch {
            throw Refused(.badRequest, "The request broke off, or is no HTTP.")
        }
        if orEmpty, bytes.readableBytes == 0 { return .object([]) }
        // Also because a page of another site can send anything but this without asking.
        guard let type, type.filter({ $0 != " " }) == "application/json" else {
            throw Refused(.unsupportedMediaType, "Send JSON, with “Content-Type: application/json”.")
        }
        return try JSON(Array(bytes.readableBytesView))
    }

    /// Whoever opens the page of another site does not want that to change what is kept here.
    private func refuseOtherSites(_ request: Request) throws {
        guard let origin = request.headers[.origin], let host = request.head.authority else { return }
        guard origin == "http://" + host || origin == "https://" + host else {
            throw Refused(.forbidden, "Pages of other sites may not change chordsets here.")
        }
    }

    /// The versions that `If-Match` names, also where something on the way has marked them as weak; nil where any will do.
    private static func versions(_ headers: HTTPFields) -> Set<Int>? {
        guard headers[.ifMatch] != nil else { return nil }
        let tags = headers.list(.ifMatch)
        if tags == ["*"] { return nil }
        return Set(tags.compactMap { Int($0.hasPrefix("W/") ? $0.dropFirst(3).dropLast() : $0.dropFirst().dropLast()) })
    }

    private func answer(_ error: StoreError, at path: String) async -> Answer {
        var members: [(String, JSON)] = [("error", .string(error.message))]
        switch error {
        case .unknown: return Answer(.notFound, .object(members))
        case .taken: return Answer(.conflict, .object(members))
        case .full: return Answer(.init(code: 507, reasonPhrase: "Insufficient Storage"), .object(members))
        case .tooLarge: return Answer(.contentTooLarge, .object(members))
        case .unusable, .unavailable:
            if ChordsetResource(path) == .readiness { members.insert(("status", .string("unavailable")), at: 0) }
            return Answer(.serviceUnavailable, .object(members))
        case .conflict(let version):
            // What there is now, so that one can choose between that and one's own.
            let id = path.dropFirst(ChordsetResource.root.count + 1).split(separator: "/").first.map(String.init)
            if let id, let current = try? await store.chordset(id) { members.append(("current", current.versioned)) }
            return Answer(.preconditionFailed, .object(members), tag: version)
        }
    }
}

/// A request that is refused, with a sentence for whoever sent it.
private struct Refused: Error {
    let status: HTTPResponse.Status
    let message: String

    init(_ status: HTTPResponse.Status, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension Chordset {
    /// A set as it is sent to an address: what stands in the address, or was made for it, need not be said again.
    fileprivate init(_ json: JSON, id: String?) throws {
        guard case .object(var members) = json else { throw Refused(.badRequest, "A chordset should be an object, in braces.") }
        // Both say where and how new it was when it was read.
        for name in ["position", "version"] where json[name].map({ $0.int == nil }) == true {
            throw Refused(.badRequest, "A chordset’s \(name) should be a whole number.")
        }
        members.removeAll { $0.0 == "version" }
        if let id {
            if let sent = json["id"], sent.string != id {
                throw Refused(.badRequest, "The chordset’s id is not that of the address.")
            }
            members.removeAll { $0.0 == "id" }
            members.append(("id", .string(id)))
        }
        try self.init(JSON.object(members))
    }
}

/// What is answered about chordsets.
private struct Answer {
    let status: HTTPResponse.Status
    let json: JSON?
    var headers: HTTPFields = [:]
    /// Whether the tag says that nothing at all has changed.
    var isComparable = true
    private let tag: Int?
    private let events: ResponseBody?

    init(_ status: HTTPResponse.Status, _ json: JSON? = nil, tag: Int? = nil) {
        self.status = status
        self.json = json
        self.tag = tag
        events = nil
    }

    init(_ status: HTTPResponse.Status, _ stored: StoredChordset) {
        self.init(status, stored.versioned, tag: stored.version)
    }

    init(events: ResponseBody) {
        status = .ok
        json = nil
        tag = nil
        self.events = events
    }

    func response(to request: Request) -> Response {
        var headers = self.headers + [.cacheControl: "no-cache"]
        if let tag { headers[.eTag] = "\"\(tag)\"" }
        if let events {
            headers[.contentType] = "text/event-stream"
            return Response(status: status, headers: headers, body: events)
        }
        if isComparable, status == .ok, let tag, request.method.reads, request.headers.haveTag("\(tag)") {
            return Response(status: .notModified, headers: headers)
        }
        guard let json else { return Response(status: status, headers: headers) }
        headers[.contentType] = Document.json
        let response = Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: json.text)))
        return request.method == .head ? response.createHeadResponse() : response
    }
}
