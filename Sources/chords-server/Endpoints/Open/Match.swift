import Exchange

extension Endpoint {
    /// The properties that lower and upper chord may have.
    static let match = Endpoint("/api/v1/match") {
        try Answers.match(
            lower: $0["lower"], upper: $0["upper"], edit: $0["edit"], in: try $0.vocabulary,
            notation: try $0.notation()
        )
    }
}
