import Exchange
import Harmony
import Rendering

/// What has been chosen of a chord so far: perhaps a letter without a type, or a type without a letter.
struct ChordChoice: Sendable, Hashable {
    var letter: Letter?
    /// ♮ until another one is chosen.
    var accidental = Accidental.natural
    var type: ChordType?
    /// Only a typed slash chord has one: the pickers offer chords in root position.
    var bass: NoteName?

    init() {}

    init(_ chord: Chord) {
        letter = chord.root.letter
        accidental = chord.root.accidental
        type = chord.type
        bass = chord.bass
    }

    var root: NoteName? { letter.map { NoteName($0, accidental) } }

    /// The chord, once its root and its type are chosen.
    var chord: Chord? {
        guard let root, let type else { return nil }
        return Chord(root, type, bass: bass)
    }

    var isEmpty: Bool { self == ChordChoice() }
}

/// Both chords as far as they are chosen: what undo brings back.
typealias Choices = Halves<ChordChoice>

extension Address.Pair {
    init(_ choices: Choices) { self.init(lower: choices.lower.chord, upper: choices.upper.chord) }
}

extension Halves<ChordChoice> {
    init() { self.init(lower: ChordChoice(), upper: ChordChoice()) }

    /// The chords as far as they are whole.
    var chords: Halves<Chord?> { Halves<Chord?>(lower: lower.chord, upper: upper.chord) }

    /// Both chords together, once both are chosen, under the names that the reader wants.
    func combination(_ presentation: Presentation) -> Combination? {
        guard let lower = lower.chord, let upper = upper.chord else { return nil }
        return presentation.combiner.combine(lower: lower, upper: upper)
    }

    /// The chord that is chosen where the other is not yet; the lower one, where both are.
    var first: Chord? { lower.chord ?? upper.chord }

    // MARK: Memory

    /// What is kept when the page is closed.
    var record: [(key: String, value: String)] {
        var record: [(key: String, value: String)] = []
        for half in Half.allCases {
            let choice = self[half]
            let name = half.rawValue
            if let chord = choice.chord {
                record.append((name, Address.symbol(for: chord)))
            } else if !choice.isEmpty {
                if let letter = choice.letter { record.append((name + "Letter", letter.name)) }
                record.append((name + "Accidental", choice.accidental.sign))
                if let type = choice.type { record.append((name + "Type", type.suffix)) }
            }
        }
        return record
    }

    /// - Returns: nil where the record says something that cannot be.
    init?(record: [(key: String, value: String)]) {
        self.init()
        for half in Half.allCases {
            guard let choice = ChordChoice(record: record, name: half.rawValue) else { return nil }
            self[half] = choice
        }
    }
}

extension ChordChoice {
    fileprivate init?(record: [(key: String, value: String)], name: String) {
        func value(_ key: String) -> String? { record.first { $0.key == name + key }?.value }
        if let symbol = value("") {
            guard let chord = try? Chord(symbol) else { return nil }
            self.init(chord)
            return
        }
        self.init()
        if let name = value("Letter") {
            letter = Letter.allCases.first { $0.name == name }
            if letter == nil { return nil }
        }
        if let sign = value("Accidental") {
            guard let accidental = Accidental.choices.first(where: { $0.sign == sign }) else { return nil }
            self.accidental = accidental
        }
        if let suffix = value("Type") {
            type = Vocabulary.classic.types.first { $0.suffix == suffix }
            if type == nil { return nil }
        }
    }
}
