extension Attempt {
    /// The stored form, one line: `1764000000+60 right 1840 5 played play 10 chord mi7`.
    public var line: String {
        Words.joined([
            stamp.text, outcome.rawValue, "\(milliseconds)", "\(quality)", isPlayed ? "played" : "chosen", card.text,
        ])
    }

    /// Reads the format of ``line``; nil for anything else.
    public init?(line: String) {
        var cards: [String: CardID] = [:]
        self.init(line: line, &cards)
    }

    /// - Parameter cards: a cache of parsed cards.
    init?(line: String, _ cards: inout [String: CardID]) {
        let words = Words.split(line)
        guard words.count > 5, let stamp = Timestamp(words[0]), let outcome = Outcome(rawValue: words[1]),
            let milliseconds = Words.number(words[2], in: 0...Attempt.maximumMilliseconds),
            let quality = Words.number(words[3], in: 0...5), words[4] == "played" || words[4] == "chosen"
        else { return nil }
        let text = Words.joined(words.dropFirst(5))
        guard let card = cards[text] ?? CardID(text) else { return nil }
        cards[text] = card
        self.init(
            card, at: stamp, outcome, milliseconds: milliseconds, quality: quality, isPlayed: words[4] == "played")
    }
}
