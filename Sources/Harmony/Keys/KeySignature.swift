/// The sharps or flats at the beginning of a staff.
public struct KeySignature: Sendable, Hashable {
    /// The number of sharps (positive) or flats (negative).
    ///
    /// At most seven are written. A theoretical key has more and alters some notes twice.
    public let fifths: Int

    /// - Parameter fifths: positive for sharps, negative for flats.
    public init(fifths: Int) {
        self.fifths = fifths
    }

    /// The number of sharps or flats.
    public var count: Int { abs(fifths) }

    /// The kind of accidental; natural if there are none.
    public var accidental: Accidental { Accidental(semitones: fifths.signum()) }

    /// Whether it can be written: at most seven accidentals.
    public var isWritten: Bool { count <= 7 }

    /// The altered notes in the order of the signature: F♯ C♯ G♯ …, or B♭ E♭ A♭ ….
    ///
    /// In a theoretical key all seven, with doubly altered notes last.
    public var names: [NoteName] {
        // The scale covers fifths − 1 … fifths + 5 on the line of fifths; −1 … 5 are the naturals.
        fifths > 0
            ? (max(6, fifths - 1)...fifths + 5).map { NoteName(fifths: $0) }
            : (fifths - 1..<min(-1, fifths + 6)).reversed().map { NoteName(fifths: $0) }
    }

    /// The two clefs of a piano's staves.
    public enum Clef: String, CaseIterable, Sendable, Hashable {
        case treble, bass
    }

    /// Staff positions of the accidentals, in the order of ``names``: 0 is the bottom line, each line or space is 1.
    public func staffSteps(_ clef: Clef) -> [Int] {
        // Engraving keeps them close together: in the treble clef sharps lie between a' and g'' and flats between f'
        // and e''. In the bass clef the same letters are two steps lower.
        let lowest = fifths > 0 ? (letter: Letter.a, step: 3) : (letter: Letter.f, step: 1)
        let shift = clef == .treble ? 0 : -2
        return names.map { modulo($0.letter.rawValue - lowest.letter.rawValue, 7) + lowest.step + shift }
    }
}
