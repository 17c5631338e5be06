/// Which finger plays which key: 1 is the thumb, 5 the little finger.
public enum Fingering {
    /// The fingers of one hand, as many as there are tones, the lowest key first; empty for more than five keys.
    public static func fingers(for tones: [Tone], of hand: Hand) -> [Int] {
        guard tones.count <= 5 else { return [] }
        let fingers = Array(1...5).prefix(tones.count)
        return hand == .right ? Array(fingers) : fingers.reversed()
    }
}
