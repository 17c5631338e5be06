import Answers
import Hummingbird

/// The API. `openapi.json` describes it; a test holds the two together.
enum API {
    static let endpoints = [
        Endpoint("/api/v1/combine") { try Answers.combine(lower: $0["lower"], upper: $0["upper"]).text },
        // Before the chord itself, in whose symbol there may be slashes too.
        Endpoint("/api/v1/chords/{symbol}/graph.dot", type: "text/vnd.graphviz; charset=utf-8") {
            GraphDOT.text(try Answers.graph($0["symbol"]))
        },
        Endpoint("/api/v1/chords/{symbol}/graph.svg", type: "image/svg+xml; charset=utf-8") {
            GraphSVG.document(try Answers.graph($0["symbol"]))
        },
        Endpoint("/api/v1/chords/{symbol}") { try Answers.chord($0["symbol"]).text },
        Endpoint("/api/v1/scales/{root}/{name}") { try Answers.scale(root: $0["root"], name: $0["name"]).text },
        Endpoint("/api/v1/keys/{name}/circle.svg", type: "image/svg+xml; charset=utf-8") {
            CircleSVG.document(try Answers.circle($0["name"]))
        },
        Endpoint("/api/v1/keys/{name}") { Answers.json(try Answers.key($0["name"])).text },
        Endpoint("/api/v1/linnstrument/{note}") { arguments in
            let settings = try ["model", "offset", "octave", "transpose", "lights", "left-handed"].compactMap { name in
                try arguments.optional(name).map { (name: name, value: $0) }
            }
            return Answers.json(
                try Answers.linnStrument(settings), padsOf: try Answers.midiNote(try arguments["note"])).text
        },
        Endpoint("/api/v1/match") {
            try Answers.match(lower: $0["lower"], upper: $0["upper"], edit: $0["edit"]).text
        },
        Endpoint("/api/v1/name") {
            // `?notes=C+E+G`, as an HTML form or a hand would write it. All 128 MIDI pitches fit in the limit.
            try Answers.name(notes: $0["notes", atMost: 512].replacing("+", with: " ")).text
        },
        Endpoint("/api/v1/openapi.json") { _ in String(decoding: PackageResources.openapi_json, as: UTF8.self) },
        Endpoint("/healthz") { _ in #"{"status":"ok"}"# },
    ]

    /// Whether a path belongs to programs and not to people, so that even its errors are JSON.
    static func owns(_ path: String) -> Bool {
        path == "/api" || path.hasPrefix("/api/") || path == "/healthz" || path == "/readyz"
    }

    static func answer(method: HTTPRequest.Method, path: String, query: String?) -> Document {
        for endpoint in endpoints {
            guard let rest = endpoint.match(path) else { continue }
            guard method.reads else { return .methodNotAllowed(method, at: path) }
            do {
                let arguments = try Arguments(query: query, path: rest)
                return .answer(try endpoint.answer(arguments), type: endpoint.type)
            } catch let refusal as Refusal {
                return .refusal(.badRequest, refusal.message, at: path)
            } catch let badRequest as BadRequest {
                return .refusal(.badRequest, badRequest.message, at: path)
            } catch {
                return .refusal(.internalServerError, "The server failed: \(error)", at: path)
            }
        }
        let paths = (endpoints.map(\.path) + ChordsetResource.paths).joined(separator: ", ")
        return .refusal(.notFound, "There is nothing at this path. There is: \(paths).", at: path)
    }
}
