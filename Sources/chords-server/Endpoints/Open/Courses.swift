import Exchange
import JSONText

extension Endpoint {
    /// All courses.
    static let courses = Endpoint("/api/v1/practise/courses", pace: .instant) { _ in Answers.courses().text }
}
