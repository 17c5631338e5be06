import Harmony

/// How what is played is heard: where the hands part, which names chords have, and what is known beside the notes.
public struct Hearing: Sendable, Hashable {
    public var split: HandSplit
    public var vocabulary: Vocabulary.Name
    /// The key, and whether a bass player plays the bass. The chords before and after are those that are played.
    public var context: NamingContext
    /// For whom it is named: what is played sounds, and what he reads has the names.
    public var reader: TransposingInstrument

    public init(
        split: HandSplit = .widestGap, vocabulary: Vocabulary.Name = .jazz, context: NamingContext = .none,
        reader: TransposingInstrument = .c
    ) {
        self.split = split
        self.vocabulary = vocabulary
        self.context = context
        self.reader = reader
    }

    /// What each hand holds, as it is read.
    /// - Parameter pitches: MIDI numbers in any order, as they sound; repeated ones are counted once.
    public func hands(_ pitches: [Int]) -> Hands { Hands(pitches, split: split).raised(by: reader.semitones) }

    var finder: ChordFinder { ChordFinder(vocabulary: vocabulary.vocabulary) }
}
