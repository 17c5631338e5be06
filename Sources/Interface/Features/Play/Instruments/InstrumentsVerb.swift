/// Something done with the connected instruments, or by them.
indirect enum InstrumentsVerb: Sendable {
    case enableMIDI
    /// The answer to that, and later the ports whenever they change.
    case access(MIDIAccess)
    case unplugged(port: Int, milliseconds: Int)
    /// To one port, or to all of them (nil).
    case listenTo(port: Int?)
    /// The host uses a device otherwise: `arrange own 1 yes`. The last word may be the value of a field.
    case arrange([String])

    /// The first word of each action.
    private enum Word: String {
        case enable, access, unplugged, arrange
        case listenTo = "listen-to"
    }

    init?(_ words: [String], _ numbers: [Int], value: String?) {
        switch (words.first.flatMap(Word.init), words.count, numbers.count) {
        case (.enable, 1, _): self = .enableMIDI
        case (.access, 1, _):
            guard let access = MIDIAccess(value ?? "") else { return nil }
            self = .access(access)
        case (.unplugged, 3, 2): self = .unplugged(port: numbers[0], milliseconds: numbers[1])
        case (.listenTo, 2, _): self = .listenTo(port: numbers.first)
        case (.arrange, 2...4, _): self = .arrange(Array(words.dropFirst()) + (value.map { [$0] } ?? []))
        default: return nil
        }
    }
}
