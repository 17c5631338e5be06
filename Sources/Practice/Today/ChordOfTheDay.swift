import Harmony

/// A chord for everyone with the same local date.
///
/// It needs no server: the date alone decides. Within a cycle of about a year, no chord comes twice.
public struct ChordOfTheDay: Sendable, Hashable {
    public let card: CardID
    /// The number of the day, 1 on January 1, 2026.
    public let number: Int

    /// - Parameter day: the local date in days since 1970.
    public init(on day: Int) {
        number = day - ChordOfTheDay.dayZero
        let materials = ChordOfTheDay.materials
        let count = 12 * materials.count
        // Days before 1970 are not expected, but have a chord, too.
        let position = (day % count + count) % count
        var random = PracticeRandom(seed: UInt64(truncatingIfNeeded: (day - position) / count))
        let index = random.shuffled(Array(0..<count))[position]
        card = CardID(.play, materials[index / 12], root: index % 12)
    }

    /// December 31, 2025, in days since 1970.
    private static let dayZero = 20_453

    /// The chords that musicians meet, from the curriculum, and all upper structures.
    private static var materials: [PracticeMaterial] {
        let types = [PracticeMaterial.seventh, PracticeMaterial.majorSeventh, PracticeMaterial.minorSeventh]
        return (types + Curriculum.common).map { .chord($0) }
            + PracticeMaterial.upperStructures.map { .upperStructure($0) }
    }

    /// The result in a line to share. It does not give the chord away: `Chord of the day 331: 3.2 s, first try`.
    /// - Parameters:
    ///   - attempts: the number of attempts until it was right; nil if it was not found.
    ///   - seconds: the time until then.
    public func line(attempts: Int?, seconds: Double) -> String {
        let title = "Chord of the day \(number): "
        guard let attempts else { return title + "not found" }
        return title + seconds.tenths + " s, " + (attempts == 1 ? "first try" : "\(attempts) tries")
    }
}

extension Double {
    /// A positive number with one decimal: `3.2`.
    var tenths: String {
        let tenths = Int(10 * min(max(self, 0), 100_000) + 0.5)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
