/// The way through the twelve keys.
public enum KeyOrder: String, CaseIterable, Sendable, Hashable {
    /// Up in fourths, as dominants lead: C F B♭ E♭ ….
    case fourths
    case fifths
    case semitones
    case shuffled
    /// Where it is written, once: a tune from beginning to end.
    case asWritten = "through"

    /// How far above the first key each of the stations lies, 0…11.
    func stations(_ chance: inout Chance) -> [Int] {
        switch self {
        case .fourths: return (0..<12).map { $0 * 5 % 12 }
        case .fifths: return (0..<12).map { $0 * 7 % 12 }
        case .semitones: return Array(0..<12)
        case .shuffled: return chance.shuffled(Array(0..<12))
        case .asWritten: return [0]
        }
    }
}
