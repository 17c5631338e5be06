/// One question that the API answers.
struct Endpoint: Sendable {
    /// As `openapi.json` writes it, with `{parameters}`. One at the end stands for all the rest of the path, slashes
    /// included, because symbols such as `C6/9` and `D/C` hold some.
    let path: String
    let answer: @Sendable (Arguments) throws -> String

    init(_ path: String, answer: @escaping @Sendable (Arguments) throws -> String) {
        self.path = path
        self.answer = answer
    }

    /// The parameters found in a decoded path, or nil if the path is another one.
    func match(_ path: String) -> [Arguments.Item]? {
        let wanted = self.path.dropFirst().split(separator: "/")
        let given = path.dropFirst().split(separator: "/", maxSplits: wanted.count - 1, omittingEmptySubsequences: false)
        guard path.hasPrefix("/"), given.count == wanted.count else { return nil }
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
