/// A MIDI 1.0 message. Channels are 1…16; notes, velocities and values are 0…127.
public enum MIDIMessage: Sendable, Hashable {
    /// The velocity is 64 if the instrument does not measure it.
    case noteOff(channel: Int, note: Int, velocity: Int)
    /// The velocity is never 0, because that is a ``noteOff(channel:note:velocity:)``.
    case noteOn(channel: Int, note: Int, velocity: Int)
    /// The pressure of one key (polyphonic aftertouch).
    case polyPressure(channel: Int, note: Int, pressure: Int)
    /// A controller or, from 120 on, a channel mode message.
    case control(channel: Int, controller: Int, value: Int)
    case program(channel: Int, number: Int)
    /// The pressure of all keys of a channel (channel aftertouch).
    case pressure(channel: Int, pressure: Int)
    /// −8192…8191, with 0 for no bend.
    case bend(channel: Int, value: Int)
    /// The bytes between F0 and F7.
    case systemExclusive([UInt8])
    case timeCode(Int)
    /// Sixteenths since the beginning.
    case songPosition(Int)
    case songSelect(Int)
    case tuneRequest, clock, start, `continue`, stop, activeSensing, reset
}
