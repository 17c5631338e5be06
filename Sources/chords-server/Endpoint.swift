/// An endpoint of the API.
struct Endpoint: Sendable {
    /// The path as in `openapi.json`, with `{parameters}`. The last parameter may contain slashes, as in `C6/9` and
    /// `D/C`.
    let path: String
    let type: String
    let pace: Pace
    let answer: @Sendable (Arguments) throws -> String
    /// The parts of the path, and the text after the last parameter.
    private let parts: [(text: String, isParameter: Bool)]
    private let end: String

    init(
        _ path: String, pace: Pace = .instant, type: String = Document.json,
        answer: @escaping @Sendable (Arguments) throws -> String
    ) {
        self.path = path
        self.type = type
        self.pace = pace
        self.answer = answer
        end = path.lastIndex(of: "}").map { String(path[path.index(after: $0)...]) } ?? ""
        parts = path.dropLast(end.count).dropFirst().split(separator: "/").map { part in
            part.first == "{" ? (String(part.dropFirst().dropLast()), true) : (String(part), false)
        }
    }

    /// The maximum duration of an answer.
    enum Pace {
        /// Microseconds; it runs on an event loop.
        case instant
        /// Milliseconds, like a screen.
        case drawn
        /// Longer; only few may run at the same time.
        case long
    }

    /// The parameters found in a decoded path, or nil if the path is another one.
    func match(_ path: String) -> [Arguments.Item]? {
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
