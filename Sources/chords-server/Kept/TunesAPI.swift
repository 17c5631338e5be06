import Chordsets
import Exchange
import Harmony
import Hummingbird
import Input
import JSONText
import NIOCore
import Rendering
import Store
import Tunes

/// The tune API: storing tunes as plain text, reading all supported formats, and writing music files.
struct TunesAPI: Sendable {
    let keeper: Shelfkeeper
    let news: News
    private let requests: KeptRequests
    /// For tunes that are parsed but not stored.
    private let readings: KeptRequests

    init(keeper: Shelfkeeper, news: News, work: Work) {
        self.keeper = keeper
        self.news = news
        requests = KeptRequests(things: "tunes", isStored: true, work: work)
        readings = KeptRequests(things: "tunes", work: work)
    }

    func response(to request: Request, at path: String) async -> Response {
        await requests.response(to: request, current: { await current(request, at: path) }) {
            try await answer(request, at: path)
        }
    }

    private func current(_ request: Request, at path: String) async -> JSON? {
        guard case .tune(let id) = TuneResource(path),
            let store = try? await keeper.shelf(for: request, changing: false)
        else { return nil }
        return try? await store.one(id, of: KeptTune.self).versioned
    }

    private func answer(_ request: Request, at path: String) async throws -> Answer {
        guard let resource = TuneResource(path) else {
            throw RefusedRequest(
                .notFound, "This path does not exist. The paths are \(TuneResource.paths.joined(separator: ", ")).")
        }
        guard resource.methods.contains(request.method) else {
            return requests.notPossible(request.method, resource.methods)
        }
        let arguments = try Arguments(query: request.uri.query, path: [])
        if resource == .reading { return try await reading(request, arguments) }
        let store = try await keeper.shelf(for: request, changing: !request.method.reads)
        return request.method.reads
            ? try await read(resource, request, arguments, store) : try await change(resource, request, store)
    }

    // MARK: Reading

    /// Converts tunes in any format to JSON. Nothing is stored.
    private func reading(_ request: Request, _ arguments: Arguments) async throws -> Answer {
        let notation = try arguments.notation()
        let isPlayedOut = try arguments.flag("unfold")
        let tonic = try arguments.optional("transpose").map { try Answers.tonic($0, in: notation.names) }
        return Answer(
            file: try await readings.bytes(request, isLight: false) { bytes in
                var book = TuneFile.book(bytes, in: notation.names)
                guard book.hasMusic else {
                    throw RefusedRequest(
                        .badRequest,
                        book.problems.first?.message
                            ?? "There is no tune in the body: expected bars such as | Dm7 | G7 | Cmaj7 |.")
                }
                var cost = TuneCost(.reading)
                for tune in book.tunes { try cost.add(tune, isPlayedOut ? .played : .written) }
                if let tonic { book.tunes = book.tunes.map { $0.transposed(to: tonic) } }
                return try Self.written(book, isPlayedOut: isPlayedOut, notation)
            }, type: Document.json)
    }

    /// Encodes tunes one by one. One JSON value for all of them would take ten times the memory.
    private static func written(_ book: TuneBook, isPlayedOut: Bool, _ notation: Notation) throws -> [UInt8] {
        var text = Array(#"{"tunes":["#.utf8)
        for (index, tune) in book.tunes.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += Answers.json(isPlayedOut ? (try? tune.writtenOut()) ?? tune : tune, notation: notation).text.utf8
            guard text.count <= Work.longestAnswer else {
                throw RefusedRequest(
                    .contentTooLarge,
                    """
                    The answer would have more than the maximum of \(Work.longestAnswer) bytes. Send the tunes in parts.
                    """)
            }
        }
        text += #"],"problems":"#.utf8
        text += Answers.problems(in: book).text.utf8
        text.append(UInt8(ascii: "}"))
        return text
    }

    private static func transposed(_ tune: Tune, _ arguments: Arguments, _ notation: Notation) throws -> Tune {
        guard let tonic = try arguments.optional("transpose") else { return tune }
        return tune.transposed(to: try Answers.tonic(tonic, in: notation.names))
    }

    private func read(
        _ resource: TuneResource, _ request: Request, _ arguments: Arguments, _ store: ChordsetStore
    ) async throws -> Answer {
        switch resource {
        case .all: return try await requests.list(arguments, of: KeptTune.self, in: store, at: TuneResource.root)
        case .events:
            return Answer(
                stream: request.method == .head ? .init() : try await news.body(of: .tunes, on: store),
                type: "text/event-stream")
        case .tune(let id):
            let stored = try await store.one(id, of: KeptTune.self)
            let notation = try arguments.notation()
            let text = try await requests.work.storing.run(for: request.client) {
                var cost = TuneCost(.reading)
                try cost.add(stored.thing.tune, .written)
                return Array(
                    stored.versioned.adding([("tune", Answers.json(stored.thing.tune, notation: notation))]).text.utf8)
            }
            // Never 304, because the position is not part of the version.
            var answer = Answer(file: text, type: Document.json, tag: stored.version)
            answer.isComparable = false
            return answer
        case .sheet(let id, let sheet):
            let stored = try await store.one(id, of: KeptTune.self)
            let bytes = try await requests.work.pool.run(for: request.client) {
                try Self.file(of: stored.thing.tune, as: sheet, arguments)
            }
            return Answer(file: bytes, type: sheet.type, tag: stored.version)
        case .reading, .deleted: throw RefusedRequest(.notFound, "This path cannot be read.")
        }
    }

    private static func file(of tune: Tune, as sheet: TuneSheet, _ arguments: Arguments) throws -> [UInt8] {
        let notation = try arguments.notation()
        var cost = TuneCost(sheet == .mid ? .playing : sheet == .txt ? .reading : .sheet)
        try cost.add(tune, sheet == .mid ? .heard : .written)
        let tune = try transposed(tune, arguments, notation)
        let voice = try arguments.optional("voice")
        var pianist = try arguments.pianist
        // The MIDI file has a bass player.
        if sheet == .mid { pianist.hasBassPlayer = true }
        let styles = try voice != nil || sheet == .mid ? Leading.Styles.parse(voice) : nil
        let voicing = styles.map { TuneVoicing(VoicedTune.Options($0), for: pianist) }
        switch sheet {
        case .txt: return Array(TuneText.write([tune], in: notation.names).utf8)
        case .musicxml: return Array(Score(chart: tune, voicing).musicXML.utf8)
        case .mid: return Score(playing: tune, voicing ?? TuneVoicing()).accompaniedMIDI.bytes
        case .svg:
            return Array(ChartSVG.document(tune, voiced: voicing?.voiced(tune).chords, Presentation(notation)).utf8)
        }
    }

    // MARK: Changing

    private func change(_ resource: TuneResource, _ request: Request, _ store: ChordsetStore) async throws -> Answer {
        try requests.refuseOtherSites(request)
        let versions = requests.versions(request.headers)
        switch (resource, request.method) {
        case (.all, _): return try await add(try await requests.body(request, isLight: false, Self.added), to: store)
        case (.tune(let id), .delete):
            try await store.edit { edit in _ = try edit.delete(id, of: KeptTune.self, versions: versions) }
            return Answer(.noContent)
        case (.tune(let id), .patch):
            let json = try await requests.body(request)
            guard json.names == ["position"], let position = json["position"]?.int, position >= 0 else {
                throw RefusedRequest(
                    .badRequest,
                    "A change must be an object with “position”, a whole number from 0. Send the text with PUT.")
            }
            return Answer(
                .ok,
                try await store.edit { edit in
                    try edit.move(id, of: KeptTune.self, to: position, versions: versions)
                })
        case (.tune(let id), _):
            let sent = try await requests.body(request, isLight: false) { try Self.tune(in: $0, id: id) }
            return Answer(.ok, try await store.edit { edit in try edit.replace(sent, versions: versions) })
        case (.deleted(let id), _):
            return Answer(.ok, try await store.edit { edit in try edit.restore(id, of: KeptTune.self) })
        case (.reading, _), (.events, _), (.sheet, _): throw RefusedRequest(.notFound, "This path cannot be changed.")
        }
    }

    /// The tune to add. Without “id” it gets a new ID.
    private static func added(_ json: JSON) throws -> KeptTune {
        var random = SystemRandomNumberGenerator()
        let sentID = json["id"]
        guard let id = sentID == nil ? Chordset.newID(using: &random) : sentID?.string else {
            throw RefusedRequest(.badRequest, "“id” of a tune must be a string.")
        }
        return try tune(in: json, id: id)
    }

    /// Adds a tune. If an identical one exists, the answer is the same, because the client may repeat a request whose
    /// answer was lost.
    private func add(_ added: KeptTune, to store: ChordsetStore) async throws -> Answer {
        let stored = try await store.edit { edit in
            do {
                return try edit.add(added)
            } catch StoreError.taken {
                let present = try edit.one(added.id, of: KeptTune.self)
                guard present.thing == added else { throw StoreError.taken(id: added.id, of: .tunes) }
                return present
            }
        }
        var answer = Answer(.created, stored)
        answer.headers[.location] = "\(TuneResource.root)/\(added.id)"
        return answer
    }

    /// Parses a tune from a request. Other members of an answer may be sent back and are ignored. A missing setup
    /// resets it.
    private static func tune(in json: JSON, id: String) throws -> KeptTune {
        guard let names = json.names else {
            throw RefusedRequest(.badRequest, "A tune must be an object with “text”, in braces.")
        }
        let known = ["id", "title", "composer", "style", "key", "position", "version", "text", "setup", "tune"]
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw RefusedRequest(.badRequest, "A tune has no “\(unknown.prefix(80))”. It has id, text and setup.")
        }
        if let sent = json["id"], sent.string != id {
            throw RefusedRequest(.badRequest, "“id” of the tune differs from the address.")
        }
        guard let text = json["text"]?.string else {
            throw RefusedRequest(.badRequest, "“text” of a tune is missing or not a string.")
        }
        guard let setup = (json["setup"] ?? .string("")).string else {
            throw RefusedRequest(.badRequest, "“setup” of a tune must be a string.")
        }
        return try KeptTune(id: id, reading: text, setup: setup)
    }
}
