/// The rule that divides the sounding notes between the hands.
public enum HandSplit: Sendable, Hashable {
    /// At the widest gap between two notes. Of equal gaps, the one nearest to the middle counts, then the lower one.
    /// Fewer than four notes belong to the left hand.
    case widestGap
    /// The right hand plays from this MIDI note upwards.
    case at(note: Int)
}

/// The notes of each hand.
public struct Hands: Sendable, Hashable {
    /// The MIDI notes of the left hand in ascending order.
    public let lower: [Int]
    /// The MIDI notes of the right hand in ascending order.
    public let upper: [Int]

    /// - Parameter pitches: MIDI notes in any order; duplicates are ignored.
    public init(_ pitches: [Int], split: HandSplit) {
        let pitches = pitches.ascending
        let count =
            switch split {
            case .widestGap: Hands.notesBelowWidestGap(pitches)
            case .at(let note): pitches.prefix { $0 < note }.count
            }
        lower = Array(pitches.prefix(count))
        upper = Array(pitches.dropFirst(count))
    }

    private init(lower: [Int], upper: [Int]) {
        self.lower = lower
        self.upper = upper
    }

    /// The same hands transposed up.
    public func raised(by semitones: Int) -> Hands {
        semitones == 0 ? self : Hands(lower: lower.map { $0 + semitones }, upper: upper.map { $0 + semitones })
    }

    /// The MIDI notes of both hands in ascending order.
    public var pitches: [Int] { lower + upper }

    private static func notesBelowWidestGap(_ pitches: [Int]) -> Int {
        guard pitches.count >= 4 else { return pitches.count }
        func gap(_ count: Int) -> Int { pitches[count] - pitches[count - 1] }
        func distanceToMiddle(_ count: Int) -> Int { abs(2 * count - pitches.count) }
        var best = 1
        for count in 2..<pitches.count {
            let isNearer = distanceToMiddle(count) < distanceToMiddle(best)
            if gap(count) > gap(best) || gap(count) == gap(best) && isNearer { best = count }
        }
        return best
    }
}

extension [Int] {
    /// Sorted, without duplicates.
    var ascending: [Int] {
        var ascending: [Int] = []
        for pitch in sorted() where pitch != ascending.last { ascending.append(pitch) }
        return ascending
    }
}
