import Harmony

/// An action on the voicing.
indirect enum HandsVerb: Sendable {
    /// `style rootless-a`: the best voicing of a style.
    case style(VoicingStyle)
    /// `step up`: the next inversion in the same style.
    case step(isUp: Bool)
    /// `copy-link`: the address of the voicing that is shown.
    case copyLink

    static func read(_ words: [String]) -> HandsVerb? { HandsVerb(words) }

    private init?(_ words: [String]) {
        switch (words.first, words.count) {
        case ("style", 2):
            guard let style = VoicingStyle(rawValue: words[1]) else { return nil }
            self = .style(style)
        case ("step", 2):
            guard words[1] == "up" || words[1] == "down" else { return nil }
            self = .step(isUp: words[1] == "up")
        case ("copy-link", 1): self = .copyLink
        default: return nil
        }
    }
}
