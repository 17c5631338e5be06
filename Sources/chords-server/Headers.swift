import HTTPTypes
import NIOHTTP1

enum SecurityHeaders {
    /// Sent with every response.
    static let always = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]

    /// Sent with whatever can be opened by itself or runs as a worker; what a page loads is bound by the page's. It
    /// brings everything it needs, so it may load and call nothing but its own server.
    static let policy = [(
        "Content-Security-Policy", """
            default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
            font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; \
            manifest-src 'self'
            """
    )]

    /// Both, as Hummingbird writes them.
    static let fields = HTTPFields((always + policy).map { HTTPField(name: .init($0)!, value: $1) })
}

/// What `Accept-Encoding` takes (`br`, `gzip`), by name or by `*`, with a weight above 0.
struct AcceptedCodings {
    private var weights: [Substring: Double] = [:]

    /// - Returns: nil where the header is missing, and so nothing is said.
    init?(_ values: [Substring]) {
        guard !values.isEmpty else { return nil }
        for item in values {
            let parts = item.lowercased().split(separator: ";").map { $0.trimmed }
            guard let coding = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            weights[coding] = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        }
    }

    func contains(_ coding: String) -> Bool {
        (weights[coding[...]] ?? weights["x-" + coding] ?? weights["*"] ?? 0) > 0
    }
}

/// Whether the items of `If-None-Match` name this tag; caches on the way may have marked it as weak.
func haveTag(_ tag: String, in items: [Substring]) -> Bool {
    !items.isEmpty && items.contains { $0 == "*" || $0 == "\"\(tag)\"" || $0 == "W/\"\(tag)\"" }
}

extension HTTPFields {
    static func + (left: HTTPFields, right: HTTPFields) -> HTTPFields {
        var sum = left
        sum.append(contentsOf: right)
        return sum
    }

    func haveTag(_ tag: String) -> Bool { chords_server.haveTag(tag, in: list(.ifNoneMatch)) }

    /// The items of a header that is a list, which may be sent in several lines.
    func list(_ name: HTTPField.Name) -> [Substring] {
        self[values: name].flatMap { $0.split(separator: ",") }.map(\.trimmed)
    }
}

extension HTTPRequest.Method {
    /// Whether the method only asks for something.
    var reads: Bool { self == .get || self == .head }
}

extension HTTPMethod {
    /// Whether the method only asks for something.
    var reads: Bool { self == .GET || self == .HEAD }

    /// Whether the method changes nothing wherever it is sent (RFC 9110, 9.2.1).
    var isSafe: Bool { reads || self == .OPTIONS || self == .TRACE }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start[..<(start.lastIndex { $0 != " " && $0 != "\t" }.map(start.index(after:)) ?? start.startIndex)]
    }
}
