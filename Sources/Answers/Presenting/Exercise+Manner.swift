import Harmony
import Practice

extension Exercise {
    /// How it is practised: `Play · in fourths from C · it waits`.
    package func manner(_ presentation: Presentation) -> String {
        var words = [task.title]
        switch order {
        case .asWritten: break
        case .fourths, .fifths, .semitones: words.append("in " + order.rawValue + " from " + presentation.name(from))
        case .shuffled: words.append("keys shuffled")
        }
        if case .inTime(let tempo, let beats) = pace {
            words.append("in time, ♩ = \(tempo), \(beats) " + (beats == 1 ? "beat each" : "beats each"))
        }
        if conditions.bass == .band { words.append("somebody else plays the bass") }
        if conditions.bass == .free { words.append("any inversion") }
        if conditions.isAsWritten { words.append("as written") }
        return words.joined(separator: " · ")
    }

    /// Behind the address of a page: `/practise/play_upper-structure_VI/fifths`.
    public var link: String { Links.inPath.href(.practise(self)) }
}

extension Exercise.Task {
    /// What one does, as a list of tasks has it.
    package var title: String {
        switch self {
        case .play: "Play what is named"
        case .name: "Name what is lit"
        case .echo: "Play what sounds"
        case .hear: "Name what sounds"
        case .complete: "Complete the equation"
        case .compare: "By ear: which of two"
        case .tension: "By ear: tension up or down"
        case .changed: "By ear: which tone changed"
        }
    }
}
