import HTTPTypes
import Hummingbird

extension HTTPFields {
    /// Sent with every response.
    static let security: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .init("Referrer-Policy")!: "no-referrer",
    ]

    /// Sent with whatever can be opened by itself or runs as a worker; what a page loads is bound by the page's. It
    /// brings everything it needs, so it may load and call nothing but its own server.
    static let policy: HTTPFields = [
        .contentSecurityPolicy: """
            default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
            font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; \
            manifest-src 'self'
            """,
    ]

    static func + (left: HTTPFields, right: HTTPFields) -> HTTPFields {
        var sum = left
        sum.append(contentsOf: right)
        return sum
    }

    /// Whether `Accept-Encoding` takes a coding (`br`, `gzip`), by name or by `*`, with a weight above 0.
    func accept(_ coding: String) -> Bool {
        var weights: [String: Double] = [:]
        for item in list(.acceptEncoding) {
            let parts = item.lowercased().split(separator: ";").map { $0.trimmed }
            guard let coding = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            weights[String(coding)] = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        }
        return (weights[coding] ?? weights["x-" + coding] ?? weights["*"] ?? 0) > 0
    }

    /// Whether `If-None-Match` names this tag; caches on the way may have marked it as weak.
    func haveTag(_ tag: String) -> Bool {
        list(.ifNoneMatch).contains { $0 == "*" || $0 == "\"\(tag)\"" || $0 == "W/\"\(tag)\"" }
    }

    /// The items of a header that is a list, which may be sent in several lines.
    func list(_ name: HTTPField.Name) -> [Substring] {
        self[values: name].flatMap { $0.split(separator: ",") }.map(\.trimmed)
    }
}

extension HTTPRequest.Method {
    /// Whether the method only asks for something.
    var reads: Bool {
        self == .get || self == .head
    }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start[..<(start.lastIndex { $0 != " " && $0 != "\t" }.map(start.index(after:)) ?? start.startIndex)]
    }
}
