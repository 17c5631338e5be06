import Listening
import Practice

extension ExpectedSound {
    /// What is listened for. The bass is not verified, because partials sound like notes.
    init(_ expected: ExpectedNotes) {
        self =
            expected.isAsWritten
            ? .pitches(expected.written)
            : .classes(required: expected.required, allowed: expected.allowed, oneOf: expected.oneOf)
    }
}

extension HeardStrike.Answer {
    /// Whether the notes of a question were heard. A click, in which no note is heard, is no answer.
    init(_ evidence: KeyEvidence, to expected: ExpectedNotes) {
        let verdict = evidence.verdict(on: ExpectedSound(expected))
        self =
            switch verdict.answer {
            case .right: .right
            case .unsure: .unsure
            case .notYet: evidence.notes.isEmpty ? .unsure : .notYet(missing: verdict.missing, extra: verdict.extra)
            }
    }
}
