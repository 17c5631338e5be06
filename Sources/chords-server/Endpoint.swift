/// One question that the API answers.
struct Endpoint: Sendable {
    /// As `openapi.json` writes it: fixed, or ending in one `{parameter}`, which stands for all the rest of the path,
    /// slashes included, because symbols such as `C6/9` and `D/C` hold some.
    let path: String
    let answer: @Sendable (Arguments) throws -> String

    init(_ path: String, answer: @escaping @Sendable (Arguments) throws -> String) {
        self.path = path
        self.answer = answer
    }

    /// The parameters found in a decoded path, or nil if the path is another one.
    func match(_ path: String) -> [Arguments.Item]? {
        guard self.path.last == "}", let brace = self.path.lastIndex(of: "{") else {
            return path == self.path ? [] : nil
        }
        let prefix = self.path[..<brace]
        guard path.hasPrefix(prefix) else { return nil }
        let name = self.path[brace...].dropFirst().dropLast()
        return [(name: String(name), value: String(path.dropFirst(prefix.count)))]
    }
}
