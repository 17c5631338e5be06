import Exchange

extension Endpoint {
    /// A chord: its notes, names, scales, and function in a key.
    static let chord = Endpoint("/api/v1/chords/{symbol}") {
        try Answers.chord(
            $0["symbol"], key: try $0.optional("key"), previous: try $0.optional("after"),
            next: try $0.optional("before"), in: try $0.vocabulary, notation: try $0.notation()
        )
    }
}
