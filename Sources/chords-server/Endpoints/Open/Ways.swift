import Exchange

extension Endpoint {
    /// The pairs of chords that make a chord.
    static let ways = Endpoint("/api/v1/ways") { arguments in
        let notation = try arguments.notation()
        return Answers.json(
            try Answers.ways(
                of: arguments["chord"], lower: try arguments.optional("lower"),
                upper: try arguments.optional("upper"),
                playable: try arguments.flag("playable"), hasBassPlayer: try arguments.flag("band"),
                limit: try arguments.limit, notation: notation),
            notation: notation
        )
    }
}
