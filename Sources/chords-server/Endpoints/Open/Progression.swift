import Exchange

extension Endpoint {
    /// A progression in a key, voiced.
    static let progression = Endpoint("/api/v1/progression", pool: \Work.pool) { arguments in
        let notation = try arguments.notation()
        return Answers.json(
            try Answers.progression(
                try arguments["numerals", atMost: 1024], key: try arguments.optional("key"),
                style: try arguments.optional("style"), for: try arguments.pianist, notation: notation),
            notation: notation
        )
    }
}
