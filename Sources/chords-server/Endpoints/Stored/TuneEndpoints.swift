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
    let items: StoredItems<StoredTune>

    private var work: Work { items.work }

    var resources: [Resource] {
        items.resources(read: one) + [Resource(Route.readingTunes, [.post: read])]
            + TuneSheet.allCases.map { sheet in
                Resource(Route.tunes + "/{id}.\(sheet)", [.get: { try await file($0, $1, sheet) }])
            }
    }

    // MARK: Reading

    /// Converts tunes in any format to JSON. Nothing is stored.
    private func read(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let arguments = request.arguments
        let notation = try arguments.notation()
        let isPlayedOut = try arguments.flag("unfold")
        let tonic = try arguments.tonic(in: notation.names)
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

    private func one(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        _ = try items.id(context)
        let stored = try await items.one(request, context)
        let notation = try request.arguments.notation()
        let text = try await work.storing.run(for: context.client) {
            var cost = TuneCost(.reading)
            try cost.add(stored.item.tune, .written)
            let tune = Answers.json(stored.item.tune, notation: notation)
            return ByteBuffer(string: stored.versioned.adding([("tune", tune)]).text)
        }
        return try work.response(text, type: MediaTypes.json, headers: [.eTag: stored.tag], to: context.client)
    }

    private func file(
        _ request: Request, _ context: ServerRequestContext, _ sheet: TuneSheet
    ) async throws -> Response {
        let stored = try await items.one(request, context)
        let arguments = request.arguments
        let bytes = try await work.pool.run(for: context.client) {
            ByteBuffer(bytes: try Self.file(of: stored.item.tune, as: sheet, arguments))
        }
        return try work.response(bytes, type: sheet.type, headers: [.eTag: stored.tag], to: context.client)
            .comparable(to: request)
    }

    private static func file(of tune: Tune, as sheet: TuneSheet, _ arguments: Arguments) throws -> [UInt8] {
        let notation = try arguments.notation()
        var cost = TuneCost(sheet == .mid ? .playing : sheet == .txt ? .reading : .sheet)
        var tune = tune
        if sheet == .mid, let choruses = try arguments.whole("choruses", in: PerformedTune.choruses) {
            tune.choruses = choruses
        }
        try cost.add(tune, sheet == .mid ? .heard : .written)
        if let tonic = try arguments.tonic(in: notation.names) { tune = tune.transposed(to: tonic) }
        var pianist = try arguments.pianist
        // The MIDI file has a bass player.
        if sheet == .mid { pianist.hasBassPlayer = true }
        let style = try arguments.optional("voice") ?? (sheet == .mid ? "upper-structure" : nil)
        let styles = try style.map { try Leading.Styles.parse($0) }
        let voicing = styles.map { TuneVoicing(VoicedTune.Options($0), for: pianist) }
        switch sheet {
        case .txt: return Array(TuneText.write([tune], in: notation.names).utf8)
        case .musicxml:
            let hasNumerals = try arguments.flag("numerals")
            return Array(Score(chart: tune, voicing, hasNumerals: hasNumerals).musicXML.utf8)
        case .mid:
            var band = Band(try arguments.feel ?? Feel(of: tune))
            band.countIn = try arguments.whole("count-in", in: PerformedTune.countIns) ?? band.countIn
            return PerformedTune(
                tune, voicing ?? TuneVoicing(), by: band,
                tempo: try arguments.whole("tempo", in: PerformedTune.tempi),
                seed: try arguments.whole("seed", in: 0...Int.max) ?? 0
            ).midi.bytes
        case .svg:
            return Array(ChartSVG.document(tune, voiced: voicing?.voiced(tune).chords, Presentation(notation)).utf8)
        }
    }
}

extension StoredTune: SentItem {
    static let path = Route.tunes
    static let rename: (@Sendable (inout StoredTune, String) throws -> Void)? = nil
    static let isLight = false
    static let hasDefault = false

    /// A missing setup resets it.
    init(sent json: JSON, id: String, isNew: Bool) throws {
        let known = ["id", "title", "composer", "style", "key", "position", "version", "text", "setup", "tune"]
        if let unknown = json.names?.first(where: { !known.contains($0) }) {
            throw RequestError("A tune has no “\(unknown.prefix(80))”. It has id, text and setup.")
        }
        guard let text = json["text"]?.string else {
            throw RequestError("“text” of a tune is missing or not a string.")
        }
        guard let setup = (json["setup"] ?? .string("")).string else {
            throw RequestError("“setup” of a tune must be a string.")
        }
        try self.init(id: id, reading: text, setup: setup)
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
        case .txt: MediaTypes.text
        }
    }
}
