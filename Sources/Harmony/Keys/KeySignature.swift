/// The sharps or flats at the beginning of a staff.
public struct KeySignature: Sendable, Hashable {
    /// Sharps where positive, flats where negative.
    ///
    /// Seven at most are ever written; a theoretical key has more, and then some notes are altered twice.
    public let fifths: Int

    /// - Parameter fifths: sharps where positive, flats where negative.
    public init(fifths: Int) {
        self.fifths = fifths
    }

    /// How many sharps or flats.
    public var count: Int { abs(fifths) }

    /// Of what kind they are: natural where there are none.
    public var accidental: Accidental { Accidental(semitones: fifths.signum()) }

    /// Whether it can be written on a staff, where there is room for each note once.
    public var isWritten: Bool { count <= 7 }

    /// The altered notes in the order of the signature: F♯ C♯ G♯ …, or B♭ E♭ A♭ ….
    ///
    /// In a theoretical key all seven, those altered twice last.
    public var names: [NoteName] {
        // The scale is fifths − 1 … fifths + 5 on the line of fifths, and −1 … 5 are the naturals.
        fifths > 0
            ? (max(6, fifths - 1)...fifths + 5).map { NoteName(fifths: $0) }
            : (fifths - 1..<min(-1, fifths + 6)).reversed().map { NoteName(fifths: $0) }
    }

    /// The two clefs of a piano's staves.
    public enum Clef: String, CaseIterable, Sendable, Hashable {
        case treble, bass
    }

    /// Where the accidentals stand, in the order of ``names``: 0 is the bottom line, one step is a line or a space.
    public func staffSteps(_ clef: Clef) -> [Int] {
        // Engravers keep them close together: in the treble clef sharps from the a' to the g'' above the staff, flats
        // from f' to e''. The bass clef puts the same letters two steps lower.
        let lowest = fifths > 0 ? (letter: Letter.a, step: 3) : (letter: Letter.f, step: 1)
        let shift = clef == .treble ? 0 : -2
        return names.map { modulo($0.letter.rawValue - lowest.letter.rawValue, 7) + lowest.step + shift }
    }
}
