import Exchange
import Input
import Rendering

/// The JSON API as described in `openapi.json`. A test compares the two.
enum API {
    static let endpoints = [
        Endpoint("/api/v1/combine") {
            try Answers.combine(
                lower: $0["lower"], upper: try $0.optional("upper"), in: try $0.vocabulary, notation: try $0.notation()
            ).text
        },
        Endpoint("/api/v1/ways", pace: .drawn) { arguments in
            let notation = try arguments.notation()
            return Answers.json(
                try Answers.ways(
                    of: arguments["chord"], lower: try arguments.optional("lower"),
                    upper: try arguments.optional("upper"),
                    playable: try arguments.flag("playable"), hasBassPlayer: try arguments.flag("band"),
                    limit: try arguments.limit, notation: notation),
                notation: notation
            ).text
        },
        Endpoint("/api/v1/voicings", pace: .drawn) { arguments in
            let (chord, notation) = (try arguments["chord"], try arguments.notation())
            return Answers.json(
                try Answers.voicings(
                    of: chord, style: try arguments.optional("style"), for: try arguments.pianist,
                    limit: try arguments.limit, notation: notation),
                withFingers: try arguments.flag("fingers"), notation: notation,
                howRead: Answers.howReadChords([chord], notation.names)
            ).text
        },
        Endpoint("/api/v1/leading", pace: .long) { arguments in
            // Enough for 64 chords with bar lines.
            let (chords, notation) = (try arguments["chords", atMost: 1024], try arguments.notation())
            return Answers.json(
                try Answers.leading(
                    of: chords, style: try arguments.optional("style"), for: try arguments.pianist, notation: notation),
                withFingers: try arguments.flag("fingers"), notation: notation,
                howRead: Answers.howRead(row: chords, notation.names)
            ).text
        },
        Endpoint("/api/v1/board", pace: .drawn) { arguments in
            let (lower, upper) = (try arguments.optional("lower"), try arguments.optional("upper"))
            guard let chord = lower ?? upper, lower == nil || upper == nil else {
                throw BadRequest("Give either “lower” or “upper”.")
            }
            let notation = try arguments.notation()
            return Answers.json(
                try Answers.board(
                    chord, as: lower == nil ? .upper : .lower, types: try arguments.optional("types", atMost: 512),
                    notation: notation),
                notation: notation, howRead: Answers.howReadChords([chord], notation.names)
            ).text
        },
        // Before the chord endpoint, because a symbol may contain slashes.
        Endpoint("/api/v1/chords/{symbol}/graph.dot", pace: .drawn, type: "text/vnd.graphviz; charset=utf-8") {
            let notation = try $0.notation()
            return GraphDOT.text(try Answers.graph($0["symbol"], notation: notation), notation: notation)
        },
        Endpoint("/api/v1/chords/{symbol}/graph.svg", pace: .drawn, type: "image/svg+xml; charset=utf-8") {
            let notation = try $0.notation()
            return GraphSVG.document(try Answers.graph($0["symbol"], notation: notation), notation: notation)
        },
        Endpoint("/api/v1/chords/{symbol}", pace: .drawn) {
            try Answers.chord($0["symbol"], in: try $0.vocabulary, notation: try $0.notation()).text
        },
        Endpoint("/api/v1/scales/{root}/{name}", pace: .drawn) {
            try Answers.scale(root: $0["root"], name: $0["name"], notation: try $0.notation()).text
        },
        Endpoint("/api/v1/keys/{name}/circle.svg", pace: .drawn, type: "image/svg+xml; charset=utf-8") {
            let notation = try $0.notation()
            return CircleSVG.document(try Answers.circle($0["name"], notation: notation), notation: notation)
        },
        Endpoint("/api/v1/keys/{name}", pace: .drawn) {
            let (name, notation) = (try $0["name"], try $0.notation())
            return Answers.json(
                try Answers.key(name, notation: notation), notation: notation,
                howRead: Answers.howRead(key: name, notation.names)
            ).text
        },
        Endpoint("/api/v1/linnstrument/{note}") { arguments in
            let settings = try ["model", "offset", "octave", "transpose", "lights", "left-handed"].compactMap { name in
                try arguments.number(name).map { (name: name, value: $0) }
            }
            return Answers.json(
                try Answers.linnStrument(settings), padsOf: try Answers.midiNote(try arguments.number("note") ?? "")
            ).text
        },
        Endpoint("/api/v1/match", pace: .drawn) {
            try Answers.match(
                lower: $0["lower"], upper: $0["upper"], edit: $0["edit"], in: try $0.vocabulary,
                notation: try $0.notation()
            ).text
        },
        Endpoint("/api/v1/name", pace: .drawn) {
            // `notes` are the sounding notes here, so the language of note names has another parameter.
            let notation = try $0.notation("note-names")
            // `?notes=C+E+G`, as HTML forms and people write it. All 128 MIDI notes fit into the limit.
            let context = try Answers.context(
                key: try $0.optional("key"), previous: try $0.optional("after"), next: try $0.optional("before"),
                hasBassPlayer: try $0.flag("band"), notation: notation)
            return try Answers.name(
                notes: $0["notes", atMost: 512].replacing("+", with: " "), in: try $0.vocabulary, context: context,
                notation: notation
            ).text
        },
        Endpoint("/api/v1/vocabulary", pace: .drawn) {
            Answers.json(try $0.vocabularyName, notation: try $0.notation()).text
        },
        Endpoint("/api/v1/practise/exercise", pace: .drawn) { arguments in
            let notation = try arguments.notation()
            return Answers.json(try arguments.assignment(in: notation.names), notation: notation).text
        },
        Endpoint("/api/v1/practise/courses") { _ in Answers.courses().text },
        Endpoint("/api/v1/practise/courses/{id}", pace: .drawn) {
            Answers.json(try Answers.course($0["id"]), notation: try $0.notation()).text
        },
        Endpoint("/api/v1/openapi.json") { _ in String(decoding: PackageResources.openapi_json, as: UTF8.self) },
        Endpoint("/healthz") { _ in #"{"status":"ok"}"# },
    ]

    /// Whether errors at a path are JSON.
    static func owns(_ path: String) -> Bool {
        path == "/api" || path.hasPrefix("/api/") || path == "/healthz" || path == "/readyz"
    }

    /// The endpoint of a decoded path and its path parameters; nil if there is none.
    static func endpoint(at path: String) -> (endpoint: Endpoint, items: [Arguments.Item])? {
        for endpoint in endpoints {
            if let items = endpoint.match(path) { return (endpoint, items) }
        }
        return nil
    }

    static func answer(_ question: Question, _ endpoint: Endpoint, _ items: [Arguments.Item]) -> Document {
        let path = question.path
        do {
            let arguments = try Arguments(query: question.query, path: items)
            return .answer(try endpoint.answer(arguments), type: endpoint.type)
        } catch let refusal as InputError {
            return .refusal(.badRequest, refusal.message, at: path)
        } catch let badRequest as BadRequest {
            return .refusal(.badRequest, badRequest.message, at: path)
        } catch {
            return .refusal(.internalServerError, "The server failed: \(error)", at: path)
        }
    }

    static func nothing(at path: String) -> Document {
        let kept = ChordsetResource.paths + TuneResource.paths + ShelfResource.paths
        let paths = (endpoints.map(\.path) + [PracticeAPI.judging, QRCodeAPI.path] + kept).joined(separator: ", ")
        return .refusal(.notFound, "This path does not exist. The paths are \(paths).", at: path)
    }
}
