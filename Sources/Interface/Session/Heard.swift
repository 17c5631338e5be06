import Harmony

/// What was heard of a strike.
enum Heard: Sendable, Hashable {
    /// The chord that was asked for.
    case right
    /// MIDI numbers or pitch classes that are surely missing, and MIDI numbers that surely are too many, as they sound.
    case notYet(missing: [Int], extra: [Int])
    case unsure
    /// The deviation of a note in tenths of a cent; nil if it was not clear.
    case tuned(Int?)

    /// Reads a line of `MicrophoneListener` without its time.
    init?(_ words: [String]) {
        switch (words[0], words.count) {
        case ("tuned", 2): self = .tuned(Int(words[1]).flatMap { -1200...1200 ~= $0 ? $0 : nil })
        case ("right", 4): self = .right
        case ("unsure", 4): self = .unsure
        case ("not-yet", 4):
            func numbers(_ text: String) -> [Int] {
                text.parts(at: ",").compactMap { Int($0) }.filter { 0...127 ~= $0 }
            }
            self = .notYet(missing: numbers(words[2]), extra: numbers(words[3]))
        default: return nil
        }
    }

    /// The same at written pitch.
    func raised(by semitones: Int) -> Heard {
        guard case .notYet(let missing, let extra) = self else { return self }
        return .notYet(missing: missing.map { $0 + semitones }, extra: extra.map { $0 + semitones })
    }
}
