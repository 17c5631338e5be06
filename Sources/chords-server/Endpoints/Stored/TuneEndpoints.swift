import Chordsets
import Exchange
import Harmony
import Hummingbird
import Input
import JSONText
import NIOCore
import Rendering
import Store
import Sync
import Tunes

/// The endpoints of tunes: storing them as plain text, reading all supported formats, and writing music files.
struct TuneEndpoints: Sendable {
    private let items: StoredItems<StoredTune>
    private let work: Work

    init(_ shelves: ShelfAuthorizer, news: News, work: Work) {
        items = StoredItems(root: Route.tunes, shelves: shelves, news: news, work: work)
        self.work = work
    }

    var resources: [Resource] {
        items.resources(
            read: one, add: items.adding(isLight: false, Self.added),
            patch: items.changing({ json, _ in try Self.position(in: json) }) { edit, id, versions, position in
                try edit.move(id, of: StoredTune.self, to: position, versions: versions)
            },
            replace: items.changing(isLight: false, Self.tune) { edit, _, versions, sent in
                try edit.replace(sent, versions: versions)
            }) + [Resource(Route.readingTunes, [.post: read])]
            + TuneSheet.allCases.map { sheet in
                Resource(Route.tunes + "/{id}.\(sheet)", [.get: { try await file($0, $1, sheet) }])
            }
    }

    // MARK: Reading

    /// Converts tunes in any format to JSON. Nothing is stored.
    private func read(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let arguments = try Arguments(query: request.uri.query, path: [])
        let notation = try arguments.notation()
        let isPlayedOut = try arguments.flag("unfold")
        let tonic = try arguments.optional("transpose").map { try Answers.tonic($0, in: notation.names) }
        let bytes = try await request.bodyBytes
        let text = try await work.pool.run(for: context.client) {
            var book = TuneFile.book(bytes, in: notation.names)
            guard book.hasMusic else {
                throw RequestError(
                    book.problems.first?.message
                        ?? "There is no tune in the body: expected bars such as | Dm7 | G7 | Cmaj7 |.")
            }
            var cost = TuneCost(.reading)
            for tune in book.tunes { try cost.add(tune, isPlayedOut ? .played : .written) }
            if let tonic { book.tunes = book.tunes.map { $0.transposed(to: tonic) } }
            return ByteBuffer(bytes: try Self.written(book, isPlayedOut: isPlayedOut, notation))
        }
        return try work.response(text, type: MediaTypes.json, to: context.client)
    }

    /// Encodes tunes one by one. One JSON value for all of them would take ten times the memory.
    private static func written(_ book: TuneBook, isPlayedOut: Bool, _ notation: Notation) throws -> [UInt8] {
        var text = Array(#"{"tunes":["#.utf8)
        for (index, tune) in book.tunes.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += Answers.json(isPlayedOut ? (try? tune.writtenOut()) ?? tune : tune, notation: notation).text.utf8
            guard text.count <= Work.maximumResponse else {
                throw RequestError(
                    .contentTooLarge,
                    """
                    The answer would have more than the maximum of \(Work.maximumResponse) bytes. Send the tunes in \
                    parts.
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

    private func one(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        _ = try items.id(context)
        let stored = try await items.one(request, context)
        let notation = try Arguments(query: request.uri.query, path: []).notation()
        let text = try await work.storing.run(for: context.client) {
            var cost = TuneCost(.reading)
            try cost.add(stored.item.tune, .written)
            let tune = Answers.json(stored.item.tune, notation: notation)
            return ByteBuffer(string: stored.versioned.adding([("tune", tune)]).text)
        }
        return try work.response(
            text, type: MediaTypes.json, headers: [.eTag: "\"\(stored.version)\""], to: context.client)
    }

    /// A stored tune as a file.
    private func file(
        _ request: Request, _ context: ServerRequestContext, _ sheet: TuneSheet
    ) async throws -> Response {
        let stored = try await items.one(request, context)
        let arguments = try Arguments(query: request.uri.query, path: [])
        let bytes = try await work.pool.run(for: context.client) {
            ByteBuffer(bytes: try Self.file(of: stored.item.tune, as: sheet, arguments))
        }
        return try work.response(
            bytes, type: sheet.type, headers: [.eTag: "\"\(stored.version)\""], to: context.client
        ).comparable(to: request)
    }

    private static func file(of tune: Tune, as sheet: TuneSheet, _ arguments: Arguments) throws -> [UInt8] {
        let notation = try arguments.notation()
        var cost = TuneCost(sheet == .mid ? .playing : sheet == .txt ? .reading : .sheet)
        var tune = tune
        if sheet == .mid, let choruses = try arguments.whole("choruses", in: PerformedTune.choruses) {
            tune.choruses = choruses
        }
        try cost.add(tune, sheet == .mid ? .heard : .written)
        tune = try transposed(tune, arguments, notation)
        let voice = try arguments.optional("voice")
        var pianist = try arguments.pianist
        // The MIDI file has a bass player.
        if sheet == .mid { pianist.hasBassPlayer = true }
        let style = voice ?? (sheet == .mid ? "upper-structure" : nil)
        let styles = try style.map { try Leading.Styles.parse($0) }
        let voicing = styles.map { TuneVoicing(VoicedTune.Options($0), for: pianist) }
        switch sheet {
        case .txt: return Array(TuneText.write([tune], in: notation.names).utf8)
        case .musicxml:
            let hasNumerals = try arguments.flag("numerals")
            return Array(Score(chart: tune, voicing, hasNumerals: hasNumerals).musicXML.utf8)
        case .mid: return try performed(tune, voicing ?? TuneVoicing(), arguments).midi.bytes
        case .svg:
            return Array(ChartSVG.document(tune, voiced: voicing?.voiced(tune).chords, Presentation(notation)).utf8)
        }
    }

    private static func performed(
        _ tune: Tune, _ voicing: TuneVoicing, _ arguments: Arguments
    ) throws -> PerformedTune {
        var band = Band(try arguments.feel ?? Feel(of: tune))
        band.countIn = try arguments.whole("count-in", in: PerformedTune.countIns) ?? band.countIn
        return PerformedTune(
            tune, voicing, by: band, tempo: try arguments.whole("tempo", in: PerformedTune.tempi),
            seed: try arguments.whole("seed", in: 0...Int.max) ?? 0)
    }

    // MARK: Changing

    @Sendable private static func position(in json: JSON) throws -> Int {
        guard json.names == ["position"], let position = json["position"]?.int, position >= 0 else {
            throw RequestError(
                "A change must be an object with “position”, a whole number from 0. Send the text with PUT.")
        }
        return position
    }

    /// The tune to add. Without “id” it gets a new ID.
    @Sendable private static func added(_ json: JSON) throws -> StoredTune {
        var generator = SystemRandomNumberGenerator()
        let sentID = json["id"]
        guard let id = sentID == nil ? ItemID.random(using: &generator) : sentID?.string else {
            throw RequestError("“id” of a tune must be a string.")
        }
        return try tune(in: json, id: id)
    }

    /// Parses a tune from a request. Other members of an answer may be sent back and are ignored. A missing setup
    /// resets it.
    @Sendable private static func tune(in json: JSON, id: String) throws -> StoredTune {
        guard let names = json.names else {
            throw RequestError("A tune must be an object with “text”, in braces.")
        }
        let known = ["id", "title", "composer", "style", "key", "position", "version", "text", "setup", "tune"]
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw RequestError("A tune has no “\(unknown.prefix(80))”. It has id, text and setup.")
        }
        if let sent = json["id"], sent.string != id {
            throw RequestError("“id” of the tune differs from the address.")
        }
        guard let text = json["text"]?.string else {
            throw RequestError("“text” of a tune is missing or not a string.")
        }
        guard let setup = (json["setup"] ?? .string("")).string else {
            throw RequestError("“setup” of a tune must be a string.")
        }
        return try StoredTune(id: id, reading: text, setup: setup)
    }
}

/// File formats of tunes by extension.
enum TuneSheet: String, CaseIterable {
    case musicxml, mid, svg, txt

    var type: String {
        switch self {
        case .musicxml: "application/vnd.recordare.musicxml+xml; charset=utf-8"
        case .mid: "audio/midi"
        case .svg: MediaTypes.svg
        case .txt: "text/plain; charset=utf-8"
        }
    }
}
