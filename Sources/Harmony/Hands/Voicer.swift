/// Lays chords under the hands of somebody: each style of ``VoicingStyle`` as a function from a chord to voicings.
public struct Voicer: Sendable {
    public let pianist: Pianist

    public init(for pianist: Pianist = Pianist()) {
        self.pianist = pianist
    }

    /// Voicings of one style, and why there are none.
    public struct Found: Sendable {
        /// The best first.
        public let list: [Voicing]
        /// One sentence where the list is empty: “A triad has no seventh for a shell.”
        public let reason: String?
    }

    /// Every voicing of a style within the pianist's reach and register, the best first.
    /// - Parameter top: where the melody has the highest note, its MIDI number.
    public func voicings(of subject: ChordToVoice, in style: VoicingStyle, top: Int? = nil) -> Found {
        // The first stone: two chords, or a chord and its bass.
        let lower: [Tone], upper: [Tone]
        switch subject {
        case .chord(let chord):
            let tones = chord.voicing
            lower = [tones[0].moved(by: -12)]
            upper = Array(tones.dropFirst())
        case .pair(let pair):
            lower = pair.lower.voicing.map { $0.moved(by: -12) }
            upper = pair.upper.voicing.map { $0.moved(by: 12) }
        }
        return Found(list: [Voicing(subject: subject, style: style, left: lower, right: upper)], reason: nil)
    }

    /// The best voicing of each style that fits, the pair's own shape first, then as books prefer.
    public func best(of subject: ChordToVoice) -> [Voicing] {
        VoicingStyle.allCases.compactMap { voicings(of: subject, in: $0).list.first }
    }
}
