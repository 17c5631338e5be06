/// An action of the screen of chord pairs.
indirect enum WaysVerb: Sendable {
    /// `ask triads`: activate a criterion.
    case ask(WayFilter.Criterion)
    /// `open upper`: clear a filter.
    case open(WayFilter)
    /// `open-all`: clear all filters.
    case openAll
    /// `more`: show further rows of the list.
    case more
    /// `take 3`: open a pair in the combiner, by its index in the unfiltered list.
    case take(Int)
    /// `hands 3`: show or hide the voicing of a pair.
    case hands(Int)
    /// `type`: the text of the field has changed.
    case type(String)
    /// `pick 2`: a suggestion was chosen.
    case pick(Int)
    /// `key Enter`: a key was pressed in the field.
    case key(String)
    /// `leave`: the field has lost focus.
    case leave

    /// The first word of each action.
    private enum Word: String {
        case ask, open, take, hands, pick, key
        case openAll = "open-all"
        case more, type, leave
    }

    static func read(_ words: [String], value: String?) -> WaysVerb? { WaysVerb(words, value: value) }

    private init?(_ words: [String], value: String?) {
        let word = words.count == 2 ? words[1] : ""
        switch (words.first.flatMap(Word.init), words.count) {
        case (.ask, 2):
            guard let criterion = WayFilter.Criterion(rawValue: word) else { return nil }
            self = .ask(criterion)
        case (.open, 2):
            guard let filter = WayFilter(rawValue: word) else { return nil }
            self = .open(filter)
        case (.take, 2):
            guard let number = Int(word) else { return nil }
            self = .take(number)
        case (.hands, 2):
            guard let number = Int(word) else { return nil }
            self = .hands(number)
        case (.pick, 2):
            guard let number = Int(word) else { return nil }
            self = .pick(number)
        case (.key, 2): self = .key(word)
        case (.openAll, 1): self = .openAll
        case (.more, 1): self = .more
        case (.type, 1): self = .type(value ?? "")
        case (.leave, 1): self = .leave
        default: return nil
        }
    }
}
