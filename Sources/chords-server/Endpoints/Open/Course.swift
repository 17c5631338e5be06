import Exchange

extension Endpoint {
    /// A course with its lessons.
    static let course = Endpoint("/api/v1/practise/courses/{id}") {
        Answers.json(try Answers.course($0["id"]), notation: try $0.notation())
    }
}
