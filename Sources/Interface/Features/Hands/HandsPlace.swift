import Exchange
import Harmony
import Rendering

/// A chord under two hands by itself: `/hands/C13(♭9)`, `/hands/C7/A`; in a style, `/hands/C13(♭9)/rootless-a`, and on those
/// very keys, `/hands/C7/A/pair/48.52.55.58_61.64.69`.
package struct HandsPlace: Sendable, Hashable {
    private let lower: Chord
    /// Nil for a chord that is no sum.
    private let upper: Chord?
    /// Nil where the address leaves it open, so that what was last chosen for such chords is.
    private(set) var shape: HandShape?

    /// What an address asks for.
    static func asked(hands parts: ArraySlice<String>) throws(Refusal) -> HandsPlace {
        var rest = parts.dropFirst()
        let lower = try Chord.asked(parts.first ?? "")
        var upper: Chord?
        if let second = rest.first, VoicingStyle(rawValue: second) == nil {
            upper = try Chord.asked(second)
            rest = rest.dropFirst()
        }
        guard let name = rest.first else { return HandsPlace(lower: lower, upper: upper) }
        guard let style = VoicingStyle(rawValue: name) else {
            let styles = VoicingStyle.allCases.map { $0.rawValue }.joined(separator: ", ")
            throw Refusal(HandsText.noSuchStyle(name, styles))
        }
        rest = rest.dropFirst()
        guard let text = rest.first else { return HandsPlace(lower: lower, upper: upper, shape: HandShape(style, nil)) }
        guard rest.count == 1, let keys = HandKeys(text) else {
            throw Refusal(HandsText.noKeys(rest.joined(separator: "/")))
        }
        var sent = HandShape(style, keys)
        sent.isSent = true
        return HandsPlace(lower: lower, upper: upper, shape: sent)
    }

    private init(lower: Chord, upper: Chord?, shape: HandShape? = nil) {
        self.lower = lower
        self.upper = upper
        self.shape = shape
    }

    /// The same chord as it lies now.
    func showing(_ voicing: Voicing) -> HandsPlace { HandsPlace(lower: lower, upper: upper, shape: HandShape(voicing)) }

    /// What is laid under the hands, as the reader spells it.
    func subject(_ presentation: Presentation) -> ChordToVoice {
        guard let upper else { return .chord(lower.spelled(in: presentation.vocabulary.vocabulary)) }
        return .pair(presentation.combiner.combine(lower: lower, upper: upper))
    }

    /// Both chords, or the one, as it is chosen in the combiner.
    var choices: Choices {
        Choices(lower: ChordChoice(lower), upper: upper.map { ChordChoice($0) } ?? ChordChoice())
    }

    func handsAddress() -> Address { .hands(subject(Presentation()), shape: shape?.path) }

    /// The same keys on a LinnStrument; nil where none are chosen.
    func linnStrumentAddress() -> Address? {
        shape.flatMap { shape in
            shape.keys.map { Address.linnStrument(subject(Presentation()), keys: $0.text, style: shape.style) }
        }
    }

    /// What the tab of the browser is called.
    func handsTitle(_ presentation: Presentation) -> [String] {
        let subject = subject(presentation)
        if case .pair(let pair) = subject { return [presentation.title(pair) + " = " + presentation.sum(pair), SharedText.voicing] }
        return [presentation.shortName(lower), SharedText.voicing]
    }
}
