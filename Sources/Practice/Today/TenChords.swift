import Harmony

/// Ten chords against the clock: of all kinds, or the chord of the day.
public enum TenChords {
    /// The number of chords.
    static let count = 10

    /// Ten chords of random kinds. No root comes twice.
    /// - Parameters:
    ///   - seed: the seed of all random choices.
    ///   - task: whether they are played or named.
    public static func mixed(seed: UInt64, _ task: Exercise.Task) -> [CardID] {
        var random = PracticeRandom(seed: seed)
        let roots = random.shuffled(Array(0..<12)).prefix(count)
        return roots.map { CardID(task, .chord(types[random.below(types.count)]), root: $0) }
    }

    /// The chord of the day in ten keys. It is the first one, and the same everywhere, because it follows from the
    /// local date alone. A kind does not come back before all others.
    /// - Parameter day: the local date, in days since 1970. A device without a clock may be before that.
    public static func ofDay(_ day: Int, _ task: Exercise.Task) -> [CardID] {
        let types = types
        let place = (day % types.count + types.count) % types.count
        var round = PracticeRandom(seed: UInt64(truncatingIfNeeded: (day - place) / types.count))
        let type = round.shuffled(types)[place]
        var random = PracticeRandom(seed: UInt64(truncatingIfNeeded: day))
        return random.shuffled(Array(0..<12)).prefix(count).map { CardID(task, .chord(type), root: $0) }
    }

    /// The sevenths of the courses and the most frequent other types, without the triads.
    static var types: [ChordType] {
        [ChordType.majorSeventh, .dominantSeventh, .minorSeventh] + Curriculum.common.filter { $0.degrees.count > 3 }
    }
}
