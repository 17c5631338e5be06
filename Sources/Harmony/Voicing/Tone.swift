/// A note at a pitch, with its spelling and its function above the root.
public struct Tone: Sendable, Hashable {
    /// MIDI number; 60 is middle C.
    public let pitch: Int
    public let name: NoteName
    /// The degree in its chord; nil for a bass foreign to the chord.
    public let degree: Degree?

    public init(pitch: Int, name: NoteName, degree: Degree?) {
        self.pitch = pitch
        self.name = name
        self.degree = degree
    }

    /// The note with the name that players read: without a double accidental. The ♯9 of F♯7(♯9) is A, although its
    /// degree spells G𝄪.
    package var forPlayers: Tone { named(name.simplified) }

    /// The same pitch and function with another name.
    func named(_ name: NoteName) -> Tone { Tone(pitch: pitch, name: name, degree: degree) }

    /// The note transposed by whole octaves, with the same spelling.
    func moved(by semitones: Int) -> Tone {
        Tone(pitch: pitch + semitones, name: name, degree: degree)
    }

    /// Creates a note from its name and written octave (``octave``).
    package init(_ name: NoteName, octave: Int) {
        let natural = 12 * (octave + 1) + NoteName(name.letter).pitchClass
        self.init(pitch: natural + name.accidental.semitones, name: name, degree: nil)
    }

    /// The MIDI number of the letter without accidental.
    package var natural: Int { pitch - name.accidental.semitones }

    /// The octave in which the note is written; octave 4 begins with middle C. B♯ is written an octave below the C that
    /// it sounds like, C♭ an octave above the B.
    package var octave: Int { (natural + 12) / 12 - 2 }
}
