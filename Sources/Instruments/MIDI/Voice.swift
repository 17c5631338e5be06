/// The identity of a voice. The same note on two channels or ports is two voices.
public struct VoiceKey: Sendable, Hashable {
    /// The port of the instrument.
    public let port: Int
    /// 1…16.
    public let channel: Int
    /// 0…127.
    public let note: Int

    public init(port: Int = 0, channel: Int, note: Int) {
        self.port = port
        self.channel = channel
        self.note = note
    }
}

/// A sounding note.
public struct Voice: Sendable, Hashable {
    public let key: VoiceKey
    /// 1…127.
    public let velocity: Int
    /// The pitch bend in semitones, including that of its zone.
    public internal(set) var bend = 0.0
    /// The pressure, 0…127: the maximum of key, channel and zone.
    public internal(set) var pressure = 0
    /// The timbre (controller 74), 0…127 with the middle at 64, including the offset of its zone.
    public internal(set) var timbre = 64
    /// Whether its key is up and the sustain pedal holds it.
    public internal(set) var isSustained = false

    /// The MIDI note plus the bend, in semitones.
    public var pitch: Double { Double(key.note) + bend }

    /// The controls of its channel and key, without its zone.
    var own: Controls
}

/// The expressive controls of a channel or note.
struct Controls: Sendable, Hashable {
    /// Semitones.
    var bend = 0.0
    var pressure = 0
    var timbre = 64

    static let middle = Controls()
}
