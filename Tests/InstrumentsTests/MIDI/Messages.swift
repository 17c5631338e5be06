import Instruments

/// One message of every kind, with minimum and maximum values.
let everyMessage: [MIDIMessage] = {
    var messages: [MIDIMessage] = [
        .systemExclusive([]), .systemExclusive([0x7D, 0, 127]), .timeCode(0), .timeCode(127), .songPosition(0),
        .songPosition(128), .songPosition(16_383), .songSelect(0), .songSelect(127), .tuneRequest, .clock, .start,
        .continue, .stop, .activeSensing, .reset,
    ]
    for channel in 1...16 {
        for value in [0, 1, 64, 127] {
            messages += [
                .noteOff(channel: channel, note: value, velocity: 127 - value),
                .noteOn(channel: channel, note: value, velocity: max(1, 127 - value)),
                .polyPressure(channel: channel, note: value, pressure: 127 - value),
                .control(channel: channel, controller: value, value: 127 - value),
                .program(channel: channel, number: value), .pressure(channel: channel, pressure: value),
            ]
        }
        for value in [-8192, -1, 0, 1, 127, 128, 8191] { messages.append(.bend(channel: channel, value: value)) }
    }
    return messages
}()

func on(_ note: Int, _ channel: Int = 1, _ velocity: Int = 100) -> MIDIMessage {
    .noteOn(channel: channel, note: note, velocity: velocity)
}

func off(_ note: Int, _ channel: Int = 1, _ velocity: Int = 64) -> MIDIMessage {
    .noteOff(channel: channel, note: note, velocity: velocity)
}

func control(_ controller: Int, _ value: Int, _ channel: Int = 1) -> MIDIMessage {
    .control(channel: channel, controller: controller, value: value)
}

/// Parses hexadecimal bytes separated by spaces.
func hex(_ text: String) -> [UInt8] {
    text.split(separator: " ").map { UInt8($0, radix: 16)! }
}
