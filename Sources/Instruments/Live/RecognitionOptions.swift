import Harmony

/// Options for recognising played chords: hand split, vocabulary, context and transposition.
public struct RecognitionOptions: Sendable, Hashable {
    public var split: HandSplit
    public var vocabulary: Vocabulary.Name
    /// The key, and whether a bass player plays the bass. The neighbouring chords come from the music itself.
    public var context: NamingContext
    /// The instrument of the reader. Chords are named in its transposition.
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

    /// The notes of each hand, transposed for the reader.
    /// - Parameter pitches: sounding MIDI notes in any order; duplicates are ignored.
    public func hands(_ pitches: [Int]) -> Hands { Hands(pitches, split: split).raised(by: reader.semitones) }

    var finder: ChordFinder { ChordFinder(vocabulary: vocabulary.vocabulary) }
}
