/// The order of the keys in an exercise.
public enum KeyOrder: String, CaseIterable, Sendable, Hashable {
    /// Up in fourths, as dominants resolve: C F B♭ E♭ ….
    case fourths
    case fifths
    case semitones
    case shuffled
    /// Once, in the written key: a tune from beginning to end.
    case asWritten = "through"

    /// Semitones from the first key to each key, 0…11.
    func stations(_ random: inout PracticeRandom) -> [Int] {
        switch self {
        case .fourths: return (0..<12).map { $0 * 5 % 12 }
        case .fifths: return (0..<12).map { $0 * 7 % 12 }
        case .semitones: return Array(0..<12)
        case .shuffled: return random.shuffled(Array(0..<12))
        case .asWritten: return [0]
        }
    }
}
