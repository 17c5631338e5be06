extension MIDIFile {
    /// The bytes of the file: format 0 for one track, otherwise format 1 with at most 65,535 tracks. A pause that is
    /// too long for one event is divided by empty texts.
    public var bytes: [UInt8] {
        let tracks = self.tracks.prefix(0xFFFF)
        var bytes = Array("MThd".utf8)
        bytes.append(6, bytes: 4)
        bytes.append(tracks.count == 1 ? 0 : 1, bytes: 2)
        bytes.append(tracks.count, bytes: 2)
        bytes.append(ticksPerQuarter, bytes: 2)
        for track in tracks {
            var content: [UInt8] = []
            var tick = 0
            for event in track {
                while event.tick - tick > MIDIFile.maximumDelta {
                    content.append(variable: MIDIFile.maximumDelta)
                    MIDIFile.Event.Kind.meta(type: 1, bytes: []).write(to: &content)
                    tick += MIDIFile.maximumDelta
                }
                content.append(variable: event.tick - tick)
                event.kind.write(to: &content)
                tick = event.tick
            }
            bytes += "MTrk".utf8
            bytes.append(content.count, bytes: 4)
            bytes += content
        }
        return bytes
    }
}

extension MIDIFile.Event.Kind {
    fileprivate func write(to bytes: inout [UInt8]) {
        switch self {
        case .message(let message):
            let content = message.bytes
            switch content[0] {
            case 0xF0:
                bytes.append(0xF0)
                bytes.append(block: Array(content.dropFirst()))
            case 0xF1...0xFF:
                bytes.append(0xF7)
                bytes.append(block: content)
            default: bytes += content
            }
        case .tempo(let microseconds):
            var value: [UInt8] = []
            value.append(min(max(microseconds, 0), 0xFF_FFFF), bytes: 3)
            MIDIFile.Event.Kind.write(0x51, value, to: &bytes)
        case .timeSignature(let signature):
            let power = signature.denominator.trailingZeroBitCount
            let value = [signature.numerator, power, signature.clocksPerClick, signature.thirtySecondsPerQuarter]
            MIDIFile.Event.Kind.write(0x58, value.map { UInt8(clamping: $0) }, to: &bytes)
        case .meta(let type, let value): MIDIFile.Event.Kind.write(type, value, to: &bytes)
        case .fragment(let value, let isFirst):
            bytes.append(isFirst ? 0xF0 : 0xF7)
            bytes.append(block: value)
        case .endOfTrack: MIDIFile.Event.Kind.write(0x2F, [], to: &bytes)
        }
    }

    private static func write(_ type: UInt8, _ value: [UInt8], to bytes: inout [UInt8]) {
        bytes += [0xFF, type]
        bytes.append(block: value)
    }
}

extension [UInt8] {
    /// Appends a big-endian number.
    fileprivate mutating func append(_ number: Int, bytes count: Int) {
        for index in stride(from: count - 1, through: 0, by: -1) {
            append(UInt8(truncatingIfNeeded: number >> (8 * index)))
        }
    }

    /// Appends a variable-length quantity.
    fileprivate mutating func append(variable number: Int) {
        let number = Swift.min(Swift.max(number, 0), MIDIFile.maximumDelta)
        for group in [3, 2, 1] where number >> (7 * group) > 0 {
            append(UInt8(number >> (7 * group) & 127) | 128)
        }
        append(UInt8(number & 127))
    }

    /// Appends bytes preceded by their count.
    fileprivate mutating func append(block: [UInt8]) {
        append(variable: block.count)
        self += block
    }
}
