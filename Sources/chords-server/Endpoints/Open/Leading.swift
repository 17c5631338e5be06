import Exchange

extension Endpoint {
    /// Voice leading of a progression.
    static let leading = Endpoint("/api/v1/leading", pool: \Work.pool) { arguments in
        // Enough for 64 chords with bar lines.
        let (chords, notation) = (try arguments["chords", atMost: 1024], try arguments.notation())
        return Answers.json(
            try Answers.leading(
                of: chords, style: try arguments.optional("style"), for: try arguments.pianist, notation: notation),
            withFingers: try arguments.flag("fingers"), notation: notation,
            howRead: Answers.howRead(row: chords, notation.names)
        )
    }
}
