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

extension String {
    /// Whether it contains another text. Compares bytes, because Unicode's tables would be half as large as the engine.
    func contains(words: String) -> Bool {
        let wanted = Array(words.utf8)
        let bytes = Array(utf8)
        guard wanted.count <= bytes.count else { return false }
        return wanted.isEmpty
            || (0...bytes.count - wanted.count).contains { bytes[$0..<$0 + wanted.count] == wanted[...] }
    }
}
