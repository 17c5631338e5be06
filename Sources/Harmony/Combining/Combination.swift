/// The lower or the upper chord of a combination.
public enum Half: String, CaseIterable, Sendable, Hashable {
    case lower, upper

    public var other: Half { self == .lower ? .upper : .lower }
}

/// The source of a sounding note: the lower chord, the upper chord, or both.
public enum Part: String, Sendable, Hashable {
    case lower, upper, both
}

/// A lower and an upper chord and the chord they make together.
public struct Combination: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        /// One chord on the lower chord's own root.
        case unified
        /// One chord on another root, over the lower chord's root as bass.
        case slash
        /// Not one chord: the upper chord over the lower.
        case polychord
    }

    /// A note of the combination and its source.
    public struct Note: Sendable, Hashable {
        public let tone: Tone
        public let part: Part

        public init(tone: Tone, part: Part) {
            self.tone = tone
            self.part = part
        }
    }

    public let lower: Chord
    public let upper: Chord
    public let kind: Kind
    /// The chord that names all notes; nil for a polychord.
    public let result: Chord?
    /// Whether the bass keeps its spelling from the title. The classic vocabulary spells it by its degree.
    let keepsBass: Bool

    /// Whether players read each hand as its own chord. The classic vocabulary spells all notes by the result.
    package var spellsHands: Bool { keepsBass }

    public subscript(half: Half) -> Chord { half == .lower ? lower : upper }

    /// The lowest note: the lower chord's root, or its bass if the lower chord is a slash chord.
    public var bass: NoteName { lower.lowest }

    /// The displayed title: `Cma13(♯11)`, `A♭ma7(♯5)/C`, `Ema/Cma7`. Polychords use precise names, because `E/C` would
    /// read as a slash chord.
    public var title: String { title(in: Notation()) }

    /// The precise title; nil for a polychord, whose title is precise already.
    public var precise: String? { result?.name }

    /// The notes as played, lowest first. In a polychord both voicings stay, and the upper one is raised by octaves
    /// until it is entirely above the lower.
    public var notes: [Note] {
        guard let result else { return polychordNotes }
        return result.voicing(keepingBass: keepsBass).map { Note(tone: $0, part: part(of: $0.name.pitchClass)) }
    }

    private var polychordNotes: [Note] {
        let below = lower.voicing
        let above = upper.voicing
        // Both voicings have at least one note.
        let lift = octaves(raising: above[0].pitch, toAtLeast: below[below.count - 1].pitch + 1)
        var notes: [Note] = []
        notes.reserveCapacity(below.count + above.count)
        for tone in below { notes.append(Note(tone: tone, part: .lower)) }
        for tone in above { notes.append(Note(tone: tone.moved(by: lift), part: .upper)) }
        return notes
    }

    /// The note's name in the chord it comes from, if the result spells it differently; otherwise nil. The E♭ of C7 +
    /// E♭ is the ♯9 of C7(♯9), spelled D♯. A common note has the upper chord's name, unless the lower chord
    /// spells it like the result: the third of A7 stays C♯ below B♭mi.
    public func ownName(of note: Note) -> NoteName? {
        if note.part == .both, lower.notes.contains(note.tone.name) { return nil }
        let chord = note.part == .lower ? lower : upper
        guard let own = chord.notes.first(where: { $0.pitchClass == note.tone.name.pitchClass }) else { return nil }
        return own == note.tone.name ? nil : own
    }

    /// The note as players read it: each hand is spelled as its own chord, without double accidentals. The right hand
    /// of C7 + A reads C♯ E A, although the result calls C♯ its ♭9, D♭. The classic vocabulary spells by the result.
    package func written(_ note: Note) -> Note {
        guard spellsHands else { return note }
        return Note(tone: note.tone.named(ownName(of: note) ?? note.tone.name).forPlayers, part: note.part)
    }

    private func part(of pitchClass: Int) -> Part {
        guard lower.pitchClasses.contains(pitchClass) else { return .upper }
        return upper.pitchClasses.contains(pitchClass) ? .both : .lower
    }
}

extension Combination {
    /// The displayed title in a notation. Polychords use precise names, because `E/C` would read as a slash chord.
    public func title(in notation: Notation) -> String {
        guard let result else { return upper.name(in: notation) + "/" + lower.name(in: notation) }
        return keepsBass ? result.title(in: notation) : result.classicTitle(in: notation)
    }
}
