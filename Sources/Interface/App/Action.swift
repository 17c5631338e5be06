import Harmony

/// Something a person did. Elements carry their action as a short string, such as `clear` or `choose upper 3`.
enum Action: Sendable, Hashable {
    /// The browser went to another address.
    case go(String)
    case type(Half, String)
    /// A suggestion was pointed at and taken.
    case choose(Half, Int)
    case key(Half, String)
    /// The field was left.
    case leave(Half)
    case swap
    case clear

    /// - Parameter value: the text of the field that was used, or the address gone to.
    init?(_ text: String, value: String?) {
        let words = text.split(separator: " ").map(String.init)
        let half = words.count > 1 ? Half(rawValue: words[1]) : nil
        switch (words.first, half, words.count) {
        case ("go", _, 1): self = .go(value ?? "/")
        case ("swap", _, 1): self = .swap
        case ("clear", _, 1): self = .clear
        case ("type", let half?, 2): self = .type(half, value ?? "")
        case ("leave", let half?, 2): self = .leave(half)
        case ("key", let half?, 3): self = .key(half, words[2])
        case ("choose", let half?, 3):
            guard let index = Int(words[2]) else { return nil }
            self = .choose(half, index)
        default: return nil
        }
    }
}
