import Harmony

/// The most recent chords of a player. They are named together, and each new chord may rename the earlier ones.
public struct ChordRow: Sendable, Hashable {
    /// The MIDI notes of each chord; an empty array is a break.
    private var sets: [[Int]] = []

    /// The number of chords that fit on the screen.
    public static let maximumShown = 8
    /// More chords are kept as context. The visible names then do not change when the oldest chord is dropped.
    private static let maximumRemembered = 2 * maximumShown

    public init() {}

    /// The MIDI notes of the last chord; nil at the beginning and after a break.
    public var last: [Int]? { sets.last.flatMap { $0.isEmpty ? nil : $0 } }

    /// Adds a chord. Fewer than three different notes, and repetitions of the last chord, are ignored.
    /// - Parameter pitches: MIDI notes in ascending order.
    public mutating func add(_ pitches: [Int]) {
        guard PitchClassSet(pitches).count >= 3, pitches != sets.last else { return }
        sets.append(pitches)
        if sets.count > ChordRow.maximumRemembered { sets.removeFirst() }
    }

    /// Breaks the progression after a rest longer than ``RowNaming/maximumRest``, or after a jump in the music.
    public mutating func rest() {
        if sets.last?.isEmpty == false { sets.append([]) }
    }

    /// All chords with their names, the newest last.
    public func chords(as recognition: RecognitionOptions) -> [ChordInRow] {
        var naming = RowNaming(as: recognition)
        var chords: [ChordInRow] = []
        for set in sets { chords += set.isEmpty ? naming.end() : naming.add(set) }
        return chords + naming.end()
    }
}
