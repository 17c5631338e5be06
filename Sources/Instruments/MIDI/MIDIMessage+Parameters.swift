extension MIDIMessage {
    /// Sets a registered parameter (RPN) of a channel, such as 0, the pitch bend range in semitones.
    /// - Parameters:
    ///   - number: 0…127.
    ///   - value: 0…127.
    public static func registeredParameter(_ number: Int, value: Int, channel: Int) -> [MIDIMessage] {
        controls([(101, 0), (100, number), (6, value)], channel)
    }

    /// Sets a non-registered parameter (NRPN) with the six messages that a LinnStrument expects.
    /// - Parameters:
    ///   - number: 0…16 383.
    ///   - value: 0…16 383.
    public static func parameter(_ number: Int, value: Int, channel: Int = 1) -> [MIDIMessage] {
        controls(
            [(99, number >> 7), (98, number & 127), (6, value >> 7), (38, value & 127), (101, 127), (100, 127)], channel
        )
    }

    private static func controls(_ settings: [(controller: Int, value: Int)], _ channel: Int) -> [MIDIMessage] {
        settings.map { .control(channel: channel, controller: $0.controller, value: $0.value) }
    }
}
