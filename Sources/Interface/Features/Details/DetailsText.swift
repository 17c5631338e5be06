import Exchange
import Harmony

/// The texts of the details of chords and scales, and of graphs.
enum DetailsText {
    static var otherVoicings: String { "Other voicings" }
    static var componentChords: String { "Component chords" }

    // MARK: A chord

    static var extensions: String { "Extensions" }
    static var allScales: String { "All scales that contain the chord" }
    static var primaryScales: String { "Primary scales" }
    static var parentScales: String { "Parent scales" }
    static var pentatonicScales: String { "Pentatonic scales" }
    static var nearestScale: String { "Closest scale" }
    static func hasAllBut(_ notes: String) -> String { " has all notes but " + notes }
    static var equivalents: String { "Equivalent chords" }
    static var baseChord: String { "Base chord" }
    static var diatonicIn: String { "Diatonic in" }
    static func numeral(_ numeral: String, in key: String) -> String { numeral + " in " + key }
    static var nearestNames: String { "Closest chord names" }
    static func with(_ notes: String) -> String { "with " + notes }
    static func without(_ notes: String) -> String { "without " + notes }

    // MARK: Tension

    static var tension: String { "Tension" }
    static var calmest: String { "Calmest" }
    static var tensest: String { "Tensest" }
    static func tension(_ level: String, calmest: String, tensest: String) -> String {
        "Tension: " + level + ", between " + calmest + ", the calmest of all chords, and " + tensest + ", the tensest"
    }
    static var byDegrees: String { "By degrees" }
    static var asStacked: String { "As stacked here" }
    static var interval: String { "Interval" }
    static var share: String { "Tension" }
    static var ambiguity: String { "Ambiguity of the base chord" }

    /// The name of an interval: `minor 2nd`. Beyond a ninth, octaves are counted.
    static func interval(_ semitones: Int) -> String {
        if semitones == 12 { return "octave" }
        if semitones > 12, semitones < 15 { return semitones == 13 ? "minor 9th" : "major 9th" }
        let octaves = semitones / 12
        let name =
            switch semitones % 12 {
            case 0: "unison"
            case 1: "minor 2nd"
            case 2: "major 2nd"
            case 3: "minor 3rd"
            case 4: "major 3rd"
            case 5: "perfect 4th"
            case 6: "tritone"
            case 7: "perfect 5th"
            case 8: "minor 6th"
            case 9: "major 6th"
            case 10: "minor 7th"
            default: "major 7th"
            }
        return octaves == 0 ? name : name + (octaves == 1 ? " and an octave" : " and \(octaves) octaves")
    }

    // MARK: The graph

    static var graph: String { "Graph" }
    static var chordsInside: String { "The chords inside" }
    static var showNotes: String { "Show notes" }
    static var enlarge: String { "Enlarge" }
    static var zoomOut: String { "Zoom out" }
    static var zoomIn: String { "Zoom in" }
    static var fit: String { "Fit" }
    static var fitAll: String { "Fit the whole graph" }
    static var legend: String {
        """
        Rectangles are four-note chords, ovals are triads, circles are notes. Chords in one frame with “=” sound the \
        same. Tap beside a name, pinch, scroll or double-click to zoom. Drag to move.
        """
    }
    static var asList: String { "The graph as a list" }
    static var downloadGraph: String { "Download the graph" }

    // MARK: A scale

    static var scale: String { "Scale" }
    static func alsoCalled(_ names: String) -> String { "Also called " + names }
    static var modes: String { "Modes of the parent scale" }
    static func mode(_ number: Int, _ roman: String, of family: String) -> String {
        "Mode \(number) (" + roman + ") of the " + family + " family"
    }
    static var thisMode: String { "This scale" }
    static var chordsInScale: String { "Chords in the scale" }
}
