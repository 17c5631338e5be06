import Harmony
import JSONText

/// What a pupil sends to the teacher: the last answer to each card of an assignment, and what was played for it.
public struct AssignmentResult: Sendable {
    public let assignment: Assignment
    public let pianist: Pianist
    /// The last answers as the pupil's page has judged them.
    public let attempts: [Attempt]
    /// Those that can be judged again.
    public let played: [PlayedAnswer]

    static let format = "chord-combiner-assignment"
    static let version = 1

    public init(_ assignment: Assignment, for pianist: Pianist, _ attempts: [Attempt], _ played: [PlayedAnswer]) {
        self.assignment = assignment
        self.pianist = pianist
        self.attempts = attempts
        self.played = played
    }
}

extension PracticeLog {
    /// The result of an assignment as a file.
    public func result(of assignment: Assignment, for pianist: Pianist) -> JSON {
        var attempts: [String] = []
        for exercise in assignment.exercises {
            for card in exercise.cards(for: pianist) {
                if let last = records[card]?.attempts.last { attempts.append(last.attempt(card).line) }
            }
        }
        return .object([
            ("format", .string(AssignmentResult.format)), ("version", .int(AssignmentResult.version)),
            ("assignment", .string(assignment.words)), ("hands", .string(pianist.word)),
            ("attempts", .strings(attempts)), ("played", .strings(played)),
        ])
    }
}

extension AssignmentResult {
    /// Whether this is such a file, perhaps of a later version.
    public static func isResult(_ json: JSON) -> Bool { json["format"]?.string == format }

    /// Reads the file of ``PracticeLog/result(of:for:)``. Lines that are none are skipped.
    public init(reading json: JSON) throws(ExerciseError) {
        guard AssignmentResult.isResult(json), let words = json["assignment"]?.string else {
            throw ExerciseError("format", .unknown(expected: "“\(AssignmentResult.format)”"))
        }
        let version = json["version"]?.int ?? AssignmentResult.version
        guard version <= AssignmentResult.version else {
            throw ExerciseError("\(version)", .unknown(expected: "version \(AssignmentResult.version)"))
        }
        guard let pianist = Pianist(word: json["hands"]?.string ?? "") else {
            throw ExerciseError("hands", .unknown(expected: "hands such as “tenth,tenth,middle”"))
        }
        func lines(_ name: String) -> [String] { (json[name]?.array ?? []).compactMap { $0.string } }
        self.init(
            try Assignment(words: words), for: pianist, lines("attempts").compactMap { Attempt(line: $0) },
            lines("played").compactMap { PlayedAnswer(line: $0) })
    }
}
