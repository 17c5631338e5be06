/// What the model hears in consecutive frames: for each piano key, how likely it sounds and how likely it is struck.
public struct NoteActivations: Sendable {
    /// The keys of a piano.
    public static let keys = 88
    /// The MIDI number of the lowest key.
    public static let lowestPitch = 21

    /// The frames of the window that were computed.
    public let frames: Range<Int>
    /// The likelihood that a key sounds, from 0 to 1: frame by frame, 88 keys each.
    public internal(set) var notes: [Float]
    /// The likelihood that a key is struck, in the same order.
    public internal(set) var onsets: [Float]

    /// The likelihood that a key sounds in a frame of the window.
    public func note(_ key: Int, in frame: Int) -> Float { notes[index(key, frame)] }

    /// The likelihood that a key is struck in a frame of the window.
    public func onset(_ key: Int, in frame: Int) -> Float { onsets[index(key, frame)] }

    private func index(_ key: Int, _ frame: Int) -> Int { (frame - frames.lowerBound) * NoteActivations.keys + key }
}
