/// One question that the API answers.
struct Endpoint: Sendable {
    /// As `openapi.json` writes it, with `{parameters}`. The last of them stands for all the rest of the path that is not
    /// written behind it, slashes included, because symbols such as `C6/9` and `D/C` hold some.
    let path: String
    let type: String
    let answer: @Sendable (Arguments) throws -> String

    init(
        _ path: String, type: String = Document.json,
        answer: @escaping @Sendable (Arguments) throws -> String
    ) {
        self.path = path
        self.type = type
        self.answer = answer
    }

    /// The parameters found in a decoded path, or nil if the path is another one.
    func match(_ path: String) -> [Arguments.Item]? {
        let end = self.path.lastIndex(of: "}").map { self.path[self.path.index(after: $0)...] } ?? ""
        let wanted = self.path.dropLast(end.count).dropFirst().split(separator: "/")
        let given = path.dropLast(end.count).dropFirst()
            .split(separator: "/", maxSplits: wanted.count - 1, omittingEmptySubsequences: false)
        guard path.hasPrefix("/"), path.hasSuffix(end), given.count == wanted.count else { return nil }
        var items: [Arguments.Item] = []
        for (part, text) in zip(wanted, given) {
            if part.first == "{" {
                items.append((name: String(part.dropFirst().dropLast()), value: String(text)))
            } else if part != text {
                return nil
            }
        }
        return items
    }
}
