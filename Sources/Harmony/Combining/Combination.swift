/// Which of the two chords is meant.
public enum Half: String, CaseIterable, Sendable, Hashable {
    case lower, upper

    public var other: Half { self == .lower ? .upper : .lower }
}

/// Which of the two chords a sounding note comes from.
public enum Part: String, Sendable, Hashable {
    case lower, upper, both
}

/// A lower and an upper chord and what they are together.
public struct Combination: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        /// One chord on the lower chord's own root.
        case unified
        /// One chord on another root, over the lower chord's root as bass.
        case slash
        /// No one chord: the upper over the lower.
        case polychord
    }

    /// One note of the combination and where it comes from.
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
    /// The chord that names all notes together; nil for a polychord.
    public let result: Chord?
    /// Whether the bass is called among the notes as it is in the title; the classic vocabulary spells it by its degree.
    let keepsBass: Bool

    public subscript(half: Half) -> Chord { half == .lower ? lower : upper }

    /// The lowest note: the lower chord's root (its bass, where the lower chord is a slash chord itself).
    public var bass: NoteName { lower.lowest }

    /// The title as it is shown: `Cma13(♯11)`, `A♭ma7(♯5)/C`, `Ema/Cma7`. A polychord's halves have precise names, for
    /// a bare `E/C` would read as a bass note.
    public var title: String { result?.title ?? polychordTitle }

    /// The title in which nothing is left unsaid; nil for a polychord, whose title is precise already.
    public var precise: String? { result?.name }

    private var polychordTitle: String {
        var title = upper.name
        title += "/"
        title += lower.name
        return title
    }

    /// The notes as they are played, from the lowest up. A polychord keeps its two voicings, the upper moved by octaves
    /// until it lies wholly above the lower.
    public var notes: [Note] {
        guard let result else { return polychordNotes }
        return result.voicing(keepingBass: keepsBass).map { Note(tone: $0, part: part(of: $0.name.pitchClass)) }
    }

    private var polychordNotes: [Note] {
        let below = lower.voicing
        let above = upper.voicing
        // Both voicings have at least one note: every chord has a root.
        let lift = octaves(raising: above[0].pitch, toAtLeast: below[below.count - 1].pitch + 1)
        var notes: [Note] = []
        notes.reserveCapacity(below.count + above.count)
        for tone in below { notes.append(Note(tone: tone, part: .lower)) }
        for tone in above { notes.append(Note(tone: tone.moved(by: lift), part: .upper)) }
        return notes
    }

    /// What the chosen chord that a note comes from calls it, where the result calls it otherwise: the E♭ of C7 + E♭ is
    /// the ♯9 of C7(♯9), and so D♯. Of a note that both have it is the upper chord's name. Nil where all agree.
    public func ownName(of note: Note) -> NoteName? {
        let chord = note.part == .lower ? lower : upper
        guard let own = chord.notes.first(where: { $0.pitchClass == note.tone.name.pitchClass }) else { return nil }
        return own == note.tone.name ? nil : own
    }

    private func part(of pitchClass: Int) -> Part {
        guard lower.pitchClasses.contains(pitchClass) else { return .upper }
        return upper.pitchClasses.contains(pitchClass) ? .both : .lower
    }
}

extension Combination {
    /// The title as it is shown, in a hand; a polychord's halves have precise names, for a bare `E/C` would read as a bass
    /// note.
    public func title(in notation: Notation) -> String {
        result.map { $0.title(in: notation) } ?? upper.name(in: notation) + "/" + lower.name(in: notation)
    }
}
