import Exchange
import Harmony
import Practice

/// Texts that several features share.
///
/// The texts of a feature are in `<Feature>Text.swift` of its folder, those of the session in `SessionText.swift`.
/// Views have no sentences of their own (Tests/structure/test_texts.py).
enum SharedText {
    static var progressions: String { "Progressions" }
    static var dictionary: String { "Chord dictionary" }
    static var appName: String { "Chord Combiner" }

    // MARK: Buttons and links

    static var listen: String { "Listen" }
    static var beta: String { "beta" }
    static var undo: String { "Undo" }
    static var redo: String { "Redo" }
    static var done: String { "Done" }
    static func back(to title: String) -> String { "Back to " + title }
    static var combine: String { "Combine" }
    static var noPlayer: String { "The player could not be loaded. Check your connection." }
    static var open: String { "Open" }
    /// The date of a day, counted from 1970: `27 Nov`, or `27 Nov 2024` if that is more than 60 days from today.
    /// - Parameter today: nil if unknown.
    static func date(_ day: Int, from today: Int?) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = Timestamp.date(of: day)
        let isNear = today.map { abs(day - $0) <= 60 } ?? false
        return "\(date.day) " + months[date.month - 1] + (isNear ? "" : " \(date.year)")
    }
    static var download: String { "Download" }
    static var practice: String { "Practise" }
    static var lights: String { "Lights" }
    static var linnStrument: String { "LinnStrument" }
    static var settings: String { "Settings" }
    static var help: String { "Help" }
    static var more: String { "More" }
    static var copyLink: String { "Copy link" }
    /// In the title of a tune or chordset that is all in its address.
    static var fromLink: String { "From a link" }
    static var keepMine: String { "Keep mine only" }
    static var keepTheirs: String { "Keep theirs only" }
    static var keepBoth: String { "Keep both" }
    static var shelf: String { "Your shelf" }
    /// A link to the shelf after the server has lost it.
    static var lostShelf: String { "What to do" }

    static func play(_ name: String) -> String { "Play " + name }
    static func avoid(_ notes: String) -> String { "avoid " + notes }
    static func details(of name: String) -> String { "Details of " + name }

    // MARK: Sharing

    static var shareOrCopy: String { "Share or copy" }
    static var shareLink: String { "Share link…" }
    static var addToChordset: String { "Add to chordset" }
    /// Followed by what is copied.
    static var copyBefore: String { "Copy " }

    // MARK: Chords

    static var chord: String { "Chord" }
    static var chordSymbol: String { "Chord symbol" }
    static var result: String { "Result" }
    static var lower: String { "Lower" }
    static var upper: String { "Upper" }
    static var both: String { "Both" }
    static var lowerChord: String { "Lower chord" }
    static var upperChord: String { "Upper chord" }
    static var notes: String { "Notes" }
    static var notesAndDegrees: String { "Notes and degrees" }
    static var notesLowestFirst: String { "Notes, lowest first" }
    static var notesAndDegreesLowestFirst: String { "Notes and degrees, lowest first" }
    static var bass: String { "bass" }
    static var noRoot: String { " (no root)" }
    static var alsoCalled: String { "Also called" }
    static var scales: String { "Scales" }
    static func function(_ words: String, in key: String) -> String { " in " + key + ": " + words }
    static var inLowerChord: String { "In the lower chord" }
    static var inUpperChord: String { "In the upper chord" }
    static var inBoth: String { "In both chords" }

    static func place(_ half: Half) -> String { half == .lower ? lowerChord : upperChord }
    static func half(_ half: Half) -> String { half == .lower ? lower : upper }

    /// A link to the pickers of the chord.
    static func select(_ half: Half) -> String { half == .lower ? "Select Lower Chord" : "Select Upper Chord" }

    /// Shown instead of a name while no chord is chosen.
    static var selectChord: String { "Please select a chord" }
    static var waiting: String { "waiting for chord selection…" }
    static var match: String { "match found!" }

    static func kind(_ kind: Combination.Kind) -> String {
        switch kind {
        case .unified: "Unified chord"
        case .slash: "Slash chord"
        case .polychord: "Polychord"
        }
    }

    /// A polychord read aloud: “E major over C major 7”.
    static func over(_ upper: String, _ lower: String) -> String { upper + " over " + lower }

    /// Which of two chords a note belongs to.
    static func part(_ part: Part) -> String {
        switch part {
        case .lower: "lower"
        case .upper: "upper"
        case .both: "both"
        }
    }

    // MARK: From a chord to other screens

    static var howToPlay: String { "How do I play this?" }
    static var howToPlayThese: String { "How do I play these?" }
    static var howToPlayWithTwoHands: String { "How to play it with two hands" }
    /// Pairs of chords that make one chord.
    static var chordPairs: String { "Chord pairs" }
    /// Follows a chord’s name for screen readers.
    static var chordPairsAfter: String { ", chord pairs" }
    /// Follows `chordPairs` for screen readers.
    static func chordPairsFor(_ name: String) -> String { " for " + name }
    /// Followed by a chord's name. A link to its board.
    static var allPairsWith: String { "All pairs with " }
    static func allChordPairs(_ count: Int) -> String { "All \(count) chord pairs" }

    // MARK: Voicings

    static var voicing: String { "Voicing" }
    static var leftHand: String { "Left hand" }
    static var rightHand: String { "Right hand" }
    static var bothHands: String { "Both hands" }
    static var arpeggio: String { "Arpeggio" }
    /// Follows a pair of chords: the degrees that the upper one adds.
    static var adds: String { "adds " }
    /// Follows a pair of chords: its name without the missing notes.
    static var sounds: String { "sounds as " }

    // MARK: Playing and sound

    static var playGroup: String { "Play" }
    static var tensions: String { "Tensions" }
    static var playHint: String { "Hold, or Shift-click, to hear the notes one by one" }
    static var sound: String { "Sound" }
    static var soundMuted: String { "Sound, muted" }
    static var volume: String { "Volume" }
    static var timbre: String { "Timbre" }

    /// Before the name at concert pitch, for readers of a transposed part.
    static func writtenFor(_ instrument: String) -> String { "Written for " + instrument + ", sounds as " }

    // MARK: Typing

    static var suggestions: String { "Suggestions" }
    static func type(_ example: String) -> String { "Type " + example }
    static func symbol(_ term: Term) -> String {
        switch term {
        case .lower: "Lower chord symbol"
        case .upper: "Upper chord symbol"
        case .result: "Result symbol"
        }
    }
    static func pin(_ name: String, isPinned: Bool) -> String { (isPinned ? "Unpin " : "Pin ") + name }

    // MARK: Saved items

    static var loading: String { "Loading…" }
    static func loading(_ count: Int, of total: Int) -> String { "Loading: \(count) of \(total)…" }
    static var safari: String {
        "Safari deletes saved data after seven days without a visit, unless you install the page."
    }
    static func deleted(_ subject: String) -> String { subject + " was deleted." }
    static func deleted(_ count: Int, _ plural: String) -> String { "\(count) " + plural + " were deleted." }
    static func conflict(_ single: String) -> String {
        "This " + single + " was changed in two places at the same time. Both versions are saved; this one is yours."
    }

    // MARK: Words

    /// The text with a capital first letter.
    static func sentenceCase(_ text: String) -> String {
        guard let first = text.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else { return text }
        var sentence = ""
        sentence.unicodeScalars.append(Unicode.Scalar(first - 32))
        return sentence + String(scalars: text.scalars.dropFirst())
    }
}
