import Instruments

/// The state of a connected LinnStrument: reading its settings, and which pads are lit.
struct LinnStrumentState: Sendable {
    /// Present while the settings are read.
    var reading: Reading?
    /// The result, as a sentence.
    var answer = ""
    /// The only notes that are lit on the grid, if an address asks for some.
    var shape: HeldShape?
    /// The lit pads of a connected instrument; nil unless they are to be lit.
    var shining: Shining?

    struct Reading: Sendable {
        let output: MIDIAccess.Port
        var query = SettingsQuery()
        /// The number of the input that answered last.
        var input: Int?
    }

    struct Shining: Sendable, Hashable {
        /// The number of the output.
        let port: Int
        var lights = PadLights()
    }
}

extension PlayState {
    /// Takes a message as the answer to a question about the settings.
    /// - Returns: whether it is one. Then there may be another question.
    mutating func takeAnswer(_ message: MIDIMessage, port: Int) -> Bool {
        guard let output = linnStrument.reading?.output, instruments.isInput(port, of: output),
            linnStrument.reading?.query.receive(message) == true
        else { return false }
        linnStrument.reading?.input = port
        return true
    }

    /// Whether the instrument whose pads are to be lit is connected.
    var isShiningPortThere: Bool {
        instruments.access.outputs.contains { $0.number == linnStrument.shining?.port }
    }
}
