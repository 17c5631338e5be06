import Sync

extension Chordset: Storable {
    public typealias DocumentError = ChordsetError
}

/// A chordset on a shelf, with its position and version.
public typealias StoredChordset = Versioned<Chordset>

extension StoredChordset {
    public var chordset: Chordset { item }
}
