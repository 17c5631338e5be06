import Harmony

/// The texts of the screen of chord pairs.
enum WaysText {
    static func title(_ chord: String) -> String { "Chord pairs for " + chord }
    static var equation: String { "Equation" }
    static var filters: String { "Which chord pairs" }
    static func any(_ half: Half) -> String { half == .lower ? "any lower chord" : "any upper chord" }
    static func unpin(_ chord: String) -> String { "Unpin " + chord }
    static var chordToPlay: String { "Chord to play" }
    static var typeChord: String { "Type a chord" }

    // MARK: Filters

    static func title(_ filter: WayFilter) -> String {
        switch filter {
        case .notes: ""
        case .upper: SharedText.rightHand
        case .lower: SharedText.leftHand
        case .reach: "Span"
        }
    }
    /// For screen readers, which do not read the title.
    static func meaning(_ filter: WayFilter) -> String {
        switch filter {
        case .notes: "Notes"
        case .upper: "Right hand: the upper chord"
        case .lower: "Left hand: the lower chord"
        case .reach: "Maximum span of each hand"
        }
    }
    static func label(_ criterion: WayFilter.Criterion) -> String {
        switch criterion {
        case .exact: "All notes"
        case .triads: "Triads"
        case .sevenths: "Seventh chords"
        case .rooted: "With root"
        case .rootless: "Rootless"
        case .octave: "Octave"
        case .ninth: "Ninth"
        }
    }
    static var playable: String { "Essential notes" }
    static var withBassPlayer: String { "With a bass player" }

    // MARK: The list

    static func count(_ count: Int) -> String { count == 1 ? "1 chord pair" : "\(count) chord pairs" }
    static func count(_ shown: Int, of count: Int) -> String { "\(shown) of " + self.count(count) }
    static func showAll(_ count: Int) -> String { "Show all \(count)" }
    static func showMore(_ more: Int, of count: Int) -> String { "Show \(more) more of \(count)" }
    static var thisPair: String { "this chord pair" }
    // A chord’s name is between these two: “Keep C7 in the left hand”.
    static var keep: String { "Keep " }
    static func inHand(_ half: Half) -> String { half == .lower ? " in the left hand" : " in the right hand" }
    static func of(_ pair: String) -> String { " of " + pair }

    // MARK: Nothing found

    static func foreign(_ chord: String, in asked: String, _ notes: [String]) -> String {
        chord + " is not part of " + asked + ", which has no " + notes.listed("or") + "."
    }
    /// A button that clears a filter.
    static func opening(_ filter: WayFilter) -> String {
        switch filter {
        case .notes: "Allow missing notes"
        case .upper: "Allow any right hand"
        case .lower: "Allow any left hand"
        case .reach: "Allow spans up to a tenth"
        }
    }
    static var everything: String { "Remove all filters" }
    static var unpinBoth: String { "Unpin both" }
    static func none(_ asked: String) -> String { "No two chords make " + asked + "." }
    static func noneLeft(_ asked: String) -> String {
        "No chord pair for " + asked + " passes these filters. To see some:"
    }
    static func counted(_ title: String, _ count: Int) -> String { title + " (\(count))" }
}
