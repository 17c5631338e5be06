import Harmony

/// The last chords that were played, to be named together: whenever one comes, all of them may be heard anew.
public struct ChordRow: Sendable, Hashable {
    /// The keys of each chord; none where the row was broken.
    private var sets: [[Int]] = []

    /// As many as can be taken in at a glance.
    public static let mostShown = 8
    /// More are remembered, so that those that are shown keep their names when the earliest one goes.
    private static let mostRemembered = 2 * mostShown

    public init() {}

    /// The keys of the newest chord; nil where there is none, or what comes next begins anew.
    public var last: [Int]? { sets.last.flatMap { $0.isEmpty ? nil : $0 } }

    /// Something has been held for long enough. What is no chord of three different notes, or what was there last, is
    /// passed over.
    /// - Parameter pitches: MIDI numbers, the lowest first.
    public mutating func add(_ pitches: [Int]) {
        guard PitchClassSet(pitches).count >= 3, pitches != sets.last else { return }
        sets.append(pitches)
        if sets.count > ChordRow.mostRemembered { sets.removeFirst() }
    }

    /// Nothing is held for longer than ``RowNaming/longestRest``, or the music is wound to another place: what comes next
    /// has nothing to do with what was there.
    public mutating func rest() {
        if sets.last?.isEmpty == false { sets.append([]) }
    }

    /// All that is remembered, the newest at the end.
    public func chords(as hearing: Hearing) -> [ChordInRow] {
        var naming = RowNaming(as: hearing)
        var chords: [ChordInRow] = []
        for set in sets { chords += set.isEmpty ? naming.end() : naming.add(set) }
        return chords + naming.end()
    }
}
