import Chordsets
import Instruments

/// An action on the list of chordsets. Strings are ids, unless noted.
indirect enum ChordsetListVerb: Sendable {
    case add(ChordsetTemplate, seed: UInt64)
    /// Add a chordset with the current chords; see ``Session/currentMusic(played:)``.
    case addChords(seed: UInt64)
    /// Add a chordset with the chords of a file that was played. No element has this action.
    case addPlayed([LiveHarmony], seed: UInt64)
    case rename(String, to: String)
    case delete(String)
    /// Move a chordset to an index.
    case move(String, to: Int)
    /// The rows with these indices have come near the viewport.
    case look(Range<Int>)
    /// A key was pressed on the handle that moves a chordset.
    case walk(String, key: String)
    /// Resolve a conflict.
    case settle(String, ListPolicy.Choice)
    /// Save all chordsets to one file.
    case export
    /// Import a file. The seed is for the ids of copies.
    case open(OpenedFile, seed: UInt64)
    /// Attach the chords of the combiner to the next light chord without music.
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
            guard let beginning = ChordsetTemplate(rawValue: words[1]), let seed else { return nil }
            self = .add(beginning, seed: seed)
        case (.addChords, 2):
            guard let seed else { return nil }
            self = .addChords(seed: seed)
        case (.rename, 2): self = .rename(words[1], to: value ?? "")
        // A third word is the key that was pressed.
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
