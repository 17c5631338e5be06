import Chordsets
import JSONText

/// A chordset as it is kept: with its place, and a version that tells whether somebody has changed it meanwhile.
public struct StoredChordset: Sendable, Hashable {
    public let chordset: Chordset
    /// Its place among the others, from 0.
    public let position: Int
    /// Grows with every change of title, chords or place, and is never the same again, also where it was deleted and came
    /// back.
    public let version: Int

    public var json: JSON { chordset.json(position: position) }

    /// With the version, which a client of the server sends back to change what it has seen and nothing else.
    public var versioned: JSON {
        guard case .object(let members) = json else { return json }
        return .object(members + [("version", .int(version))])
    }
}

/// How much is kept.
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
