import Harmony

/// The chords of the sounding notes: of each hand and of both together.
public struct LiveHarmony: Sendable, Hashable {
    /// The name of all notes together. It is indirect because thousands of chords are stored, and few need it.
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

    /// The notes of each hand, transposed for the reader.
    public let hands: Hands
    /// The chord of the left hand; nil if its notes are no chord.
    public let lower: Chord?
    /// The chord of the right hand; nil if its notes are no chord.
    public let upper: Chord?
    /// The reading of all notes together, over the lowest note or above the bass player’s note.
    public let reading: Reading?
    /// The combination of both hands’ chords; nil unless each hand has one.
    public let combination: Combination?
    /// The names of the notes in ascending order, as the shown chord spells them.
    public let notes: [NoteName]
    /// Whether the context changes the reading of the notes.
    private let isReadOtherwise: Bool

    /// - Parameter pitches: sounding MIDI notes in any order; duplicates are ignored.
    public init(pitches: [Int], as recognition: RecognitionOptions = RecognitionOptions()) {
        let hands = recognition.hands(pitches)
        self.init(hands, recognition.finder.find(pitches: hands.pitches, in: recognition.context), as: recognition)
    }

    /// - Parameters:
    ///   - all: the readings of all notes.
    ///   - chosen: the reading that fits the neighbouring chords; nil for the first.
    init(_ hands: Hands, _ all: Finding, chosen: Reading? = nil, as recognition: RecognitionOptions) {
        let finder = recognition.finder
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

        let isReadOtherwise =
            combination != nil && (recognition.context != .none || chosen != nil)
            && reading?.chord != finder.firstReading(ofPitches: hands.pitches)
        self.isReadOtherwise = isReadOtherwise
        // In a polychord, each hand spells its own notes.
        let chord = isReadOtherwise ? reading?.chord : combination.map { $0.result } ?? reading?.chord
        let below = LiveHarmony.spelled(hands.lower, by: chord ?? lower, orElse: all.notes)
        notes = below + LiveHarmony.spelled(hands.upper, by: chord ?? upper, orElse: all.notes)
    }

    /// The name to show: the combination of both hands, unless the context requires another reading. Nil if there is
    /// none.
    public var shown: Name? {
        if let combination, !isReadOtherwise { return .combination(combination) }
        return reading.map { .reading($0) }
    }

    /// The title of ``shown``.
    public var name: String? {
        if let combination, !isReadOtherwise { return combination.title }
        return reading?.title
    }

    /// The chord of all notes. A rootless voicing above a bass player is in root position.
    public var whole: Chord? { reading.map { $0.isRootless ? $0.chord.inRootPosition : $0.chord } }

    /// The MIDI notes in ascending order, transposed for the reader.
    public var pitches: [Int] { hands.pitches }

    /// The chord of one hand: at least three different notes with a name.
    private static func chord(_ pitches: [Int], _ finder: ChordFinder) -> Chord? {
        guard PitchClassSet(pitches).count >= 3, let chord = finder.firstReading(ofPitches: pitches),
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
