import Exchange

extension Endpoint {
    /// All pairs with a chord.
    static let board = Endpoint("/api/v1/board") { arguments in
        let (lower, upper) = (try arguments.optional("lower"), try arguments.optional("upper"))
        guard let chord = lower ?? upper, lower == nil || upper == nil else {
            throw RequestError("Give either “lower” or “upper”.")
        }
        let notation = try arguments.notation()
        return Answers.json(
            try Answers.board(
                chord, as: lower == nil ? .upper : .lower, types: try arguments.optional("types", atMost: 512),
                notation: notation),
            notation: notation, howRead: Answers.howReadChords([chord], notation.names)
        )
    }
}
