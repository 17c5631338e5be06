import Harmony

/// Something done with how a chord lies under the hands.
enum HandsVerb: Sendable {
    /// `style rootless-a`: the best that a style has.
    case style(VoicingStyle)
    /// `step inversion up`: the next of the same style.
    case step(Voicer.Step, isUp: Bool)

    @inline(never)  // second part
    static func read(_ words: [String]) -> HandsVerb? { HandsVerb(words) }

    private init?(_ words: [String]) {
        switch (words.first, words.count) {
        case ("style", 2):
            guard let style = VoicingStyle(rawValue: words[1]) else { return nil }
            self = .style(style)
        case ("step", 3):
            guard let step = Voicer.Step(rawValue: words[1]), words[2] == "up" || words[2] == "down" else { return nil }
            self = .step(step, isUp: words[2] == "up")
        default: return nil
        }
    }
}
