import Exchange

extension Endpoint {
    /// All courses.
    static let courses = Endpoint("/api/v1/practise/courses", pool: nil) { _ in Answers.courses() }
}
