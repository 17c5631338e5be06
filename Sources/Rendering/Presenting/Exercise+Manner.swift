import Harmony
import Practice

extension Exercise {
    /// How the exercise is practiced: `Play what is named · around the circle (4ths) from C`.
    package func manner(_ presentation: Presentation) -> String {
        var words = [task.title]
        switch order {
        case .asWritten: break
        case .fourths: words.append(PresentingText.inFourths(from: presentation.name(from)))
        case .fifths: words.append(PresentingText.inFifths(from: presentation.name(from)))
        case .semitones: words.append(PresentingText.inSemitones(from: presentation.name(from)))
        case .shuffled: words.append(PresentingText.shuffled)
        }
        if case .inTime(let tempo, let beats) = pace {
            words.append(
                conditions.hasBand ? PresentingText.withBand(tempo) : PresentingText.inTime(tempo, beats))
        }
        if conditions.bass == .band, !conditions.hasBand { words.append(PresentingText.bandPlaysBass) }
        if conditions.bass == .free { words.append(PresentingText.anyInversion) }
        if conditions.isAsWritten { words.append(PresentingText.exactVoicing) }
        return words.joined(separator: " · ")
    }

    /// The path of the exercise on a page: `/practise/play_upper-structure_VI/fifths`.
    public var link: String { Links.inPath.href(Address.practice(.exercise(self)).path) }
}

extension Exercise.Task {
    /// The title of the task in a list of tasks.
    package var title: String { PresentingText.title(self) }
}
