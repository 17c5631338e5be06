import Tunes

/// One topic of the help.
enum HelpTopic: CaseIterable {
    case choosing, results, pairs, board, keyboards, voicings, graph, circle, tunes, instruments, linnStrument, practice, lights
    case names, data, textSize

    /// Whether a search for these words, which are folded, finds it.
    func isMeant(by words: [String]) -> Bool {
        let text = folded(HelpText.title(self) + " " + HelpText.paragraphs(self))
        return words.allSatisfy { text.contains(words: $0) }
    }
}
