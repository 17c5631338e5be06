import Harmony

/// The texts of the board.
enum BoardText {
    static var title: String { "All pairs" }
    static func pairs(_ chord: String) -> String { "All pairs with " + chord }
    static var chosenPair: String { "Chosen pair" }
    /// Whether the chord is the lower one or the upper one of each pair.
    static var position: String { "Position of the chord" }
    static var asLower: String { "As lower chord" }
    static var asUpper: String { "As upper chord" }
    static var chordTypes: String { "Chord types" }
    static var root: String { "Root" }

    /// `C 7 plus A major, C 13 flat 9, Unified chord, very tense`, for screen readers.
    static func cell(_ lower: String, _ upper: String, _ result: String?, _ kind: String, _ level: String) -> String {
        lower + " plus " + upper + (result.map { ", " + $0 } ?? "") + ", " + kind + ", " + level
    }

    static var hint: String { "Tap a cell to choose its two chords. Hold it to hear them." }
    static var legend: String { "The stronger the colour, the more tension" }
    static var keepOneType: String { "Keep at least one chord type." }
}
