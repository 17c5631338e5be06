/// A tonic and a mode: C major, F♯ harmonic minor, D Dorian.
public struct Key: Sendable, Hashable {
    /// The note on which the key rests.
    public let tonic: NoteName
    /// Which seven notes stand above it.
    public let mode: Mode

    /// - Parameter tonic: a doubly altered note takes its simple name, as where it becomes the root of a chord.
    public init(_ tonic: NoteName, _ mode: Mode) {
        self.tonic = tonic.simplified
        self.mode = mode
    }

    /// The key of this mode with that signature: 2 sharps and minor make B minor.
    /// - Parameter signature: sharps where positive, flats where negative.
    public init(signature: Int, _ mode: Mode) {
        self.init(NoteName(fifths: signature - mode.brightness), mode)
    }

    /// The 15 keys of a mode that can be written, from seven flats to seven sharps.
    public static func all(_ mode: Mode) -> [Key] {
        (-7...7).map { Key(signature: $0, mode) }
    }

    /// `F♯ harmonic minor`.
    public var name: String { tonic.text + " " + mode.name }

    /// The place of the key on the line of fifths, which is its signature: sharps where positive, flats where negative.
    /// Relative keys share it.
    public var fifths: Int { tonic.fifths + mode.brightness }

    /// What stands at the beginning of the staff.
    public var signature: KeySignature { KeySignature(fifths: fifths) }

    /// Whether the signature would need more than seven accidentals: G♯ major, with eight sharps, is written as its
    /// ``enharmonic`` key A♭ major.
    public var isTheoretical: Bool { !signature.isWritten }

    /// The seven notes from the tonic upwards.
    public var notes: [NoteName] { mode.degrees.map { tonic.adding($0) } }

    /// The seven keys of the piano, whatever they are called.
    public var pitchClasses: PitchClassSet { PitchClassSet(notes.map { $0.pitchClass }) }

    /// The notes as a scale, with its modes and the chords in it.
    public var scale: Scale { Scale(tonic, mode.scaleType) }
}

extension Key: CustomStringConvertible {
    public var description: String { name }
}

extension Key {
    /// The name in a hand: `F# harmonic minor`.
    public func name(in notation: Notation) -> String { notation.written(tonic) + " " + mode.name }
}
