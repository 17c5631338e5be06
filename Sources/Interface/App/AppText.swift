import Harmony

/// The texts of the navigation and the tools, and messages about links, copying and files.
enum AppText {
    // MARK: Navigation and tools

    static var circle: String { "Circle" }
    static var tunes: String { "Tunes" }
    static var play: String { "Play" }
    static var details: String { "Details" }
    /// Exchanges the lower and the upper chord.
    static var swap: String { "Swap" }
    static var clear: String { "Clear" }
    static var musicStand: String { "Music stand" }
    static var leaveStand: String { "Leave the music stand" }
    /// Learns which MIDI pedal turns the pages.
    static var learnPedal: String { "Set pedal" }
    static var lastPage: String { "Previous page" }
    static var nextPage: String { "Next page" }

    // MARK: Titles of the browser tab

    static var circleOfFifths: String { "Circle of fifths" }
    static var notFound: String { "Not found" }

    // MARK: Messages

    static func noScreen(_ path: String) -> String {
        let scalars = path.scalars
        // Screen readers read all of it aloud.
        let shown = scalars.count > 80 ? String(scalars: scalars.prefix(80)) + "…" : path
        return "There is no screen at " + shown + ". Check the link, or continue from here."
    }
    static var unreadableItem: String { "This item could not be opened. It may come from a newer version of the page." }
    static var visitedSetList: String { "To open a set list, copy the shelf: its tunes are copied with it." }
    static var noShelfFile: String { "This file is not a saved shelf. Choose a file that was saved from a shelf." }
    static func copies(_ count: Int) -> String {
        switch count {
        case 0: "You already have all of these."
        case 1: "1 item copied."
        default: "\(count) items copied."
        }
    }
    static func copied(_ text: String) -> String { "Copied: " + text }
    static func notCopied(_ text: String) -> String { "Your browser did not allow copying. Copy it from here: " + text }
    static var notPainted: String { "Your browser could not make the PNG. Download the SVG instead." }
}
