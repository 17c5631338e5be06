/// A tonic and a mode: C major, F♯ harmonic minor, D Dorian.
public struct Key: Sendable, Hashable {
    /// The note on which the key is built.
    public let tonic: NoteName
    /// The mode, which determines the seven notes.
    public let mode: Mode

    /// - Parameter tonic: a doubly altered tonic is simplified, as for the root of a chord.
    public init(_ tonic: NoteName, _ mode: Mode) {
        self.tonic = tonic.simplified
        self.mode = mode
    }

    /// The key with this mode and signature: 2 sharps and minor make B minor.
    /// - Parameter signature: sharps where positive, flats where negative.
    public init(signature: Int, _ mode: Mode) {
        self.init(NoteName(fifths: signature - mode.brightness), mode)
    }

    /// The 15 keys of a mode with a written signature, from seven flats to seven sharps.
    public static func all(_ mode: Mode) -> [Key] {
        (-7...7).map { Key(signature: $0, mode) }
    }

    /// `F♯ harmonic minor`.
    public var name: String { tonic.text + " " + mode.name }

    /// The key's position on the line of fifths, equal to its signature: positive for sharps, negative for flats.
    /// Relative keys share it.
    public var fifths: Int { tonic.fifths + mode.brightness }

    /// The key signature.
    public var signature: KeySignature { KeySignature(fifths: fifths) }

    /// Whether the signature would need more than seven accidentals: G♯ major has eight sharps and is written as its
    /// ``enharmonic`` key A♭ major.
    public var isTheoretical: Bool { !signature.isWritten }

    /// The seven notes, ascending from the tonic.
    public var notes: [NoteName] { mode.degrees.map { tonic.adding($0) } }

    /// The pitch classes of the seven notes.
    public var pitchClasses: PitchClassSet { PitchClassSet(notes.map { $0.pitchClass }) }

    /// The key's notes as a scale, with its modes and chords.
    public var scale: Scale { Scale(tonic, mode.scaleType) }
}

extension Key: CustomStringConvertible {
    public var description: String { name }
}

extension Key {
    /// The name in a notation: `F# harmonic minor`.
    public func name(in notation: Notation) -> String { notation.written(tonic) + " " + mode.name }
}
