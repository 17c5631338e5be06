import Harmony
import Tunes

/// A help topic.
enum HelpTopic: CaseIterable {
    case choosing, results, pairs, board, keyboards, voicings, graph, circle, tunes, instruments, linnStrument,
        practice, lights
    case names, data, textSize

    /// Whether a search finds it.
    /// - Parameter words: the folded words of the search.
    func matches(_ words: [String]) -> Bool {
        let text = folded(HelpText.title(self) + " " + HelpText.paragraphs(self).withoutMarks)
        return words.allSatisfy { text.contains(words: $0) }
    }
}
