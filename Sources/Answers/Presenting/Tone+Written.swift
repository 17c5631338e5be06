import Harmony

extension Tone {
    /// The MIDI number of its letter without accidental.
    var natural: Int { pitch - name.accidental.semitones }

    /// The octave in which the note is written, where 4 begins with middle C: B♯ stands an octave below the C that it sounds
    /// like, C♭ above the B.
    var octave: Int { (natural + 12) / 12 - 2 }

    /// Lines and spaces above the C of octave 0, by which a note finds its place on a staff: middle C is 28.
    var staffPlace: Int { 7 * octave + name.letter.rawValue }
}
