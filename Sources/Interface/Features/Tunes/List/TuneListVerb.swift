/// Something done with the list of tunes.
indirect enum TuneListVerb: Sendable {
    case add(seed: UInt64)
    /// - Parameter isFurther: whether the file was opened together with the one before.
    case open(OpenedFile, seed: UInt64, isFurther: Bool)
    /// A text or a link.
    case paste(String, seed: UInt64)
    /// The tune that came in a link.
    case keep(seed: UInt64)
    /// A copy of one that is kept.
    case double(String, seed: UInt64)
    case delete(String)
    /// Which of two that were changed at the same time are to stay; the identity is that of ours.
    case settle(String, ListPolicy.Choice)
    case search(String)
    case sort(TuneOrder)
    case more
    /// All into one file.
    case export
    case copyLink(String)
    case save(String, Format)
    case print

    enum Format: String, Sendable { case text, ireal, musicxml, midi }

    /// The first word of each action but `open`.
    private enum Word: String {
        case add, paste, keep, double, delete, settle, search, sort, more, export
        case copyLink = "copy-link"
        case save, print
    }

    /// `open 4711`, or `open 4711 further`.
    init?(_ words: [String], _ file: OpenedFile, seed: UInt64?) {
        guard 2...3 ~= words.count, words[0] == "open", let seed else { return nil }
        let isFurther = words.count == 3
        guard !isFurther || words[2] == "further" else { return nil }
        self = .open(file, seed: seed, isFurther: isFurther)
    }

    init?(_ words: [String], value: String?) {
        let seed = words.last.flatMap { UInt64($0) }
        switch (words.first.flatMap(Word.init), words.count) {
        case (.add, 2):
            guard let seed else { return nil }
            self = .add(seed: seed)
        case (.paste, 2):
            guard let seed else { return nil }
            self = .paste(value ?? "", seed: seed)
        case (.keep, 2):
            guard let seed else { return nil }
            self = .keep(seed: seed)
        case (.double, 3):
            guard let seed else { return nil }
            self = .double(words[1], seed: seed)
        // With the key that was pressed, where it was one.
        case (.delete, 2), (.delete, 3): self = .delete(words[1])
        case (.settle, 3):
            guard let choice = ListPolicy.Choice(rawValue: words[2]) else { return nil }
            self = .settle(words[1], choice)
        case (.search, 1): self = .search(value ?? "")
        case (.sort, 1):
            guard let order = TuneOrder(rawValue: value ?? "") else { return nil }
            self = .sort(order)
        case (.more, 1): self = .more
        case (.export, 1): self = .export
        case (.copyLink, 2): self = .copyLink(words[1])
        case (.save, 3):
            guard let format = Format(rawValue: words[2]) else { return nil }
            self = .save(words[1], format)
        case (.print, 1): self = .print
        default: return nil
        }
    }
}
