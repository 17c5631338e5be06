import Harmony

/// The musical chord of a light chord: one chord, or a lower and an upper one.
public struct Music: Sendable, Hashable {
    public let lower: Chord
    public let upper: Chord?
    /// Whether it sets the color of the light: the hue from the root, the purity from the tension.
    public var colorsLight: Bool

    public init(lower: Chord, upper: Chord? = nil, colorsLight: Bool = false) {
        self.lower = lower
        self.upper = upper
        self.colorsLight = colorsLight
    }

    /// The combination of both chords; nil for a single chord.
    public func combination(in vocabulary: Vocabulary.Name = .jazz) -> Combination? {
        upper.map { ChordCombiner(vocabulary: vocabulary.vocabulary).combine(lower: lower, upper: $0) }
    }

    /// The name for display: `Cma13(♯11)`, `Ema/Cma7`.
    public var name: String { combination()?.title ?? lower.shortName }

    /// The MIDI notes in ascending order.
    public var pitches: [Int] {
        combination()?.notes.map { $0.tone.pitch } ?? lower.voicing.map { $0.pitch }
    }

    /// The hue of its root in degrees. The circle of fifths is mapped to the color circle: C is red, and each fifth
    /// adds 30°.
    public var hue: Double {
        Double(30 * CirclePlace(clockIndex: chord.root.fifths).clockIndex)
    }

    /// Purity by tension: 0.2 for a consonant triad, 1 for maximum tension.
    public var purity: Double {
        let tension = chord.type.tension ?? Tension(of: pitches, root: chord.root.pitchClass)
        return min(0.2 + 0.8 * tension.degree / Music.tensest, 1)
    }

    /// The chord that sets the color. It is always from the classic vocabulary, so that colors do not depend on the
    /// chosen vocabulary. For a polychord it is the lower chord.
    private var chord: Chord { combination(in: .classic)?.result ?? lower }

    /// The degree score of maximum purity. Only °11(♭13addΔ7) has more (42.60); all other types are below 34.
    private static let tensest = 40.0
}
