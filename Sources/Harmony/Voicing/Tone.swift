/// A note as it is played and read: which key, how it is spelled, and what it is to the root.
public struct Tone: Sendable, Hashable {
    /// MIDI number; 60 is middle C.
    public let pitch: Int
    public let name: NoteName
    /// What the note is to the root of its chord; nil for a bass that is foreign to the chord.
    public let degree: Degree?

    public init(pitch: Int, name: NoteName, degree: Degree?) {
        self.pitch = pitch
        self.name = name
        self.degree = degree
    }

    /// The same note `semitones` higher, with the same spelling: whole octaves only.
    func moved(by semitones: Int) -> Tone {
        Tone(pitch: pitch + semitones, name: name, degree: degree)
    }

    /// A note by its name and the octave in which it is written: see ``octave``.
    package init(_ name: NoteName, octave: Int) {
        let natural = 12 * (octave + 1) + NoteName(name.letter).pitchClass
        self.init(pitch: natural + name.accidental.semitones, name: name, degree: nil)
    }

    /// The MIDI number of its letter without accidental.
    package var natural: Int { pitch - name.accidental.semitones }

    /// The octave in which the note is written, where 4 begins with middle C: B♯ stands an octave below the C that it sounds
    /// like, C♭ above the B.
    package var octave: Int { (natural + 12) / 12 - 2 }
}
