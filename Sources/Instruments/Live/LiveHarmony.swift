import Harmony

/// What the held notes are: each hand by itself and both together.
public struct LiveHarmony: Sendable, Hashable {
    public let hands: Hands
    /// The chord in the left hand, as far as it holds one.
    public let lower: Chord?
    /// The chord in the right hand, as far as it holds one.
    public let upper: Chord?
    /// The chord that all notes are together, over the lowest of them.
    public let whole: Chord?
    /// What the chords of the two hands are together, where each holds one.
    public let combination: Combination?
    /// How each note is called, the lowest first, as the shown chord spells it.
    public let notes: [NoteName]

    /// - Parameter pitches: MIDI numbers in any order; repeated ones are counted once.
    /// - Parameter vocabulary: which names chords have.
    public init(pitches: [Int], split: HandSplit = .widestGap, vocabulary: Vocabulary = .jazz) {
        let finder = ChordFinder(vocabulary: vocabulary)
        let hands = Hands(pitches, split: split)
        let all = finder.find(pitches: hands.lower + hands.upper)
        let lower = LiveHarmony.chord(hands.lower, finder)
        let upper = LiveHarmony.chord(hands.upper, finder)
        self.hands = hands
        self.lower = lower
        self.upper = upper
        whole = all.readings.first?.chord
        combination = lower.flatMap { lower in upper.map { 
                ChordCombiner(vocabulary: vocabulary).combine(lower: lower, upper: $0)
             } }

        // Of a polychord each hand spells its own notes.
        let shown = combination.map { $0.result } ?? whole
        let below = LiveHarmony.spelled(hands.lower, by: shown ?? lower, orElse: all.notes)
        notes = below + LiveHarmony.spelled(hands.upper, by: shown ?? upper, orElse: all.notes)
    }

    /// What to show: the two hands combined, or else all notes together; nil where they have no name.
    public var name: String? { combination?.title ?? whole?.title }

    /// The held MIDI numbers, the lowest first.
    public var pitches: [Int] { hands.lower + hands.upper }

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
