import Harmony
import Rendering

/// An action that chooses one of the two chords or both, on any screen.
indirect enum ChoosingVerb: Sendable {
    /// `type lower`: the text of a field has changed.
    case type(Half, String)
    /// `take lower 2`: a suggestion was chosen.
    case take(Half, Int)
    /// `key lower Enter`: a key was pressed in the field.
    case key(Half, String)
    /// `leave lower`: the field has lost focus.
    case leave(Half)
    /// `letter lower D`
    case letter(Half, Letter)
    /// `accidental lower 0`: by its index in the picker.
    case accidental(Half, Int)
    /// `chord-type lower 5`: by its index among the selectable types.
    case chordType(Half, Int)
    /// `walk lower letter ArrowRight`: a key was pressed in a picker.
    case walk(Half, Picker, key: String)
    /// `use lower Cma7`: a chord that some screen shows becomes one of the two.
    case use(Half, String)
    case swap
    case clear
    /// `hear pitches`: the two chords together, as they are voiced for two hands. `hear lower 5 pitches`: the same with
    /// a type of the picker, by its index, in place of the chosen one.
    case hear(Offer?, Playing.Manner)
    /// `show rows`: the layout of the types.
    case show(TypeListing)

    enum Picker: String, Sendable, Hashable {
        case letter, accidental, type
    }

    /// A type of the picker.
    struct Offer: Sendable {
        let half: Half
        let type: ChordType
    }

    /// The first word of each action.
    private enum Word: String {
        case swap, clear, hear, show, type, leave, key, take, letter, accidental
        case chordType = "chord-type"
        case walk, use
    }

    init?(_ words: [String], value: String?) {
        guard let word = words.first.flatMap(Word.init) else { return nil }
        switch (word, words.count) {
        case (.swap, 1): self = .swap
        case (.clear, 1): self = .clear
        case (.hear, 2):
            guard let manner = chordManner(words[1]) else { return nil }
            self = .hear(nil, manner)
        case (.show, 2):
            guard let listing = TypeListing(rawValue: words[1]) else { return nil }
            self = .show(listing)
        default:
            guard words.count > 1, let half = Half(rawValue: words[1]) else { return nil }
            self.init(word, words, half, value: value)
        }
    }

    private init?(_ word: Word, _ words: [String], _ half: Half, value: String?) {
        let number = words.count > 2 ? Int(words[2]) : nil
        let types = Vocabulary.classic.selectable
        switch (word, words.count) {
        case (.type, 2): self = .type(half, value ?? "")
        case (.leave, 2): self = .leave(half)
        case (.key, 3): self = .key(half, words[2])
        case (.take, 3):
            guard let number else { return nil }
            self = .take(half, number)
        case (.letter, 3):
            guard let letter = Letter.allCases.first(where: { $0.name == words[2] }) else { return nil }
            self = .letter(half, letter)
        case (.accidental, 3):
            guard let number, Accidental.choices.indices.contains(number) else { return nil }
            self = .accidental(half, number)
        case (.chordType, 3):
            guard let number, types.indices.contains(number) else { return nil }
            self = .chordType(half, number)
        case (.walk, 4):
            guard let picker = Picker(rawValue: words[2]) else { return nil }
            self = .walk(half, picker, key: words[3])
        case (.use, 3): self = .use(half, words[2])
        case (.hear, 4):
            guard let number, types.indices.contains(number), let manner = chordManner(words[3]) else { return nil }
            self = .hear(Offer(half: half, type: types[number]), manner)
        default: return nil
        }
    }
}

/// The manner in which a chord is heard: all notes at once, or one after another.
private func chordManner(_ word: String) -> Playing.Manner? {
    let manner = Playing.Manner(rawValue: word)
    return manner == .block || manner == .arpeggio ? manner : nil
}
