import Hummingbird

/// An open endpoint that makes a text from the parameters of a request, and nothing else.
struct Endpoint: Sendable {
    /// The path as in `openapi.json`, with `{parameters}`. The last parameter may contain slashes, as in `C6/9` and
    /// `D/C`.
    let path: String
    private let type: String
    private let pace: Pace
    private let text: @Sendable (Arguments) throws -> String
    /// The parts of the path, and the text after the last parameter.
    private let parts: [(text: String, isParameter: Bool)]
    private let end: String

    /// The maximum duration of a response.
    enum Pace {
        /// Microseconds; it is made at once.
        case instant
        /// Milliseconds, like a screen.
        case drawn
        /// Longer; only few may run at the same time.
        case long
    }

    init(
        _ path: String, pace: Pace = .drawn, type: String = MediaTypes.json,
        text: @escaping @Sendable (Arguments) throws -> String
    ) {
        self.path = path
        self.type = type
        self.pace = pace
        self.text = text
        end = path.lastIndex(of: "}").map { String(path[path.index(after: $0)...]) } ?? ""
        parts = path.dropLast(end.count).dropFirst().split(separator: "/").map { part in
            part.first == "{" ? (String(part.dropFirst().dropLast()), true) : (String(part), false)
        }
    }

    /// The resources of endpoints. The router cannot express parameters with slashes, so these take every path of the
    /// API that has no other route.
    static func resources(_ endpoints: [Endpoint], cache: DocumentCache, work: Work) -> [Resource] {
        let handler: Resource.Handler = { request, context in
            for endpoint in endpoints {
                guard let items = endpoint.parameters(in: context.path) else { continue }
                guard request.method.reads else { throw RequestError.methodNotAllowed(request.method, [.get, .head]) }
                return try await endpoint.response(to: request, context, items, cache, work)
            }
            throw HTTPError(.notFound)
        }
        return [("/api/v1/", "**"), ("/healthz", "")].map { start, rest in
            Resource(paths: endpoints.map(\.path).filter { $0.hasPrefix(start) }, pattern: start + rest, handler)
        }
    }

    private func response(
        to request: Request, _ context: ServerRequestContext, _ items: [Arguments.Item], _ cache: DocumentCache,
        _ work: Work
    ) async throws -> Response {
        let make: @Sendable () throws -> Document = { [type, text] in
            Document(try text(try Arguments(query: request.uri.query, path: items)), type: type)
        }
        let pool: WorkPool? =
            switch pace {
            case .instant: nil
            case .drawn: work.rendering
            case .long: work.pool
            }
        let name = request.uri.path + "?" + (request.uri.query ?? "")
        return try await cache.document(name, in: pool, for: context.client, make: make).response(to: request)
    }

    /// The parameters found in a decoded path, or nil if the path is another one.
    func parameters(in path: String) -> [Arguments.Item]? {
        guard path.utf8.first == UInt8(ascii: "/"), path.hasSuffix(end) else { return nil }
        var rest = path.utf8.dropFirst().dropLast(end.utf8.count)
        var items: [Arguments.Item] = []
        for (number, part) in parts.enumerated() {
            let isLast = number == parts.count - 1
            let slash = isLast ? nil : rest.firstIndex(of: UInt8(ascii: "/"))
            guard isLast || slash != nil else { return nil }
            let given = Substring(rest[..<(slash ?? rest.endIndex)])
            if part.isParameter {
                items.append((name: part.text, value: String(given)))
            } else if given != part.text {
                return nil
            }
            if let slash { rest = rest[rest.index(after: slash)...] }
        }
        return items
    }
}
