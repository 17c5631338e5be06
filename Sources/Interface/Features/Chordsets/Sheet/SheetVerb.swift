/// Something done with the practice sheet of a chordset, or with one that came in a link.
indirect enum SheetVerb: Sendable, Hashable {
    case keep(seed: UInt64)
    case print
    case save(String, Format)
    case copyLink(String)

    /// The ways in which a practice sheet leaves the page.
    enum Format: String, Sendable { case midi, musicxml, json }

    init?(_ words: [String]) {
        switch (words.first, words.count) {
        case ("keep", 2):
            guard let seed = UInt64(words[1]) else { return nil }
            self = .keep(seed: seed)
        case ("print", 1): self = .print
        case ("save", 3):
            guard let format = Format(rawValue: words[2]) else { return nil }
            self = .save(words[1], format)
        case ("copy-link", 2): self = .copyLink(words[1])
        default: return nil
        }
    }
}
