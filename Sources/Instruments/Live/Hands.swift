import Harmony

/// The rule that divides the sounding notes between the hands.
public enum HandSplit: Sendable, Hashable {
    /// As two hands would play them, see `HandDivision` in Harmony.
    case automatic
    /// The left hand plays this many of the lowest notes.
    case count(Int)
    /// The right hand plays from this MIDI note upwards.
    case at(note: Int)
}

/// The notes of each hand.
public struct Hands: Sendable, Hashable {
    /// The MIDI notes of the left hand in ascending order.
    public let lower: [Int]
    /// The MIDI notes of the right hand in ascending order.
    public let upper: [Int]

    /// - Parameters:
    ///   - pitches: MIDI notes in any order; duplicates are ignored.
    ///   - standing: the hands before the last change, whose chords stay if possible; nil if unknown.
    public init(_ pitches: [Int], split: HandSplit, standing: Hands? = nil) {
        let pitches = pitches.ascending
        let count =
            switch split {
            case .automatic:
                HandDivision.leftCount(of: pitches, standing: standing.map { [$0.lower, $0.upper] } ?? [])
            case .count(let count): max(0, min(count, pitches.count))
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
