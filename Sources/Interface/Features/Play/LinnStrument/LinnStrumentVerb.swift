/// Something done with a connected LinnStrument.
indirect enum LinnStrumentVerb: Sendable {
    case readSettings
    /// A question was not answered in time; how many were asked before it.
    case unanswered(Int)
    /// Whether the pads of the chosen chords are lit on the instrument.
    case shine(Bool)

    /// The first word of each action.
    private enum Word: String {
        case readSettings = "read-settings"
        case unanswered, shine
    }

    init?(_ words: [String], _ numbers: [Int]) {
        switch (words.first.flatMap(Word.init), words.count, numbers.count) {
        case (.readSettings, 1, _): self = .readSettings
        case (.unanswered, 2, 1): self = .unanswered(numbers[0])
        case (.shine, 2, _): self = .shine(words[1] == "on")
        default: return nil
        }
    }
}
