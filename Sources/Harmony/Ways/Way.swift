/// One way to play a chord with two hands: a chord below and a chord above.
public struct Way: Sendable, Hashable {
    /// The chord that was asked for.
    public let asked: Chord
    public let lower: Chord
    public let upper: Chord
    /// Degrees of the asked chord that do not sound. Of a bass that is foreign to it, its distance from the root.
    public let missing: DegreeSet
    /// Degrees of the asked chord that the upper chord brings to the lower one.
    public let adds: DegreeSet
    /// What books call it, `upper structure VI`; nil where they have no name for it.
    public let known: String?
    /// By the table of `WayCosts`; the cheapest comes first.
    public let cost: Int

    /// Whether both together are exactly the asked chord.
    public var isComplete: Bool { missing.isEmpty }

    /// What sounds, as musicians say it.
    public var title: String { names.title }

    /// The same with nothing left unsaid.
    public var precise: String { names.precise }

    /// Both names, for who needs both.
    public var names: (title: String, precise: String) { names(in: Notation()) }

    /// Both names in a hand.
    public func names(in notation: Notation) -> (title: String, precise: String) {
        if let withoutGround { return (withoutGround.title(in: notation), withoutGround.name(in: notation)) }
        let combination = combination
        let title = combination.title(in: notation)
        return (title, combination.result?.name(in: notation) ?? title)
    }

    /// What the combiner makes of the two.
    public var combination: Combination { ChordCombiner().combine(lower: lower, upper: upper) }

    /// The asked chord without its root, where that is the bass player's; nil where the lower hand has it.
    public var withoutGround: Chord? {
        guard asked.bass == nil, missing.contains(1) else { return nil }
        return Chord(asked.root, ChordType(sounding: asked.type.degrees.subtracting(missing)))
    }

    /// The keys of the left hand, the lowest first (60 is middle C).
    public var lowerPitches: [Int] { TwoHands.lower(lower) }

    /// Those of the right hand, all above the left one's.
    public var upperPitches: [Int] { TwoHands.upper(upper, above: lowerPitches) }
}
