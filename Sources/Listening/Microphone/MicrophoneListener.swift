import Harmony

/// Listens to a microphone: receives sound in pieces, and reports each strike in a line of text.
public struct MicrophoneListener: Sendable {
    /// What is asked for.
    private enum Question {
        case chord(ExpectedSound)
        /// A single note, by its MIDI number, to measure the tuning.
        case tuning(pitch: Int)
        /// Which notes were struck.
        case notes
    }

    private var listener: Listener
    private var question: Question?

    /// - Parameters:
    ///   - rate: samples per second.
    ///   - tuning: the frequency of A4 in tenths of Hz.
    public init(rate: Int, tuning: Int) {
        listener = Listener(rate: rate, tuning: Double(tuning) / 10, pace: .live)
    }

    /// Changes what is asked for: `tune 60` for the tuning of a note, `notes` for any notes, a chord
    /// (`ExpectedSound.init(_:)`), or else nothing.
    public mutating func expect(_ text: String) {
        let words = text.utf8.split(separator: UInt8(ascii: " "))
        if words.count == 2, words[0].elementsEqual("tune".utf8), let pitch = Int(Substring(words[1])),
            KeyEvidence.pitches.contains(pitch)
        {
            question = .tuning(pitch: pitch)
        } else if text.utf8.elementsEqual("notes".utf8) {
            question = .notes
        } else {
            question = ExpectedSound(text).map { .chord($0) }
        }
    }

    /// Adds sound, mono.
    ///
    /// - Returns: a line for each strike that can be judged now, with its time in milliseconds since the first sample.
    ///   `1500 right 812 - -` has the score in thousandths, the missing and the extra notes, separated by commas.
    ///   `1500 tuned -23` has the deviation in tenths of a cent, or “-” if no clear note was heard.
    ///   `1500 notes 48,52,58` has the MIDI numbers of the notes that were heard.
    public mutating func receive(_ sound: [Float]) -> String {
        var lines = ""
        for strike in listener.receive(sound) {
            guard let answer = answer(to: strike) else { continue }
            lines += "\(Int(strike.seconds * 1000)) \(answer)\n"
        }
        return lines
    }

    private func answer(to strike: HeardOnset) -> String? {
        switch question {
        case .tuning(let pitch):
            let cents = NoteTuning.cents(of: pitch, in: listener.sound(after: strike))
            return "tuned " + (cents.map { "\(Int($0 * 10))" } ?? "-")
        case .chord(let expected):
            let verdict = strike.evidence.verdict(inAnyOctave: expected)
            // A click has no notes.
            if strike.evidence.notes.isEmpty, verdict.answer != .right { return nil }
            let word = verdict.answer == .notYet ? "not-yet" : verdict.answer.rawValue
            return "\(word) \(Int(verdict.score * 1000)) \(listed(verdict.missing)) \(listed(verdict.extra))"
        case .notes:
            let notes = strike.evidence.notes
            return notes.isEmpty ? nil : "notes " + listed(notes.map { $0.pitch })
        case nil: return nil
        }
    }

    private func listed(_ numbers: [Int]) -> String {
        numbers.isEmpty ? "-" : numbers.map { "\($0)" }.joined(separator: ",")
    }
}

extension KeyEvidence {
    /// The verdict on expected notes. A written voicing may be played an octave higher or lower.
    fileprivate func verdict(inAnyOctave expected: ExpectedSound) -> SoundVerdict {
        let verdict = verdict(on: expected)
        guard case .pitches(let pitches) = expected, verdict.answer != .right else { return verdict }
        for octave in [-12, 12] {
            let moved = pitches.map { $0 + octave }
            guard moved.allSatisfy({ KeyEvidence.pitches.contains($0) }) else { continue }
            let other = self.verdict(on: .pitches(moved))
            if other.answer == .right { return other }
        }
        return verdict
    }
}
