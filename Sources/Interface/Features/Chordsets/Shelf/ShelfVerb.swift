import Chordsets

/// Something done with chordsets as a whole.
indirect enum ShelfVerb: Sendable {
    case add(Beginning, seed: UInt64)
    /// A new one that carries the chords at hand; see ``Session/musicAtHand(played:)``.
    case addChords(seed: UInt64)
    case rename(String, to: String)
    case delete(String)
    /// To a place among the others.
    case move(String, to: Int)
    /// Those from one place to another have come into sight.
    case look(Range<Int>)
    /// A key was pressed on what moves a chordset.
    case walk(String, key: String)
    case settle(String, ListPolicy.Choice)
    /// Into one file, all of them.
    case export
    /// - Parameter seed: for the ids of copies.
    case open(OpenedFile, seed: UInt64)
    /// What is combined goes onto the next chord that carries no notes yet.
    case addMusic(seed: UInt64)

    /// The first word of each action but `open`.
    private enum Word: String {
        case add
        case addChords = "add-chords"
        case rename, delete, move, look, walk, settle, export
        case addMusic = "add-music"
    }

    /// `open 4711`.
    init?(_ words: [String], _ file: OpenedFile, seed: UInt64?) {
        guard words.count == 2, words[0] == "open", let seed else { return nil }
        self = .open(file, seed: seed)
    }

    init?(_ words: [String], value: String?) {
        let seed = words.last.flatMap { UInt64($0) }
        switch (words.first.flatMap(Word.init), words.count) {
        case (.add, 3):
            guard let beginning = Beginning(rawValue: words[1]), let seed else { return nil }
            self = .add(beginning, seed: seed)
        case (.addChords, 2):
            guard let seed else { return nil }
            self = .addChords(seed: seed)
        case (.rename, 2): self = .rename(words[1], to: value ?? "")
        // With the key that was pressed, where it was one.
        case (.delete, 2), (.delete, 3): self = .delete(words[1])
        case (.move, 3):
            guard let index = Int(words[2]) else { return nil }
            self = .move(words[1], to: index)
        case (.look, 3):
            guard let first = Int(words[1]), let last = Int(words[2]), 0 <= first, first <= last, last < .max else {
                return nil
            }
            self = .look(first..<last + 1)
        case (.walk, 3): self = .walk(words[1], key: words[2])
        case (.settle, 3):
            guard let choice = ListPolicy.Choice(rawValue: words[2]) else { return nil }
            self = .settle(words[1], choice)
        case (.export, 1): self = .export
        case (.addMusic, 2):
            guard let seed else { return nil }
            self = .addMusic(seed: seed)
        default: return nil
        }
    }
}
