/// How the held notes are divided between the hands.
public enum HandSplit: Sendable, Hashable {
    /// At the widest gap between two neighbours; of equally wide ones, at the one nearest to the middle of the notes,
    /// and of two as near at the lower one. Fewer than four notes are one hand's, the left one's.
    case widestGap
    /// From this MIDI number on the notes are the right hand's.
    case at(note: Int)
}

/// What each hand holds.
public struct Hands: Sendable, Hashable {
    /// The left hand's MIDI numbers, the lowest first.
    public let lower: [Int]
    /// The right hand's MIDI numbers, the lowest first.
    public let upper: [Int]

    /// - Parameter pitches: MIDI numbers in any order; repeated ones are counted once.
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

    /// The same hands so many semitones higher.
    public func raised(by semitones: Int) -> Hands {
        semitones == 0 ? self : Hands(lower: lower.map { $0 + semitones }, upper: upper.map { $0 + semitones })
    }

    /// What both hold together, the lowest first.
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
    /// Each once, the lowest first.
    var ascending: [Int] {
        var ascending: [Int] = []
        for pitch in sorted() where pitch != ascending.last { ascending.append(pitch) }
        return ascending
    }
}
