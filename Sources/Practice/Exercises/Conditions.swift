/// The rules for right answers, and the sound of ear-training questions.
public struct Conditions: Sendable, Hashable {
    public var bass: BassRule
    /// Whether only the written voicing is right.
    public var isAsWritten: Bool
    /// Milliseconds for which a chord must not change before it is judged.
    public var landing: Int
    /// Whether ear-training chords sound in a piano voicing, not in root position.
    public var isVoiced: Bool
    /// Whether ear-training chords have an extra bass note.
    public var hasBass: Bool
    /// Whether bass and drums accompany an exercise in time. They play a tune in loops that grow.
    public var hasBand: Bool

    /// Enough for all fingers of a chord: experienced players need 30 to 50 ms, beginners up to 100 ms.
    public static let usualLanding = 120
    public static let landings = 20...2000

    public init(
        bass: BassRule = .lowest, isAsWritten: Bool = false, landing: Int = Conditions.usualLanding,
        isVoiced: Bool = false,
        hasBass: Bool = false, hasBand: Bool = false
    ) {
        self.bass = bass
        self.isAsWritten = isAsWritten
        self.landing = landing
        self.isVoiced = isVoiced
        self.hasBass = hasBass
        self.hasBand = hasBand
    }

    /// ``landing`` in seconds.
    public var landingSeconds: Double { Double(landing) / 1000 }
}
