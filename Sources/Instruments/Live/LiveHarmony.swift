import Harmony

/// What the held notes are: each hand by itself and both together.
public struct LiveHarmony: Sendable, Hashable {
    /// What is said of all notes together. Kept beside thousands of chords, of which few need it.
    public indirect enum Name: Sendable, Hashable {
        /// The chords of the two hands, combined.
        case combination(Combination)
        case reading(Reading)

        public var title: String {
            switch self {
            case .combination(let combination): combination.title
            case .reading(let reading): reading.title
            }
        }
    }

    /// What each hand holds, as it is read.
    public let hands: Hands
    /// The chord in the left hand, as far as it holds one.
    public let lower: Chord?
    /// The chord in the right hand, as far as it holds one.
    public let upper: Chord?
    /// What all notes together are, over the lowest of them or above the bass player’s note.
    public let reading: Reading?
    /// What the chords of the two hands are together, where each holds one.
    public let combination: Combination?
    /// How each note is called, the lowest first, as the shown chord spells it.
    public let notes: [NoteName]
    /// Whether the key, a band or the chords around say something else than the notes by themselves.
    private let isReadOtherwise: Bool

    /// - Parameter pitches: MIDI numbers in any order, as they sound; repeated ones are counted once.
    public init(pitches: [Int], as hearing: Hearing = Hearing()) {
        let hands = hearing.hands(pitches)
        self.init(hands, hearing.finder.find(pitches: hands.pitches, in: hearing.context), as: hearing)
    }

    /// - Parameters:
    ///   - all: what the notes of both hands are.
    ///   - chosen: the reading of them that the chords around them ask for, where that is not the first.
    init(_ hands: Hands, _ all: Finding, chosen: Reading? = nil, as hearing: Hearing) {
        let finder = hearing.finder
        let lower = LiveHarmony.chord(hands.lower, finder)
        let upper = LiveHarmony.chord(hands.upper, finder)
        let reading = chosen ?? all.readings.first
        let combination = lower.flatMap { lower in
            upper.map { ChordCombiner(vocabulary: finder.vocabulary).combine(lower: lower, upper: $0) }
        }
        self.hands = hands
        self.lower = lower
        self.upper = upper
        self.reading = reading
        self.combination = combination

        let plain = combination == nil || hearing.context == .none && chosen == nil
            ? reading : finder.find(pitches: hands.pitches).readings.first
        let isReadOtherwise = reading?.chord != plain?.chord
        self.isReadOtherwise = isReadOtherwise
        // Of a polychord each hand spells its own notes.
        let chord = isReadOtherwise ? reading?.chord : combination.map { $0.result } ?? reading?.chord
        let below = LiveHarmony.spelled(hands.lower, by: chord ?? lower, orElse: all.notes)
        notes = below + LiveHarmony.spelled(hands.upper, by: chord ?? upper, orElse: all.notes)
    }

    /// What to show: the two hands combined, unless what is known beside the notes says something else; or else all notes
    /// together. Nil where they have no name.
    public var shown: Name? {
        if let combination, !isReadOtherwise { return .combination(combination) }
        return reading.map { .reading($0) }
    }

    /// The title of what is shown.
    public var name: String? {
        if let combination, !isReadOtherwise { return combination.title }
        return reading?.title
    }

    /// The chord that all notes are together. Above a bass player it stands on its root, though no hand plays
    /// it.
    public var whole: Chord? { reading.map { $0.isRootless ? $0.chord.inRootPosition : $0.chord } }

    /// The held MIDI numbers as they are read, the lowest first.
    public var pitches: [Int] { hands.pitches }

    /// What one hand holds, where that is a chord by itself: three different notes or more that have a name.
    private static func chord(_ pitches: [Int], _ finder: ChordFinder) -> Chord? {
        guard PitchClassSet(pitches).count >= 3, let chord = finder.find(pitches: pitches).readings.first?.chord,
            finder.vocabulary.type(of: chord.pitchClasses, from: chord.root.pitchClass) != nil
        else { return nil }
        return chord
    }

    private static func spelled(_ pitches: [Int], by chord: Chord?, orElse names: [NoteName]) -> [NoteName] {
        let names = (chord?.notes ?? []) + names
        return pitches.map { pitch in
            let usual = NoteName(pitchClass: pitch)
            return names.first { $0.pitchClass == usual.pitchClass } ?? usual
        }
    }
}
