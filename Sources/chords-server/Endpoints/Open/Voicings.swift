import Exchange

extension Endpoint {
    /// Piano voicings of a chord.
    static let voicings = Endpoint("/api/v1/voicings") { arguments in
        let (chord, notation) = (try arguments["chord"], try arguments.notation())
        return Answers.json(
            try Answers.voicings(
                of: chord, style: try arguments.optional("style"), for: try arguments.pianist,
                limit: try arguments.limit, notation: notation),
            withFingers: try arguments.flag("fingers"), notation: notation,
            howRead: Answers.howReadChords([chord], notation.names)
        )
    }
}
