import Harmony

/// The rule that divides the sounding notes between the hands.
public enum HandSplit: Sendable, Hashable {
    /// As two hands would play them, see `HandDivision` in Harmony.
    case automatic
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
            case .automatic: HandDivision.leftCount(of: pitches)
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
}

extension [Int] {
    /// Sorted, without duplicates.
    var ascending: [Int] {
        var ascending: [Int] = []
        for pitch in sorted() where pitch != ascending.last { ascending.append(pitch) }
        return ascending
    }
}
