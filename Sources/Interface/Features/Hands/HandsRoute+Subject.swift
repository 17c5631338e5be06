import Harmony
import Rendering

extension HandsRoute {
    /// The same chord in the present voicing.
    func showing(_ voicing: Voicing) -> HandsRoute { HandsRoute(lower, upper, shape: HandShape(voicing)) }

    /// The chord to voice, as the reader spells it.
    func subject(_ presentation: Presentation) -> ChordToVoice {
        guard let upper else { return .chord(lower.spelled(in: presentation.vocabulary.vocabulary)) }
        return .pair(presentation.combiner.combine(lower: lower, upper: upper))
    }

    /// The chord or both chords, as choices of the combiner.
    var choices: Choices {
        Choices(lower: ChordChoice(lower), upper: upper.map { ChordChoice($0) } ?? ChordChoice())
    }

    /// The same chord and shape, spelled as addresses spell it.
    var addressed: HandsRoute { HandsRoute(subject(Presentation()), shape: shape) }

    /// The title of the browser's tab.
    func handsTitle(_ presentation: Presentation) -> [String] {
        let subject = subject(presentation)
        if case .pair(let pair) = subject {
            return [presentation.title(pair) + " = " + presentation.sum(pair), SharedText.voicing]
        }
        return [presentation.shortName(lower), SharedText.voicing]
    }
}
