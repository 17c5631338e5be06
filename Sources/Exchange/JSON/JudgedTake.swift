import Input
import Instruments
import Practice

/// A judged recording.
public struct JudgedTake: Sendable {
    public let sheet: ExerciseSheet
    public let take: Take
    /// The recording by MIDI; nil if it is one of sound.
    private let performance: Performance?

    /// - Parameter downbeat: the time of the first beat in seconds from the beginning of the recording; nil for the
    ///   time of the first key. Only exercises in time have a downbeat.
    public init(_ performance: Performance, of sheet: ExerciseSheet, downbeat: Double? = nil) throws(InputError) {
        try JudgedTake.check(sheet.exercise, downbeat)
        self.sheet = sheet
        self.performance = performance
        take = Take(
            performance.strokes, of: sheet.exercise, seed: sheet.seed, for: sheet.pianist, downbeat: downbeat)
    }

    /// - Parameters:
    ///   - strikes: what was heard in a recording of sound.
    ///   - downbeat: the time of the first beat in seconds; nil for the time of the first strike.
    public init(hearing strikes: [HeardStrike], of sheet: ExerciseSheet, downbeat: Double? = nil) throws(InputError) {
        try JudgedTake.check(sheet.exercise, downbeat)
        self.sheet = sheet
        performance = nil
        take = Take(hearing: strikes, of: sheet.questions, at: sheet.exercise.pace, downbeat: downbeat)
    }

    private static func check(_ exercise: Exercise, _ downbeat: Double?) throws(InputError) {
        guard exercise.task.isPlayed else {
            throw InputError(
                """
                “\(exercise.words)” is answered by choosing, not by playing. Recordings are judged of play, echo \
                and complete.
                """
            )
        }
        if let downbeat {
            guard exercise.pace != .waiting else {
                throw InputError("This exercise waits for the player and has no downbeat. Leave out “downbeat”.")
            }
            guard (0...Performance.maximumTime).contains(downbeat) else {
                throw InputError(
                    "The downbeat is not a time: expected seconds from 0 to \(Int(Performance.maximumTime)).")
            }
        }
    }

    func count(of outcome: Outcome) -> Int { take.answers.reduce(0) { $0 + ($1.verdict.outcome == outcome ? 1 : 0) } }

    var attemptCount: Int { take.answers.reduce(0) { $0 + $1.attempts.count } }

    /// Bar and beat where a chord landed; nil if none did, or if only seconds are known.
    func place(of verdict: Verdict) -> MIDIFile.Position? {
        verdict.outcome == .missed ? nil : performance?.position(atSeconds: verdict.landedAt)
    }

    /// One sentence: `10 of 12 are right, 1 of them late; 1 almost, 1 wrong.`
    var summary: String {
        guard !take.answers.isEmpty else { return "Nothing was played." }
        let right = take.rightCount
        var text =
            right == take.questionCount ? "All \(right) are right" : "\(right) of \(take.questionCount) are right"
        let late = count(of: .late)
        if late > 0 { text += late == right ? ", but late" : ", \(late) of them late" }
        let others =
            [Outcome.almost, .wrong, .missed].map { ($0.rawValue, count(of: $0)) }
            + [("not reached", take.questionCount - take.answers.count)]
        let parts = others.filter { $0.1 > 0 }.map { "\($0.1) " + $0.0 }
        return text + (parts.isEmpty ? "." : "; " + parts.joined(separator: ", ") + ".")
    }
}
