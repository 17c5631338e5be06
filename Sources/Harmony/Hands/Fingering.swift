/// Which finger plays which key: 1 is the thumb, 5 the little finger.
///
/// After the model of Parncutt, Sloboda, Clarke, Raekallio and Desain (An ergonomic model of keyboard fingering for melodic
/// fragments, Music Perception 14, 1997): its table of spans between two fingers, its rules for stretches, small and large
/// spans, and those for thumb and little finger on black keys. Since a chord holds all of its keys at once, each pair of
/// fingers counts and not only those that follow each other; its rules about what follows what have no meaning here.
public enum Fingering {
    /// What is comfortable between two fingers of a right hand, in semitones upwards.
    private struct Span {
        let leastComfortable: Int
        let leastRelaxed: Int
        let mostRelaxed: Int
        let mostComfortable: Int
        let mostPractical: Int
    }

    /// The published table without its least practical spans, which no chord comes near.
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

    /// The fingers of one hand, as many as there are tones, the lowest key first; empty for more than five keys.
    public static func fingers(for tones: [Tone], of hand: Hand) -> [Int] {
        guard (1...5).contains(tones.count) else { return [] }
        // A left hand is a right one in the mirror: what counts is distances and colours of keys.
        let pitches = hand == .right ? tones.map { $0.pitch } : tones.reversed().map { -$0.pitch }
        let isBlack = (hand == .right ? tones : tones.reversed()).map {
            PitchClassSet(bits: 0b0101_0100_1010).contains(modulo($0.pitch, 12))
        }
        var best: (cost: Int, fingers: [Int])?
        // Sets of fingers as bits, from those with the little finger down: among equals a hand spreads over the chord.
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
                // Stretch: two for each semitone beyond what is comfortable, and no hand likes what is beyond practice.
                cost += 2 * (max(0, distance - span.mostComfortable) + max(0, span.leastComfortable - distance))
                cost += 10 * max(0, distance - span.mostPractical)
                // Small and large spans: fingers without the thumb bear them worse.
                let weight = fingers[low] == 1 ? 1 : 2
                cost += weight * (max(0, distance - span.mostRelaxed) + max(0, span.leastRelaxed - distance))
            }
            // One for a thumb, and for a little finger, on a black key, and two more for each neighbour on a white one.
            if isBlack[low], fingers[low] == 1 || fingers[low] == 5 {
                cost += 1
                if fingers.count > 1, !isBlack[fingers[low] == 1 ? low + 1 : low - 1] { cost += 2 }
            }
        }
        return cost
    }
}
