/// The texts of the screen with further places.
enum MoreText {
    static var progressions: String { "Cadences, turnarounds and blues in every key, under your hands." }
    static var dictionary: String { "Every kind of chord on every root: keys, notes, degrees and a scale." }
    static var lights: String { "Eight light chords, played like an instrument." }
    static var linnStrument: String { "Chords and scales on the pads, lit from here." }
    static var shelf: String { "Tunes and chordsets on all your devices, and the link that opens them." }
    static var settings: String { "Chord names, hands, sound and colours." }
    static var help: String { "How everything works, and keyboard shortcuts." }
}
