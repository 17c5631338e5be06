import Exchange

extension Endpoint {
    /// The chord types of a vocabulary.
    static let vocabulary = Endpoint("/api/v1/vocabulary") {
        Answers.json(try $0.vocabularyName, notation: try $0.notation())
    }
}
