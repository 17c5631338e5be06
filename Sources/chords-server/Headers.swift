import HTTPTypes
import NIOHTTP1

enum SecurityHeaders {
    /// Sent with every response.
    static let always = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]

    /// Sent with documents and workers; other files are under the page's policy. The page may load from and connect to
    /// its own server only.
    static let policy = [
        (
            "Content-Security-Policy",
            """
            default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
            font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; \
            manifest-src 'self'
            """
        )
    ]

    /// All security headers for Hummingbird.
    static let fields = HTTPFields((always + policy).map { HTTPField(name: .init($0)!, value: $1) })
}

/// The content codings in `Accept-Encoding`, by name or by `*`, with their weights.
struct AcceptedCodings {
    private var weights: [Substring: Double] = [:]

    /// - Returns: nil without the header.
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

/// Whether `If-None-Match` has this tag. Caches may have marked it as weak.
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

    /// The items of a list header, which may have several lines.
    func list(_ name: HTTPField.Name) -> [Substring] {
        self[values: name].flatMap { $0.split(separator: ",") }.map(\.trimmed)
    }
}

extension HTTPRequest.Method {
    /// Whether the method only reads.
    var reads: Bool { self == .get || self == .head }
}

extension HTTPMethod {
    /// Whether the method only reads.
    var reads: Bool { self == .GET || self == .HEAD }

    /// Whether the method is safe (RFC 9110, 9.2.1).
    var isSafe: Bool { reads || self == .OPTIONS || self == .TRACE }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start[..<(start.lastIndex { $0 != " " && $0 != "\t" }.map(start.index(after:)) ?? start.startIndex)]
    }
}
