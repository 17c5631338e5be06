import Harmony

/// A chord of a progression, named in the context of its neighbors.
public struct ChordInRow: Sendable, Hashable {
    public let harmony: LiveHarmony
    /// The name without context; nil if it is the same.
    public let alone: LiveHarmony.Name?

    /// - Parameter chosen: the index of its reading.
    fileprivate init(_ found: RowNaming.Found, chosen: Int) {
        let recognition = found.recognition
        let alone = LiveHarmony(found.hands, found.finding, as: recognition)
        guard chosen > 0 else {
            harmony = alone
            self.alone = nil
            return
        }
        harmony = LiveHarmony(found.hands, found.finding, chosen: found.finding.readings[chosen], as: recognition)
        self.alone = harmony.name == alone.name ? nil : alone.shown
    }
}

extension LiveHarmony {
    /// Whether this is the same chord as the previous one: the same name or, without a name, the same keys.
    func continues(_ previous: LiveHarmony) -> Bool {
        name == nil ? pitches == previous.pitches : name == previous.name
    }
}

extension [ChordInRow] {
    /// The last chords, with successive chords of the same name joined.
    public func joined(last count: Int) -> [ChordInRow] {
        var chords: [ChordInRow] = []
        for chord in self where chords.last.map({ !chord.harmony.continues($0.harmony) }) ?? true {
            chords.append(chord)
        }
        return chords.suffix(count)
    }
}

/// Names a growing progression by the best path through the readings of all chords. The classic vocabulary has no
/// probabilities, so each chord is then named alone.
public struct RowNaming: Sendable, Hashable {
    /// The possible readings of a chord.
    fileprivate struct Found: Sendable, Hashable {
        let hands: Hands
        let finding: Finding
        let recognition: RecognitionOptions
        /// The indices of the readings among which the progression decides.
        let candidates: [Int]
    }

    /// The maximum silence within a progression in seconds, about a bar of four slow beats. After a longer one, a new
    /// progression begins.
    public static let maximumRest = 4.0

    public let recognition: RecognitionOptions
    private var path: ChordPath
    /// Chords whose names are not final.
    private var open: [Found] = []

    public init(as recognition: RecognitionOptions) {
        self.recognition = recognition
        path = ChordPath(hasBassPlayer: recognition.context.hasBassPlayer)
    }

    /// Adds a chord.
    /// - Parameters:
    ///   - pitches: at least one MIDI note.
    ///   - key: the key of the chord; nil for that of the options.
    ///   - root: the pitch class of the presumed root, which decides between readings of similar probability.
    ///   - left: how many of the notes the left hand plays; nil if unknown.
    /// - Returns: the chords whose names are now final, in order.
    public mutating func add(
        _ pitches: [Int], in key: Key? = nil, root: Int? = nil, left: Int? = nil
    ) -> [ChordInRow] {
        var recognition = self.recognition
        if let left { recognition = recognition.dividing(left) }
        if let key { recognition.context.key = key }
        let hands = recognition.hands(pitches)
        let finding = recognition.finder.find(pitches: hands.pitches, in: recognition.context)
        let found = Found(
            hands: hands, finding: finding, recognition: recognition,
            candidates: RowNaming.candidates(finding.readings, root: root.map { $0 + recognition.reader.semitones }))
        guard recognition.finder.vocabulary.isRanked else { return [ChordInRow(found, chosen: 0)] }
        open.append(found)
        return settle(path.add(found.candidates.map { finding.readings[$0] }))
    }

    /// How much less probable a reading on the presumed root may be than another one, in decibels.
    private static let advantage = 12

    /// The readings on a root if one of them is probable, otherwise all.
    private static func candidates(_ readings: [Reading], root: Int?) -> [Int] {
        guard let root, let first = readings.first else { return Array(readings.indices) }
        let own = readings.indices.filter {
            readings[$0].contends && !readings[$0].isRootless && (readings[$0].chord.root.pitchClass - root) % 12 == 0
        }
        guard let best = own.first, readings[best].cost <= first.cost + advantage else {
            return Array(readings.indices)
        }
        return own
    }

    /// Ends the progression.
    /// - Returns: the remaining chords.
    public mutating func end() -> [ChordInRow] { settle(path.end()) }

    private mutating func settle(_ choices: [Int]) -> [ChordInRow] {
        let settled = zip(open, choices).map { ChordInRow($0, chosen: $0.candidates[$1]) }
        open.removeFirst(choices.count)
        return settled
    }
}
