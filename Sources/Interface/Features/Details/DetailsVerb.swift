/// An action on the graph of a chord.
indirect enum DetailsVerb: Sendable {
    /// `notes`: show or hide the notes of graphs.
    case notes
    /// `download svg`
    case download(GraphFormat)

    static func read(_ words: [String]) -> DetailsVerb? { DetailsVerb(words) }

    private init?(_ words: [String]) {
        switch (words.first, words.count) {
        case ("notes", 1): self = .notes
        case ("download", 2):
            guard let format = GraphFormat(rawValue: words[1]) else { return nil }
            self = .download(format)
        default: return nil
        }
    }
}
