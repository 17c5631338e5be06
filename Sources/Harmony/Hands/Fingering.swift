/// Assigns fingers to keys: 1 is the thumb, 5 the little finger.
///
/// Based on Parncutt, Sloboda, Clarke, Raekallio and Desain, “An ergonomic model of keyboard fingering for melodic
/// fragments”, Music Perception 14, 1997.
///
/// Used are its table of finger spans, its rules for stretches and for small and large spans, and its rules for thumb
/// and little finger on black keys. A chord holds all keys at once, which is why every pair of fingers counts. Rules
/// about sequences do not apply.
public enum Fingering {
    /// The span between two fingers of the right hand, in semitones upwards.
    private struct Span {
        let leastComfortable: Int
        let leastRelaxed: Int
        let mostRelaxed: Int
        let mostComfortable: Int
        let mostPractical: Int
    }

    /// The published table without its “least practical” spans, which no chord reaches.
    private static func span(_ low: Int, _ high: Int) -> Span {
        func span(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> Span {
            Span(leastComfortable: a, leastRelaxed: b, mostRelaxed: c, mostComfortable: d, mostPractical: e)
        }
        return switch (low, high) {
        case (1, 2): span(-3, 1, 5, 8, 10)
        case (1, 3): span(-2, 3, 7, 10, 12)
        case (1, 4): span(-1, 5, 9, 12, 14)
        case (1, 5): span(1, 7, 10, 13, 15)
        case (2, 3), (4, 5): span(1, 1, 2, 3, 5)
        case (3, 4): span(1, 1, 2, 2, 4)
        case (2, 4), (3, 5): span(1, 3, 4, 5, 7)
        default: span(2, 5, 6, 8, 10)
        }
    }

    /// The fingers of one hand, lowest key first; empty for more than five keys.
    public static func fingers(for tones: [Tone], of hand: Hand) -> [Int] {
        guard (1...5).contains(tones.count) else { return [] }
        // A left hand mirrors a right hand: only distances and key colors count.
        let pitches = hand == .right ? tones.map { $0.pitch } : tones.reversed().map { -$0.pitch }
        let isBlack = (hand == .right ? tones : tones.reversed()).map {
            PitchClassSet(bits: 0b0101_0100_1010).contains(modulo($0.pitch, 12))
        }
        var best: (cost: Int, fingers: [Int])?
        // Finger sets as bits, from sets with the little finger down. Among equals, the hand spreads over the chord.
        for set in (UInt8(1)..<32).reversed() where set.nonzeroBitCount == tones.count {
            let fingers = (1...5).filter { set & 1 << UInt8($0 - 1) != 0 }
            let cost = cost(of: fingers, on: pitches, isBlack)
            if cost < best?.cost ?? .max { best = (cost, fingers) }
        }
        let fingers = best?.fingers ?? []
        return hand == .right ? fingers : fingers.reversed()
    }

    private static func cost(of fingers: [Int], on pitches: [Int], _ isBlack: [Bool]) -> Int {
        var cost = 0
        for low in fingers.indices {
            for high in low + 1..<max(fingers.count, low + 1) {
                let span = span(fingers[low], fingers[high])
                let distance = pitches[high] - pitches[low]
                // Stretch: two per semitone beyond the comfortable span, and a prohibitive cost beyond the practical
                // span.
                cost += 2 * (max(0, distance - span.mostComfortable) + max(0, span.leastComfortable - distance))
                cost += 10 * max(0, distance - span.mostPractical)
                // Small and large spans cost more for pairs without the thumb.
                let weight = fingers[low] == 1 ? 1 : 2
                cost += weight * (max(0, distance - span.mostRelaxed) + max(0, span.leastRelaxed - distance))
            }
            // One for the thumb or little finger on a black key, and two more per neighbor on a white key.
            if isBlack[low], fingers[low] == 1 || fingers[low] == 5 {
                cost += 1
                if fingers.count > 1, !isBlack[fingers[low] == 1 ? low + 1 : low - 1] { cost += 2 }
            }
        }
        return cost
    }
}
