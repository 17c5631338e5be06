extension MIDIMessage {
    /// A description for a monitor: `Note On 60 velocity 100, channel 1`.
    public var text: String {
        switch self {
        case .noteOff(let channel, let note, let velocity): "Note Off \(note) velocity \(velocity), channel \(channel)"
        case .noteOn(let channel, let note, let velocity): "Note On \(note) velocity \(velocity), channel \(channel)"
        case .polyPressure(let channel, let note, let pressure):
            "Key Pressure \(note) pressure \(pressure), channel \(channel)"
        case .control(let channel, let controller, let value):
            MIDIMessage.controlName(controller, value) + ", channel \(channel)"
        case .program(let channel, let number): "Program \(number), channel \(channel)"
        case .pressure(let channel, let pressure): "Channel Pressure \(pressure), channel \(channel)"
        case .bend(let channel, let value): "Pitch Bend " + (value > 0 ? "+" : "") + "\(value), channel \(channel)"
        case .systemExclusive(let data): "System Exclusive, \(data.count) " + (data.count == 1 ? "byte" : "bytes")
        case .timeCode(let value): "Time Code \(value)"
        case .songPosition(let sixteenths): "Song Position \(sixteenths)"
        case .songSelect(let song): "Song Select \(song)"
        case .tuneRequest: "Tune Request"
        case .clock: "Clock"
        case .start: "Start"
        case .continue: "Continue"
        case .stop: "Stop"
        case .activeSensing: "Active Sensing"
        case .reset: "Reset"
        }
    }

    /// The channel, 1…16; nil for system messages.
    public var channel: Int? {
        switch self {
        case .noteOff(let channel, _, _), .noteOn(let channel, _, _), .polyPressure(let channel, _, _),
            .control(let channel, _, _), .program(let channel, _), .pressure(let channel, _), .bend(let channel, _):
            channel
        default: nil
        }
    }

    private static func controlName(_ controller: Int, _ value: Int) -> String {
        switch controller {
        case 64: "Sustain Pedal \(value)"
        case 120: "All Sound Off"
        case 121: "Reset All Controllers"
        case 123: "All Notes Off"
        default: "Control \(controller) value \(value)"
        }
    }
}
