/// A chord pair that plays a chord with two hands: a lower and an upper chord.
public struct Way: Sendable, Hashable {
    /// The chord to be played.
    public let asked: Chord
    public let lower: Chord
    public let upper: Chord
    /// Degrees of the chord that do not sound. For a foreign bass, its distance from the root.
    public let missing: DegreeSet
    /// Degrees of the chord that the upper chord adds to the lower one.
    public let adds: DegreeSet
    /// The usual name, such as `upper structure VI`; nil if there is none.
    public let known: String?
    /// The cost by `WayCosts`; the cheapest comes first.
    public let cost: Int

    /// Whether both together are exactly the chord.
    public var isComplete: Bool { missing.isEmpty }

    /// The spoken name of the notes.
    public var title: String { names.title }

    /// The precise name of the notes.
    public var precise: String { names.precise }

    /// Both names, computed together.
    public var names: (title: String, precise: String) { names(in: Notation()) }

    /// Both names in a notation. If all notes of the chord sound, they are the chord's own.
    public func names(in notation: Notation) -> (title: String, precise: String) {
        if isComplete { return (asked.title(in: notation), asked.name(in: notation)) }
        if let withoutGround { return (withoutGround.title(in: notation), withoutGround.name(in: notation)) }
        let combination = combination
        let title = combination.title(in: notation)
        return (title, combination.result?.name(in: notation) ?? title)
    }

    /// The combination of the two chords.
    public var combination: Combination { ChordCombiner().combine(lower: lower, upper: upper) }

    /// The chord without its root, if a bass player has the root; nil if the left hand plays it.
    public var withoutGround: Chord? {
        guard asked.bass == nil, missing.contains(1) else { return nil }
        return Chord(asked.root, ChordType(sounding: asked.type.degrees.subtracting(missing)))
    }

    /// The keys of the left hand, lowest first (60 is middle C).
    public var lowerPitches: [Int] { TwoHands.lower(lower) }

    /// The keys of the right hand, all above the left hand.
    public var upperPitches: [Int] { TwoHands.upper(upper, above: lowerPitches) }
}
