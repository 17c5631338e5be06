/// A chord as two hands play it: which key each finger has, and what it is to the chord.
public struct Voicing: Sendable, Hashable {
    public let subject: ChordToVoice
    public let style: VoicingStyle
    /// The keys of the left hand, the lowest first; may be empty.
    public let left: [Tone]
    /// The keys of the right hand, all above the left one's; may be empty.
    public let right: [Tone]
    /// Degrees of the chord that do not sound, because the style leaves them out or no finger is left.
    public let missing: DegreeSet
    /// Degrees that sound and that the chord's symbol does not have: the ninth that a rootless form adds to a seventh chord.
    public let added: DegreeSet
    /// Whether an interval lies lower than it still sounds clear, since nothing better was left.
    public let isMuddy: Bool
    /// What it costs against other voicings; the least is the best.
    public let cost: Int

    public init(
        subject: ChordToVoice, style: VoicingStyle, left: [Tone], right: [Tone], missing: DegreeSet = DegreeSet(),
        added: DegreeSet = DegreeSet(), isMuddy: Bool = false, cost: Int = 0
    ) {
        self.subject = subject
        self.style = style
        self.left = left
        self.right = right
        self.missing = missing
        self.added = added
        self.isMuddy = isMuddy
        self.cost = cost
    }

    public subscript(hand: Hand) -> [Tone] { hand == .left ? left : right }

    /// All that sounds, the lowest first.
    public var tones: [Tone] { left + right }

    /// Semitones from a hand's lowest key to its highest one; 0 for a hand with less than two.
    public func span(of hand: Hand) -> Int {
        guard let lowest = self[hand].first, let highest = self[hand].last else { return 0 }
        return highest.pitch - lowest.pitch
    }
}
