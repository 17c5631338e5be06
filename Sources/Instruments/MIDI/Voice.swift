/// Which voice is meant. The same key on two channels is two voices, and so it is on two instruments.
public struct VoiceKey: Sendable, Hashable {
    /// The number of the instrument's port.
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

/// A note that sounds.
public struct Voice: Sendable, Hashable {
    public let key: VoiceKey
    /// How hard it was struck, 1…127.
    public let velocity: Int
    /// How far it is bent, in semitones, together with the bend of its whole zone.
    public internal(set) var bend = 0.0
    /// How hard it is pressed, 0…127: the most of what is said of its key, its channel and its zone.
    public internal(set) var pressure = 0
    /// What controller 74 says, 0…127, where 64 is the middle; moved by as much as its zone is.
    public internal(set) var timbre = 64
    /// Whether its key was let go and the sustain pedal holds it.
    public internal(set) var isSustained = false

    /// What it sounds now, in semitones: a MIDI number and the bend.
    public var pitch: Double { Double(key.note) + bend }

    /// Its channel's and its key's own share of the controls.
    var own: Controls
}

/// What moves the notes of a channel.
struct Controls: Sendable, Hashable {
    /// In semitones.
    var bend = 0.0
    var pressure = 0
    var timbre = 64

    static let middle = Controls()
}
