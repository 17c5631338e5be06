import HTTPTypes

extension HTTPField.Name {
    /// The host in a target of absolute form. The `Host` header itself is `HTTPRequest.authority`.
    static let targetHost = Self("Host")!
    static let forwarded = Self("Forwarded")!
    static let realIP = Self("X-Real-IP")!
    static let xForwardedFor = Self("X-Forwarded-For")!
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let referrerPolicy = Self("Referrer-Policy")!
    static let permissionsPolicy = Self("Permissions-Policy")!
    static let totalCount = Self("X-Total-Count")!
    static let link = Self("Link")!
}

extension HTTPFields {
    /// The items of a list header, which may have several lines.
    func list(_ name: HTTPField.Name) -> [Substring] {
        self[values: name].flatMap { $0.split(separator: ",") }.map(\.trimmed)
    }

    /// What follows `Authorization: Bearer`.
    var bearer: String? {
        let sent = self[values: .authorization]
        guard sent.count == 1, sent[0].lowercased().hasPrefix("bearer ") else { return nil }
        return String(sent[0].dropFirst("bearer ".count).drop { $0 == " " })
    }

    /// Whether `If-None-Match` has this entity tag, by weak comparison.
    func match(_ tag: String) -> Bool {
        func opaque(_ tag: some StringProtocol) -> Substring {
            Substring(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...])
        }
        return list(.ifNoneMatch).contains { $0 == "*" || opaque($0) == opaque(tag) }
    }
}

/// The content codings in `Accept-Encoding`, by name or by `*`, with their weights.
struct AcceptedCodings {
    private var weights: [Substring: Double] = [:]

    init(_ values: [Substring]) {
        for item in values {
            let parts = item.lowercased().split(separator: ";").map(\.trimmed)
            guard let coding = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            weights[coding] = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        }
    }

    func contains(_ coding: String) -> Bool {
        (weights[coding[...]] ?? weights["x-" + coding] ?? weights["*"] ?? 0) > 0
    }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start[..<(start.lastIndex { $0 != " " && $0 != "\t" }.map(start.index(after:)) ?? start.startIndex)]
    }
}
