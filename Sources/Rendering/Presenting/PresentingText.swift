import Practice

/// The texts of drawings, of exercises in lists, and of groups of chord types. Spoken names are in Spoken.swift, and
/// sentences about staves in StaffText.swift.
enum PresentingText {
    // MARK: Keyboards

    static var keyboard: String { "Keyboard" }
    static var octaveDown: String { "Octave down" }
    static var octaveUp: String { "Octave up" }
    static var pianoKeyboard: String { "Piano keyboard" }
    static func keyboard(_ octaves: Int, from note: String) -> String {
        "Piano keyboard of \(octaves) octaves from " + note
    }
    static var nothingLit: String { ", no key lit" }
    static var lit: String { ", lit: " }
    static var leftHand: String { "left hand " }
    static var rightHand: String { "right hand " }
    static var ofBothChords: String { " (both chords" }
    /// Before the name of a note in its own chord, if the result spells it differently.
    static var calledThere: String { ", there " }
    static var calledInResult: String { ", in the result " }
    static var played: String { "played" }
    static var wrong: String { "wrong" }
    static var missing: String { "missing" }

    // MARK: Graphs, charts and the circle

    static func graph(of chord: String) -> String { "Graph of " + chord }
    static func play(_ note: String) -> String { "Play " + note }
    static var fromBoth: String { ", of both chords" }
    static var fromLower: String { ", of the lower chord" }
    static var fromUpper: String { ", of the upper chord" }
    static var chart: String { "Chart" }
    static func chart(of tune: String) -> String { "Chart of " + tune }
    static func analysis(of tune: String) -> String { "Analysis of " + (tune.isEmpty ? "a tune" : tune) }
    static func inKey(_ key: String) -> String { " in " + key }
    static func bars(_ count: Int) -> String { ", \(count) " + (count == 1 ? "bar" : "bars") }
    static var withMelody: String { ", with its melody" }
    /// Before the sign of a coda.
    static var toCoda: String { "To" }
    static var circleOfFifths: String { "Circle of fifths" }

    // MARK: Groups of chord types

    static func title(_ group: TypeGroup) -> String {
        switch group {
        case .triads: "Triads"
        case .addedAndSuspended: "Added and suspended"
        case .sixthsAndSevenths: "Sixths and sevenths"
        case .diminishedAndAugmented: "Diminished and augmented"
        }
    }

    // MARK: Exercises

    static func title(_ task: Exercise.Task) -> String {
        switch task {
        case .play: "Play what is named"
        case .name: "Name what is highlighted"
        case .echo: "Play what you hear"
        case .hear: "Name what you hear"
        case .complete: "Complete the equation"
        case .compare: "By ear: which of two"
        case .tension: "By ear: more or less tension"
        case .changed: "By ear: which note changed"
        }
    }

    static func inFourths(from note: String) -> String { "around the circle (4ths) from " + note }
    static func inFifths(from note: String) -> String { "around the circle (5ths) from " + note }
    static func inSemitones(from note: String) -> String { "in semitones from " + note }
    static var shuffled: String { "keys in random order" }
    static func inTime(_ tempo: Int, _ beats: Int) -> String {
        "in time, ♩ = \(tempo), \(beats) " + (beats == 1 ? "beat each" : "beats each")
    }
    static func withBand(_ tempo: Int) -> String { "with bass and drums, ♩ = \(tempo), in loops that grow" }
    static var bandPlaysBass: String { "with a bass player" }
    static var anyInversion: String { "any inversion" }
    static var exactVoicing: String { "exact voicing only" }
}
