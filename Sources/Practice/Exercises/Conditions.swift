/// What counts as right, and how it sounds where it is to be heard.
public struct Conditions: Sendable, Hashable {
    public var bass: BassRule
    /// Only the voicing that is written is right, and not any with the same notes.
    public var isAsWritten: Bool
    /// Milliseconds for which a chord has to stay the same until it counts.
    public var landing: Int
    /// By ear, chords sound as hands would play them, and not in root position.
    public var isVoiced: Bool
    /// By ear, a bass note sounds below.
    public var hasBass: Bool

    /// What fingers need to come down together, and no more: a practised hand strikes a chord within 30 to 50 ms, a
    /// beginner's within 100.
    public static let usualLanding = 120
    public static let landings = 20...2000

    public init(
        bass: BassRule = .lowest, isAsWritten: Bool = false, landing: Int = Conditions.usualLanding, isVoiced: Bool = false,
        hasBass: Bool = false
    ) {
        self.bass = bass
        self.isAsWritten = isAsWritten
        self.landing = landing
        self.isVoiced = isVoiced
        self.hasBass = hasBass
    }

    /// The same in seconds.
    public var landingSeconds: Double { Double(landing) / 1000 }
}
