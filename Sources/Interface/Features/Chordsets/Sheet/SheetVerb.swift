/// An action on the practice sheet of a chordset, or on the chordset of a link.
indirect enum SheetVerb: Sendable {
    case keep(seed: UInt64)
    case print
    case save(String, Format)
    case copyLink(String)

    /// The file formats of a practice sheet.
    enum Format: String, Sendable { case midi, musicxml, json }

    /// The first word of each action.
    private enum Word: String {
        case keep, print, save
        case copyLink = "copy-link"
    }

    init?(_ words: [String]) {
        switch (words.first.flatMap(Word.init), words.count) {
        case (.keep, 2):
            guard let seed = UInt64(words[1]) else { return nil }
            self = .keep(seed: seed)
        case (.print, 1): self = .print
        case (.save, 3):
            guard let format = Format(rawValue: words[2]) else { return nil }
            self = .save(words[1], format)
        case (.copyLink, 2): self = .copyLink(words[1])
        default: return nil
        }
    }
}
