import Harmony

/// How what is played is heard: where the hands part, which names chords have, and what is known beside the notes.
public struct Hearing: Sendable, Hashable {
    public var split: HandSplit
    public var vocabulary: Vocabulary.Name
    /// The key, and whether somebody else plays the bass. The chords before and after are those that are played.
    public var context: NamingContext

    public init(
        split: HandSplit = .widestGap, vocabulary: Vocabulary.Name = .jazz, context: NamingContext = .none
    ) {
        self.split = split
        self.vocabulary = vocabulary
        self.context = context
    }

    var finder: ChordFinder { ChordFinder(vocabulary: vocabulary.vocabulary) }
}
