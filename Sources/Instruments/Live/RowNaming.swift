import Harmony

/// A chord in a row, as the chords around it let it be heard.
public struct ChordInRow: Sendable, Hashable {
    public let harmony: LiveHarmony
    /// What it would be called by itself; nil where that is the same.
    public let alone: LiveHarmony.Name?

    /// - Parameter chosen: the index of its reading among those that were found.
    fileprivate init(_ found: RowNaming.Found, chosen: Int, as hearing: Hearing) {
        let alone = LiveHarmony(found.hands, found.finding, as: hearing)
        guard chosen > 0 else {
            harmony = alone
            self.alone = nil
            return
        }
        harmony = LiveHarmony(found.hands, found.finding, chosen: found.finding.readings[chosen], as: hearing)
        self.alone = harmony.name == alone.name ? nil : alone.shown
    }
}

extension LiveHarmony {
    /// Whether a chord goes on as another one: under the same name or, where neither has one, on the same keys.
    func goesOn(as other: LiveHarmony) -> Bool { name == nil ? pitches == other.pitches : name == other.name }
}

extension [ChordInRow] {
    /// Neighbours under one name are one chord, and the last so many of those.
    public func joined(last count: Int) -> [ChordInRow] {
        var chords: [ChordInRow] = []
        for chord in self where chords.last.map({ !chord.harmony.goesOn(as: $0.harmony) }) ?? true {
            chords.append(chord)
        }
        return chords.suffix(count)
    }
}

/// Names a row of chords together while it grows: by the best path through the readings of all of them. In the classic
/// vocabulary, where nothing is more probable than something else, each is named by itself.
public struct RowNaming: Sendable, Hashable {
    /// What a chord can be.
    fileprivate struct Found: Sendable, Hashable {
        let hands: Hands
        let finding: Finding
    }

    /// For how many seconds nothing may be held within a row. After a longer silence, which is more than a bar of four slow
    /// beats, what comes begins anew, and no step to it is heard.
    public static let longestRest = 4.0

    public let hearing: Hearing
    private var path: ChordPath
    /// The chords that are not settled.
    private var open: [Found] = []

    public init(as hearing: Hearing) {
        self.hearing = hearing
        path = ChordPath(hasBand: hearing.context.hasBand)
    }

    /// Goes on by a chord.
    /// - Parameter pitches: MIDI numbers, one at least.
    /// - Returns: the chords that are settled by it, the first ones first.
    public mutating func add(_ pitches: [Int]) -> [ChordInRow] {
        let hands = hearing.hands(pitches)
        let found = Found(hands: hands, finding: hearing.finder.find(pitches: hands.pitches, in: hearing.context))
        guard hearing.finder.vocabulary.isRanked else { return [ChordInRow(found, chosen: 0, as: hearing)] }
        open.append(found)
        return settle(path.add(found.finding.readings))
    }

    /// The row is at its end; what comes next begins another.
    /// - Returns: the chords that were not settled.
    public mutating func end() -> [ChordInRow] { settle(path.end()) }

    private mutating func settle(_ choices: [Int]) -> [ChordInRow] {
        let settled = zip(open, choices).map { ChordInRow($0, chosen: $1, as: hearing) }
        open.removeFirst(choices.count)
        return settled
    }
}
