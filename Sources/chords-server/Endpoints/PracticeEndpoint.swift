import Exchange
import Foundation
import Hummingbird
import Input
import JSONText
import NIOCore

/// Judges recordings. Nothing is stored.
struct PracticeEndpoint: Sendable {
    let work: Work

    var resource: Resource { Resource("/api/v1/practise/judge", [.post: judge]) }

    private func judge(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let notation = try request.arguments.notation()
        // On another thread, because even a short exercise may have a thousand chords.
        let text = try await work.json(of: request, context, in: work.pool) { json in
            ByteBuffer(string: Answers.json(try Self.judged(json), notation: notation).text)
        }
        return try work.response(text, type: MediaTypes.json, to: context.client)
    }

    /// - Parameter json: an exercise, and the performance as a MIDI file or as strokes.
    private static func judged(_ json: JSON) throws -> JudgedTake {
        let known = ["exercise", "midi", "strokes", "downbeat"]
        guard let names = json.names else {
            throw RequestError("Send a JSON object with “exercise” and “midi” or “strokes”.")
        }
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw RequestError("“\(unknown.prefix(80))” is unknown. Use exercise, midi, strokes and downbeat.")
        }
        guard let exercise = json["exercise"] else {
            throw RequestError("“exercise” is missing. Send the response of /api/v1/practise/exercise.")
        }
        let performance: Performance
        switch (json["midi"], json["strokes"]) {
        case (let midi?, nil): performance = try Performance(reading: try file(midi))
        case (nil, let strokes?): performance = try Performance(reading: strokes)
        default: throw RequestError("Send the recording as either “midi” or “strokes”.")
        }
        let downbeat = try json["downbeat"].map { json in
            guard let seconds = json.number else { throw RequestError("“downbeat” must be a number of seconds.") }
            return seconds
        }
        return try JudgedTake(performance, of: try ExerciseSheet(reading: exercise), downbeat: downbeat)
    }

    private static func file(_ json: JSON) throws(RequestError) -> [UInt8] {
        guard let text = json.string, let bytes = Data(base64Encoded: text) else {
            throw RequestError("“midi” must be a MIDI file in Base64.")
        }
        return Array(bytes)
    }
}
