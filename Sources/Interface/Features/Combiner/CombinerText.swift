import Harmony

/// The texts of the main screen.
enum CombinerText {
    static var lead: String { "Two small chords make one big one." }
    static var explanation: String { "Choose two, or try:" }
    static var examples: String { "Examples" }
    static var howToPlay: String { "How do I play " }
    static func common(_ half: Half) -> String { half == .lower ? "Common lower chords" : "Common upper chords" }

    /// Marks a chord that was solved for.
    static var suggested: String { "Suggested" }
    static func alone(_ half: Half) -> String { half == .lower ? "Lower chord alone" : "Upper chord alone" }
    /// The name without the missing notes: `sounds as Cma7`.
    static func sounds(_ name: String) -> String { "sounds as " + name }
    static var useKeyboard: String { "Use MIDI keyboard" }
    static var useKeyboardHint: String { "Your left hand chooses the lower chord, your right hand the upper chord." }

    // MARK: Pairs for a requested result

    static func allPairs(_ count: Int?) -> String {
        guard let count else { return "All pairs" }
        return count == 1 ? "The only pair" : "All \(count) pairs"
    }
    static var next: String { "Next" }
    static func place(_ number: Int, of count: Int) -> String {
        number > 0 ? "\(number) of \(count)" : "none of \(count)"
    }

    // MARK: Other names

    static func more(_ count: Int) -> String { "\(count) more" }
}
