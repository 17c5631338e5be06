/// A chord laid out for two hands: the keys, and the function of each note in the chord.
public struct Voicing: Sendable, Hashable {
    public let subject: ChordToVoice
    public let style: VoicingStyle
    /// The keys of the left hand, lowest first; may be empty.
    public let left: [Tone]
    /// The keys of the right hand, all above the left hand; may be empty.
    public let right: [Tone]
    /// Degrees of the chord that do not sound, because of the style or the number of fingers.
    public let missing: DegreeSet
    /// Sounding degrees that are not in the chord symbol, such as the ninth that a rootless form adds to a seventh
    /// chord.
    public let added: DegreeSet
    /// Whether an interval is too low to sound clear, because no better voicing was available.
    public let isMuddy: Bool
    /// The cost compared with other voicings; the lowest is best.
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

    /// All tones, lowest first.
    public var tones: [Tone] { left + right }

    /// The span of a hand in semitones; 0 for fewer than two keys.
    public func span(of hand: Hand) -> Int {
        guard let lowest = self[hand].first, let highest = self[hand].last else { return 0 }
        return highest.pitch - lowest.pitch
    }
}
