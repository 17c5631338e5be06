/// A capo, which is reported and changes no chord.
enum Capo {
    static func remark(_ fret: Int) -> String {
        """
        There is a capo at fret \(fret). The chords are kept as they are fingered; they sound \(fret) \
        \(fret == 1 ? "semitone" : "semitones") higher.
        """
    }
}
