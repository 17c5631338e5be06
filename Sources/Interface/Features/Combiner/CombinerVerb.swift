/// An action of the combiner.
indirect enum CombinerVerb: Sendable {
    /// `type`: the text of the result's field has changed.
    case type(String)
    /// `take 2`: a suggestion was chosen.
    case take(Int)
    /// `key Enter`: a key was pressed in the field.
    case key(String)
    /// `leave`: the field has lost focus.
    case leave
    /// `pin lower`: pin or unpin a term.
    case pin(Term)
    /// `another`: the next chord pair for the requested result.
    case another

    /// The first word of each action.
    private enum Word: String {
        case type, take, key, leave, pin, another
    }

    static func read(_ words: [String], value: String?) -> CombinerVerb? {
        switch (words.first.flatMap(Word.init), words.count) {
        case (.type, 1): .type(value ?? "")
        case (.take, 2): Int(words[1]).map { .take($0) }
        case (.key, 2): .key(words[1])
        case (.leave, 1): .leave
        case (.pin, 2): Term(rawValue: words[1]).map { .pin($0) }
        case (.another, 1): .another
        default: nil
        }
    }
}
