import Harmony

extension Tone {
    /// Lines and spaces above the C of octave 0, by which a note finds its place on a staff: middle C is 28.
    var staffPlace: Int { 7 * octave + name.letter.rawValue }
}
