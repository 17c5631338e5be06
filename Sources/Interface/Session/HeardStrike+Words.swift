import Harmony
import Practice

extension HeardStrike.Answer {
    /// Reads a line of `MicrophoneListener` about a chord, without its time. The notes are as they sound.
    init?(_ words: [String]) {
        func numbers(_ text: String) -> [Int] {
            text.parts(at: ",").compactMap { Int($0) }.filter { 0...127 ~= $0 }
        }
        switch (words[0], words.count) {
        case ("right", 4): self = .right
        case ("unsure", 4): self = .unsure
        case ("not-yet", 4): self = .notYet(missing: numbers(words[2]), extra: numbers(words[3]))
        default: return nil
        }
    }

    /// The same at written pitch.
    func raised(by semitones: Int) -> HeardStrike.Answer {
        guard case .notYet(let missing, let extra) = self else { return self }
        return .notYet(missing: missing.map { $0 + semitones }, extra: extra.map { $0 + semitones })
    }
}
