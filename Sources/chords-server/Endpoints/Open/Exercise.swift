import Exchange

extension Endpoint {
    /// An exercise with its questions.
    static let exercise = Endpoint("/api/v1/practise/exercise") { arguments in
        let notation = try arguments.notation()
        return Answers.json(try arguments.sheet(in: notation.names), notation: notation)
    }
}
