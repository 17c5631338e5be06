extension MIDIMessage {
    /// The bytes of the message, the status first. Values are truncated to seven bits to keep them distinct from a
    /// status.
    public var bytes: [UInt8] {
        func voice(_ status: UInt8, _ channel: Int, _ data: Int...) -> [UInt8] {
            [status | UInt8(truncatingIfNeeded: (channel - 1) & 15)] + data.map { UInt8(truncatingIfNeeded: $0 & 127) }
        }
        func common(_ status: UInt8, _ data: Int...) -> [UInt8] {
            [status] + data.map { UInt8(truncatingIfNeeded: $0 & 127) }
        }
        switch self {
        case .noteOff(let channel, let note, let velocity): return voice(0x80, channel, note, velocity)
        case .noteOn(let channel, let note, let velocity): return voice(0x90, channel, note, velocity)
        case .polyPressure(let channel, let note, let pressure): return voice(0xA0, channel, note, pressure)
        case .control(let channel, let controller, let value): return voice(0xB0, channel, controller, value)
        case .program(let channel, let number): return voice(0xC0, channel, number)
        case .pressure(let channel, let pressure): return voice(0xD0, channel, pressure)
        case .bend(let channel, let value):
            let raised = value + 8192
            return voice(0xE0, channel, raised, raised >> 7)
        case .systemExclusive(let data): return [0xF0] + data.map { $0 & 127 } + [0xF7]
        case .timeCode(let value): return common(0xF1, value)
        case .songPosition(let sixteenths): return common(0xF2, sixteenths, sixteenths >> 7)
        case .songSelect(let song): return common(0xF3, song)
        case .tuneRequest: return [0xF6]
        case .clock: return [0xF8]
        case .start: return [0xFA]
        case .continue: return [0xFB]
        case .stop: return [0xFC]
        case .activeSensing: return [0xFE]
        case .reset: return [0xFF]
        }
    }

    /// The number of data bytes after a status; nil for system exclusive, which has no fixed length, and for undefined
    /// status bytes.
    static func dataCount(after status: UInt8) -> Int? {
        switch status {
        case 0x80...0xBF, 0xE0...0xEF, 0xF2: 2
        case 0xC0...0xDF, 0xF1, 0xF3: 1
        case 0xF6, 0xF8, 0xFA...0xFC, 0xFE, 0xFF: 0
        default: nil
        }
    }

    /// The message with a status and its data bytes; unneeded data bytes are ignored. A Note On with velocity 0 becomes
    /// a Note Off.
    init?(status: UInt8, _ first: UInt8 = 0, _ second: UInt8 = 0) {
        let channel = Int(status & 15) + 1
        let value = Int(first)
        let both = value | Int(second) << 7
        switch status {
        case 0x80...0x8F: self = .noteOff(channel: channel, note: value, velocity: Int(second))
        case 0x90...0x9F:
            self =
                second == 0
                ? .noteOff(channel: channel, note: value, velocity: 64)
                : .noteOn(channel: channel, note: value, velocity: Int(second))
        case 0xA0...0xAF: self = .polyPressure(channel: channel, note: value, pressure: Int(second))
        case 0xB0...0xBF: self = .control(channel: channel, controller: value, value: Int(second))
        case 0xC0...0xCF: self = .program(channel: channel, number: value)
        case 0xD0...0xDF: self = .pressure(channel: channel, pressure: value)
        case 0xE0...0xEF: self = .bend(channel: channel, value: both - 8192)
        case 0xF1: self = .timeCode(value)
        case 0xF2: self = .songPosition(both)
        case 0xF3: self = .songSelect(value)
        case 0xF6: self = .tuneRequest
        case 0xF8: self = .clock
        case 0xFA: self = .start
        case 0xFB: self = .continue
        case 0xFC: self = .stop
        case 0xFE: self = .activeSensing
        case 0xFF: self = .reset
        default: return nil
        }
    }

    /// The message on another channel, 1…16. System messages have none.
    package func onChannel(_ new: Int) -> MIDIMessage {
        let bytes = bytes
        guard channel != nil, bytes.count > 1 else { return self }
        let status = bytes[0] & 0xF0 | UInt8(truncatingIfNeeded: (new - 1) & 15)
        return MIDIMessage(status: status, bytes[1], bytes.count > 2 ? bytes[2] : 0) ?? self
    }
}
