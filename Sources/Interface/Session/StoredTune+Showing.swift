import Tunes

extension StoredTune {
    var shownTitle: String { title.isEmpty ? SessionText.untitledTune : title }

    /// Whether a search finds it.
    /// - Parameter words: the folded words of the search.
    func matches(_ words: [String]) -> Bool {
        let text = folded(title + " " + composer + " " + style)
        return words.allSatisfy { text.contains(words: $0) }
    }
}
