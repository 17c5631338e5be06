import Exchange
import Harmony

/// The words of the screen on which a chord is chosen.
enum ChoosingText {
    static var layout: String { "Layout of the chord types" }

    static func title(_ listing: TypeListing) -> String {
        switch listing {
        case .chips: "Compact"
        case .rows: "List"
        case .results: "By result"
        case .tension: "By tension"
        }
    }

    static var letter: String { "Letter" }
    static var accidental: String { "Accidental" }
    static var chordType: String { "Chord type" }
    static var unifiedChords: String { "Unified chords" }
    static var slashChords: String { "Slash chords" }
    static var polychords: String { "Polychords" }
    static var calmestFirst: String { "Calmest first" }

    /// Follows the sign for a match, and is followed by the other chord’s name.
    static func matches(_ half: Half) -> String { half == .lower ? " matches lower chord" : " matches upper chord" }
    static func noChordYet(_ half: Half) -> String { half == .lower ? "No lower chord yet" : "No upper chord yet" }
    static var chooseLetter: String { "Choose a letter to see matches" }
    static var matchFound: String { SharedText.match + " " }

    // After a letter or a chord type, for screen readers.
    static var isMatch: String { ", matches" }
    static var isMatchFound: String { ", " + SharedText.match }
    static var makes: String { ", makes " }
    static var polychord: String { "polychord" }
    static func play(_ result: String, with chord: String) -> String { "Play " + result + " with " + chord }
}
