import Harmony

/// The texts of voicings.
enum HandsText {
    static var noStyle: String { "No voicing fits within your hand spans. You can change them in the settings." }
    static var style: String { "Style" }
    static var playGroup: String { "Play the voicing" }
    static var inversionDown: String { "Inversion down" }
    static var inversionUp: String { "Inversion up" }
    static var openVoicing: String { "Open this voicing" }
    static var copyLink: String { "Copy link to this voicing" }
    static var showOnLinnStrument: String { "Show on LinnStrument" }
    static var openInCombiner: String { "Open in the combiner" }

    // MARK: Reach of the hands

    static func eachHand(_ reach: String) -> String { " Each hand stays within " + reach + "." }
    static func hands(_ spans: [(hand: Hand, reach: String)]) -> String {
        var text = ""
        for (index, span) in spans.enumerated() {
            text += index == 0 ? " The " : ", the "
            text += (span.hand == .left ? "left hand stays within " : "right hand stays within ") + span.reach
        }
        return text.isEmpty ? "" : text + "."
    }
    static func reach(_ reach: Reach?) -> String {
        switch reach {
        case .octave: "an octave"
        case .ninth: "a ninth"
        case .tenth: "a tenth"
        case nil: "more than a tenth"
        }
    }

    // MARK: Links to other voicings than the shown one

    static func otherKeys(_ style: String) -> String {
        "The keys in this link are not a voicing of the chord in the style “" + style + "”. Here is one."
    }

    // MARK: For screen readers

    static func from(_ note: String) -> String { ", from " + note }
}
