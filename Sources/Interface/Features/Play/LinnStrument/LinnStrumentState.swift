import Instruments

/// The state of a connected LinnStrument: reading its settings, and which pads are lit.
struct LinnStrumentState: Sendable {
    /// Present while the settings are read.
    var dialogue: SettingsQuery?
    /// The result, as a sentence.
    var answer = ""
    /// The only notes that are lit on the grid, if an address asks for some.
    var shape: HeldShape?
    /// The lit pads of a connected instrument; nil unless they are to be lit.
    var shining: Shining?

    struct Shining: Sendable, Hashable {
        /// The number of the output.
        let port: Int
        var lights = PadLights()
    }
}

extension PlayState {
    /// Whether the instrument whose pads are to be lit is connected.
    var isShiningPortThere: Bool {
        instruments.access.outputs.contains { $0.number == linnStrument.shining?.port }
    }
}
