import Harmony

/// Options for recognising played chords: hand split, vocabulary, context and transposition.
public struct RecognitionOptions: Sendable, Hashable {
    public var split: HandSplit
    public var vocabulary: Vocabulary.Name
    /// The key, and whether a bass player plays the bass. The neighbouring chords come from the music itself.
    public var context: NamingContext
    /// The instrument of the reader. Chords are named in its transposition.
    public var reader: TransposingInstrument
    /// Whether a row of chords is named in the key that it shows, where the context has none and it is clear.
    public var followsKey: Bool

    public init(
        split: HandSplit = .automatic, vocabulary: Vocabulary.Name = .jazz, context: NamingContext = .none,
        reader: TransposingInstrument = .c, followsKey: Bool = false
    ) {
        self.split = split
        self.vocabulary = vocabulary
        self.context = context
        self.reader = reader
        self.followsKey = followsKey
    }

    /// The notes of each hand, transposed for the reader.
    /// - Parameters:
    ///   - pitches: sounding MIDI notes in any order; duplicates are ignored.
    ///   - standing: the sounding notes of the hands before the last change; nil if unknown.
    public func hands(_ pitches: [Int], after standing: Hands? = nil) -> Hands {
        Hands(pitches, split: split, standing: standing).raised(by: reader.semitones)
    }

    /// The same options for notes of which the left hand plays this many, unless the split is at a note.
    public func dividing(_ left: Int) -> RecognitionOptions {
        var options = self
        if split == .automatic { options.split = .count(left) }
        return options
    }

    /// The key in which chords are named, as the reader calls it: the chosen one, or the one that is heard if it is
    /// followed; nil if there is neither.
    /// - Parameter heard: the sounding key that is heard; nil if none is clear.
    public func key(hearing heard: Key?) -> Key? {
        context.key ?? (followsKey ? heard.map { reader.reading($0) } : nil)
    }

    var finder: ChordFinder { ChordFinder(vocabulary: vocabulary.vocabulary) }
}
