import Harmony

/// Colors to send to the pads of a connected LinnStrument.
public struct PadLights: Sendable, Hashable {
    /// The instrument's color numbers (the manufacturer's list of MIDI messages, controller 22).
    public enum Color: Int, Sendable, Hashable {
        /// The light of the instrument's own settings.
        case own = 0
        case red, yellow, green, cyan, blue, magenta, off, white
    }

    private static let columns = LinnStrument.Model.large.columns
    /// Row by row from the bottom.
    private var colors: [Color]

    /// All pads in their own color.
    public init() {
        colors = Array(repeating: .own, count: LinnStrument.rows * PadLights.columns)
    }

    /// The pads of two chords: the lower chord in blue, the upper one in yellow, common notes in white.
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

    /// The pads of a fingering: the left hand in blue, the right hand in yellow.
    public init(_ grip: LinnStrument.Grip) {
        self.init()
        for pad in grip.left { self[pad] = .blue }
        for pad in grip.right { self[pad] = .yellow }
    }

    public subscript(pad: LinnStrument.Pad) -> Color {
        get { colors[pad.row * PadLights.columns + pad.column] }
        set { colors[pad.row * PadLights.columns + pad.column] = newValue }
    }

    /// The messages that change the lights from `earlier` to these: column, row and color of each changed pad
    /// (controllers 20 to 22 in the manufacturer's list). Column 0 has the control buttons.
    public func messages(after earlier: PadLights = PadLights()) -> [MIDIMessage] {
        colors.indices.filter { colors[$0] != earlier.colors[$0] }.flatMap { index in
            [(20, index % PadLights.columns + 1), (21, index / PadLights.columns), (22, colors[index].rawValue)]
                .map { MIDIMessage.control(channel: 1, controller: $0, value: $1) }
        }
    }
}
