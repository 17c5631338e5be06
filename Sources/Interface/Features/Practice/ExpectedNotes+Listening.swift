import Harmony
import Practice
import Rendering

extension ExpectedNotes {
    /// What is listened for, as `ExpectedSound` of the module Listening reads it: `pitches 48 52 58`, or
    /// `classes 145 1169 264` with the bits of the required and the allowed notes, and of each set in `oneOf`.
    ///
    /// The bass is not verified, because partials sound like notes.
    /// - Parameter semitones: from the sounding to the written pitch.
    func listened(loweredBy semitones: Int) -> String {
        if isAsWritten { return "pitches" + written.map { " \($0 - semitones)" }.joined() }
        return "classes"
            + ([required, allowed] + oneOf).map { set in
                " \(set.transposed(up: (1200 - semitones) % 12).bits)"
            }.joined()
    }
}

extension HeardStrike.Answer {
    /// One sentence about a strike that was not right: “Not yet: I do not hear the E♭.”
    /// - Parameter isRepeated: whether it was not sure before.
    func sentence(of expected: ExpectedNotes, isRepeated: Bool, in notation: Notation) -> String? {
        switch self {
        case .right: return nil
        case .unsure: return PracticeText.unsure(isRepeated: isRepeated)
        case .notYet(let missing, let extra):
            func names(_ pitches: [Int], _ name: (Int) -> NoteName) -> [String] {
                var result: [String] = []
                for pitch in pitches {
                    let written = notation.written(name(pitch))
                    if !result.contains(written) { result.append(written) }
                }
                return result
            }
            let sounding = expected.allowed.subtracting(PitchClassSet(missing))
            return PracticeText.notHeard(
                names(missing) { expected.name(of: $0) },
                names(extra) { expected.foreign($0, among: sounding).name })
        }
    }
}
