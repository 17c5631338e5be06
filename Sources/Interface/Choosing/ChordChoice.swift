import Harmony

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

extension Halves<ChordChoice> {
    init() { self.init(lower: ChordChoice(), upper: ChordChoice()) }

    /// The chords as far as they are whole.
    var chords: Halves<Chord?> { Halves<Chord?>(lower: lower.chord, upper: upper.chord) }

    /// Both chords together, once both are chosen.
    var combination: Combination? {
        guard let lower = lower.chord, let upper = upper.chord else { return nil }
        return ChordCombiner().combine(lower: lower, upper: upper)
    }

    /// The chord that is chosen where the other is not yet; the lower one, where both are.
    var first: Chord? { lower.chord ?? upper.chord }
}
