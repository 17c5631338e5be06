/// A position in a bar.
public struct Position: Sendable, Hashable, Comparable {
    /// Twelfths of a beat from the beginning of the bar; halves, thirds and quarters of a beat are whole numbers.
    public let twelfths: Int

    public init(twelfths: Int) {
        self.twelfths = twelfths
    }

    /// The position of a beat, counted from 1.
    public init(beat: Int) {
        twelfths = 12 * (beat - 1)
    }

    /// The beat counted from 1, with its fraction: 1, 2.5.
    public var beat: Double { 1 + Double(twelfths) / 12 }

    public static func < (one: Position, other: Position) -> Bool { one.twelfths < other.twelfths }

    /// The possible divisions of a beat.
    static let divisions = [1, 2, 3, 4, 6, 12]

    /// Positions of some chords that share a bar evenly. Two chords have half each; remaining beats go to the first
    /// chords (three in 4/4 are 2 1 1). More chords than beats share parts of beats.
    /// - Returns: nil for more than twelve chords a beat.
    public static func spread(_ count: Int, over beats: Int) -> [Position]? {
        guard let division = divisions.first(where: { count <= $0 * beats }) else { return nil }
        guard count > 0 else { return [] }
        let parts = division * beats
        var positions: [Position] = []
        var start = 0
        for index in 0..<count {
            positions.append(Position(twelfths: start * 12 / division))
            start += parts / count + (index < parts % count ? 1 : 0)
        }
        return positions
    }
}
