/// One question that the API answers.
struct Endpoint: Sendable {
    /// As `openapi.json` writes it, with `{parameters}`. The last of them stands for all the rest of the path that is not
    /// written behind it, slashes included, because symbols such as `C6/9` and `D/C` hold some.
    let path: String
    let type: String
    let pace: Pace
    let answer: @Sendable (Arguments) throws -> String
    /// The path in its parts, and what is written behind the last parameter.
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

    /// How long an answer takes at most.
    enum Pace {
        /// Microseconds: an event loop may do it.
        case instant
        /// Some milliseconds, as a screen does.
        case drawn
        /// Longer, so that few may wait for it.
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
