import Instruments
import Practice

/// A recording that was judged, as a teacher hears of it.
public struct JudgedTake: Sendable {
    public let assignment: Assignment
    public let take: Take
    private let performance: Performance

    /// - Parameter downbeat: when the first beat comes, in seconds from the beginning of the recording; without it with the first
    ///   key. Only what is played in time has one.
    public init(_ performance: Performance, of assignment: Assignment, downbeat: Double? = nil) throws(Refusal) {
        let exercise = assignment.exercise
        guard exercise.task.isPlayed else {
            throw Refusal(
                "“\(exercise.words)” is answered by choosing, not by playing. Recordings are judged of play, echo and complete.")
        }
        if let downbeat {
            guard exercise.pace != .waiting else {
                throw Refusal("This exercise waits for the player and has no downbeat. Leave it out.")
            }
            guard (0...Performance.longestTime).contains(downbeat) else {
                throw Refusal("The downbeat is not a time: expected seconds from 0 to \(Int(Performance.longestTime)).")
            }
        }
        self.assignment = assignment
        self.performance = performance
        take = Take(performance.strokes, of: exercise, seed: assignment.seed, for: assignment.pianist, downbeat: downbeat)
    }

    func count(of outcome: Outcome) -> Int { take.answers.reduce(0) { $0 + ($1.verdict.outcome == outcome ? 1 : 0) } }

    var attemptCount: Int { take.answers.reduce(0) { $0 + $1.attempts.count } }

    /// Bar and beat where a chord landed; nil where none did, and where only seconds are known.
    func place(of verdict: Verdict) -> MIDIFile.Position? {
        verdict.outcome == .missed ? nil : performance.position(atSeconds: verdict.landedAt)
    }

    /// One sentence: `10 of 12 are right, 1 of them late; 1 almost, 1 wrong.`
    var summary: String {
        guard !take.answers.isEmpty else { return "Nothing was played." }
        let right = take.rightCount
        var text = right == take.questionCount ? "All \(right) are right" : "\(right) of \(take.questionCount) are right"
        let late = count(of: .late)
        if late > 0 { text += late == right ? ", but late" : ", \(late) of them late" }
        let others = [Outcome.almost, .wrong, .missed].map { ($0.rawValue, count(of: $0)) }
            + [("not reached", take.questionCount - take.answers.count)]
        let told = others.filter { $0.1 > 0 }.map { "\($0.1) " + $0.0 }
        return text + (told.isEmpty ? "." : "; " + told.joined(separator: ", ") + ".")
    }
}
