import Harmony

/// Colours that the pads of a connected LinnStrument show on our behalf.
public struct PadLights: Sendable, Hashable {
    /// The instrument's numbers for its colours (the maker's list of MIDI messages, controller 22).
    public enum Color: Int, Sendable, Hashable {
        /// As the instrument itself would light the pad.
        case own = 0
        case red, yellow, green, cyan, blue, magenta, off, white
    }

    private static let columns = LinnStrument.Model.large.columns
    /// Row by row from the bottom.
    private var colors: [Color]

    /// No pad in another colour than its own.
    public init() {
        colors = Array(repeating: .own, count: LinnStrument.rows * PadLights.columns)
    }

    /// Every pad that plays a note of one of two chords: of the lower chord in blue, of the upper one in yellow, of both
    /// in white.
    public init(_ linnStrument: LinnStrument, lower: PitchClassSet, upper: PitchClassSet) {
        self.init()
        for pad in linnStrument.pads {
            guard let note = linnStrument.note(at: pad) else { continue }
            switch (lower.contains(note % 12), upper.contains(note % 12)) {
            case (true, true): self[pad] = .white
            case (true, false): self[pad] = .blue
            case (false, true): self[pad] = .yellow
            case (false, false): break
            }
        }
    }

    /// The pads that two hands hold: those of the left one in blue, of the right one in yellow.
    public init(_ grip: LinnStrument.Grip) {
        self.init()
        for pad in grip.left { self[pad] = .blue }
        for pad in grip.right { self[pad] = .yellow }
    }

    public subscript(pad: LinnStrument.Pad) -> Color {
        get { colors[pad.row * PadLights.columns + pad.column] }
        set { colors[pad.row * PadLights.columns + pad.column] = newValue }
    }

    /// What has to be sent so that the instrument shows these colours, where it has shown others: three messages for
    /// each pad that changes, its column, its row and its colour (controllers 20 to 22 in the maker's list). Column 0 is
    /// that of the control buttons.
    public func messages(after earlier: PadLights = PadLights()) -> [MIDIMessage] {
        colors.indices.filter { colors[$0] != earlier.colors[$0] }.flatMap { index in
            [(20, index % PadLights.columns + 1), (21, index / PadLights.columns), (22, colors[index].rawValue)]
                .map { MIDIMessage.control(channel: 1, controller: $0, value: $1) }
        }
    }
}
