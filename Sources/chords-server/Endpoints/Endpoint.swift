import Hummingbird
import JSONText

/// An open endpoint that makes a text from the parameters of a request, and nothing else.
struct Endpoint: Sendable {
    typealias Pool = any KeyPath<Work, WorkPool> & Sendable

    /// The path as in `openapi.json`, with `{parameters}` between slashes. The last one may contain slashes, as in
    /// `C6/9` and `D/C`.
    let path: String
    private let type: String
    private let pool: Pool?
    private let text: @Sendable (Arguments) throws -> String
    /// The path before its parameters, their names, and the path after them.
    private let start: String, names: [String], end: String

    /// - Parameter pool: the threads for it; nil if it takes only microseconds.
    init(
        _ path: String, pool: Pool? = \Work.rendering, type: String,
        text: @escaping @Sendable (Arguments) throws -> String
    ) {
        self.path = path
        self.type = type
        self.pool = pool
        self.text = text
        start = String(path.prefix { $0 != "{" })
        end = path.lastIndex(of: "}").map { String(path[path.index(after: $0)...]) } ?? ""
        names = path.dropFirst(start.count).dropLast(end.count).split(separator: "/").map {
            String($0.dropFirst().dropLast())
        }
    }

    init(_ path: String, pool: Pool? = \Work.rendering, json: @escaping @Sendable (Arguments) throws -> JSON) {
        self.init(path, pool: pool, type: MediaTypes.json) { try json($0).text }
    }

    /// The resources of endpoints. The router cannot express parameters with slashes, so these take every path of the
    /// API that has no other route.
    static func resources(_ endpoints: [Endpoint], cache: DocumentCache, work: Work) -> [Resource] {
        let handler: Resource.Handler = { request, context in
            for endpoint in endpoints {
                guard let items = endpoint.parameters(in: context.path) else { continue }
                guard request.method.reads else { throw RequestError.methodNotAllowed(request.method, [.get, .head]) }
                let name = request.uri.path + "?" + (request.uri.query ?? "")
                let pool = endpoint.pool.map { work[keyPath: $0] }
                return try await cache.document(name, in: pool, for: context.client) {
                    let arguments = Arguments(query: request.uri.query, path: items)
                    return Document(try endpoint.text(arguments), type: endpoint.type)
                }.response(to: request)
            }
            throw HTTPError(.notFound)
        }
        return [("/api/v1/", "**"), ("/healthz", "")].map { start, rest in
            let paths = endpoints.map(\.path).filter { $0.hasPrefix(start) }
            return Resource(paths: paths, pattern: start + rest, handler: handler)
        }
    }

    /// The parameters found in a decoded path, or nil if the path is another one.
    func parameters(in path: String) -> [Arguments.Item]? {
        let (path, start, end) = (path.utf8, start.utf8, end.utf8)
        guard path.starts(with: start), path.count >= start.count + end.count,
            path.suffix(end.count).elementsEqual(end)
        else { return nil }
        let rest = path.dropFirst(start.count).dropLast(end.count)
        let values = rest.split(
            separator: UInt8(ascii: "/"), maxSplits: max(0, names.count - 1), omittingEmptySubsequences: names.isEmpty)
        guard values.count == names.count else { return nil }
        return zip(names, values).map { ($0, String(Substring($1))) }
    }
}
