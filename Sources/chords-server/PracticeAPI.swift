import Exchange
import Foundation
import Hummingbird
import Input
import JSONText

/// Judges recordings over HTTP. Nothing is stored.
struct PracticeAPI: Sendable {
    /// The path as in `openapi.json`.
    static let judging = "/api/v1/practise/judge"

    private let requests: KeptRequests

    init(work: Work) { requests = KeptRequests(things: "recordings", work: work) }

    static func owns(_ path: String) -> Bool { path == judging }

    func response(to request: Request) async -> Response {
        await requests.response(to: request, current: { nil }) { try await answer(request) }
    }

    private func answer(_ request: Request) async throws -> Answer {
        guard request.method == .post else { return requests.notPossible(request.method, [.post]) }
        let notation = try Arguments(query: request.uri.query, path: []).notation()
        // Never light: even a short exercise may have a thousand chords.
        return Answer(
            file: try await requests.body(request, isLight: false) { json in
                Array(Answers.json(try Self.judged(json), notation: notation).text.utf8)
            }, type: Document.json)
    }

    /// - Parameter json: an exercise, and the performance as a MIDI file or as strokes.
    private static func judged(_ json: JSON) throws -> JudgedTake {
        let known = ["exercise", "midi", "strokes", "downbeat"]
        guard let names = json.names else {
            throw BadRequest("Send an object with “exercise” and “midi” or “strokes”, in braces.")
        }
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw BadRequest("“\(unknown.prefix(80))” is unknown. Use exercise, midi, strokes and downbeat.")
        }
        guard let exercise = json["exercise"] else {
            throw BadRequest("“exercise” is missing. Send what /api/v1/practise/exercise answered.")
        }
        let performance: Performance
        switch (json["midi"], json["strokes"]) {
        case (let midi?, nil): performance = try Performance(reading: try file(midi))
        case (nil, let strokes?): performance = try Performance(reading: strokes)
        default: throw BadRequest("Send the recording as either “midi” or “strokes”.")
        }
        let downbeat = try json["downbeat"].map { json in
            guard let seconds = json.number else { throw BadRequest("“downbeat” must be a number of seconds.") }
            return seconds
        }
        return try JudgedTake(performance, of: try Assignment(reading: exercise), downbeat: downbeat)
    }

    private static func file(_ json: JSON) throws(BadRequest) -> [UInt8] {
        guard let text = json.string, let bytes = Data(base64Encoded: text) else {
            throw BadRequest("“midi” must be a MIDI file in Base64.")
        }
        return Array(bytes)
    }
}
