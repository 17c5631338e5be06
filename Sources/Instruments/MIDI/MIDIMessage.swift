/// One message of MIDI 1.0. Channels are numbered 1…16 as musicians number them; notes, velocities and values are 0…127.
public enum MIDIMessage: Sendable, Hashable {
    /// A key was let go; 64 is the velocity of a release that was not measured.
    case noteOff(channel: Int, note: Int, velocity: Int)
    /// A key was struck. Never with velocity 0, which is a ``noteOff(channel:note:velocity:)``.
    case noteOn(channel: Int, note: Int, velocity: Int)
    /// How hard one key is pressed.
    case polyPressure(channel: Int, note: Int, pressure: Int)
    /// A knob, a pedal or, from 120 on, a channel mode.
    case control(channel: Int, controller: Int, value: Int)
    case program(channel: Int, number: Int)
    /// How hard the keys of a channel are pressed.
    case pressure(channel: Int, pressure: Int)
    /// −8192…8191, where 0 is no bend.
    case bend(channel: Int, value: Int)
    /// What stands between F0 and F7.
    case systemExclusive([UInt8])
    case timeCode(Int)
    /// In sixteenths since the beginning.
    case songPosition(Int)
    case songSelect(Int)
    case tuneRequest, clock, start, `continue`, stop, activeSensing, reset
}
