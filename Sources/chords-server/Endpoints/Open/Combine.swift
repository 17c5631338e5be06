import Exchange

extension Endpoint {
    /// Two chords as one.
    static let combine = Endpoint("/api/v1/combine", pool: nil) {
        try Answers.combine(
            lower: $0["lower"], upper: try $0.optional("upper"), in: try $0.vocabulary, notation: try $0.notation()
        )
    }
}
