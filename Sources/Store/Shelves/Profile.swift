import JSONText
import Sync

/// The number of stored chordsets and chords.
public struct Profile: Sendable, Hashable, CustomStringConvertible {
    public let chordsets: Int
    public let chords: Int

    public init(chordsets: Int, chords: Int) {
        self.chordsets = chordsets
        self.chords = chords
    }

    public var json: JSON { .object([("chordsets", .int(chordsets)), ("chords", .int(chords))]) }

    public var description: String { "chordsets: \(chordsets), chords: \(chords)" }
}
