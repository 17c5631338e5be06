import Harmony

/// A chord of notes that a light chord carries: one chord, or a lower and an upper one as the combiner joins them.
public struct Music: Sendable, Hashable {
    public let lower: Chord
    public let upper: Chord?
    /// Whether the light takes its colour from it: the hue from the root, the purity from the tension.
    public var colorsLight: Bool

    public init(lower: Chord, upper: Chord? = nil, colorsLight: Bool = false) {
        self.lower = lower
        self.upper = upper
        self.colorsLight = colorsLight
    }

    /// What the two chords are together; nil for a single one.
    public func combination(in vocabulary: Vocabulary.Name = .jazz) -> Combination? {
        upper.map { ChordCombiner(vocabulary: vocabulary.vocabulary).combine(lower: lower, upper: $0) }
    }

    /// The name as it is shown: `Cma13(♯11)`, `Ema/Cma7`.
    public var name: String { combination()?.title ?? lower.shortName }

    /// What sounds, as ascending MIDI numbers.
    public var pitches: [Int] {
        combination()?.notes.map { $0.tone.pitch } ?? lower.voicing.map { $0.pitch }
    }

    /// The hue of its root, in degrees: the hours of the circle of fifths on the circle of colours, C red, one hour 30°.
    public var hue: Double {
        Double(30 * CirclePlace(clockIndex: chord.root.fifths).clockIndex)
    }

    /// The purer, the more the chord wants to move on: 0.2 for a triad at rest, 1 for the tensest.
    public var purity: Double {
        let tension = chord.type.tension ?? Tension(of: pitches, root: chord.root.pitchClass)
        return min(0.2 + 0.8 * tension.degree / Music.tensest, 1)
    }

    /// The chord that gives it its colour: as the classic vocabulary names it, so that colours stay whatever names are
    /// in force; for a polychord, which has no such name, the lower one.
    private var chord: Chord { combination(in: .classic)?.result ?? lower }

    /// Beyond this degree score purity grows no more. Only °11(♭13addΔ7) has more, 42.60; all other types are below 34.
    private static let tensest = 40.0
}
