/// Parses a stream of MIDI 1.0 bytes, in pieces of any size. Invalid bytes are dropped, and parsing goes on with the
/// next status byte.
public struct MIDIParser: Sendable, Hashable {
    /// The maximum number of bytes between F0 and F7. A longer message is dropped, because an endless one would fill
    /// the memory.
    public static let maximumSystemExclusiveLength = 65_536

    /// The status of the following data bytes. A channel status stays as running status.
    private var status: UInt8?
    /// The first of two data bytes.
    private var first: UInt8?
    /// The bytes since F0.
    private var systemExclusive: [UInt8]?

    public init() {}

    /// - Returns: the message that this byte completes, if any.
    public mutating func receive(_ byte: UInt8) -> MIDIMessage? {
        switch byte {
        // Real-time messages, defined or not, may occur inside other messages.
        case 0xF8...0xFF: MIDIMessage(status: byte)
        case 0x80...0xF7: begin(byte)
        default: take(byte)
        }
    }

    /// - Returns: the messages that these bytes complete, in order.
    public mutating func receive(_ bytes: some Sequence<UInt8>) -> [MIDIMessage] {
        var messages: [MIDIMessage] = []
        for byte in bytes {
            if let message = receive(byte) { messages.append(message) }
        }
        return messages
    }

    private mutating func begin(_ byte: UInt8) -> MIDIMessage? {
        let ended = systemExclusive
        systemExclusive = byte == 0xF0 ? [] : nil
        first = nil
        let count = MIDIMessage.dataCount(after: byte)
        status = count == 1 || count == 2 ? byte : nil
        if byte == 0xF7 { return ended.map { .systemExclusive($0) } }
        return count == 0 ? MIDIMessage(status: byte) : nil
    }

    private mutating func take(_ byte: UInt8) -> MIDIMessage? {
        if let length = systemExclusive?.count {
            if length < MIDIParser.maximumSystemExclusiveLength {
                systemExclusive?.append(byte)
            } else {
                // Without a status, the remaining data bytes are dropped.
                systemExclusive = nil
            }
            return nil
        }
        guard let status else { return nil }
        if MIDIMessage.dataCount(after: status) == 2, first == nil {
            first = byte
            return nil
        }
        let message = MIDIMessage(status: status, first ?? byte, byte)
        first = nil
        if status >= 0xF0 { self.status = nil }
        return message
    }
}
