import Exchange

extension Endpoint {
    /// A key with its chords.
    static let key = Endpoint("/api/v1/keys/{name}") {
        let (name, notation) = (try $0["name"], try $0.notation())
        return Answers.json(
            try Answers.key(name, notation: notation), notation: notation,
            howRead: Answers.howRead(key: name, notation.names)
        )
    }
}
