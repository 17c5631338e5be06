/// How a key is related to the other notes of a chord. Partials of lower notes sound like struck keys, and hide them.
enum Relation: Int, CaseIterable {
    /// No other note of the chord has a strong partial here.
    case free
    /// A note an octave below has its second partial here.
    case octave
    /// A note a twelfth, two octaves, or two octaves and a third below has its third, fourth or fifth partial here.
    case partial
    /// A higher note is one of the first partials of this key, which may be heard as their fundamental.
    case under

    /// Partials 2 to 8, in semitones above their note.
    private static let partials = [12, 19, 24, 28, 31, 34, 36]

    /// - Parameters:
    ///   - key: the key, from A0.
    ///   - chord: whether each key is in the chord. The key itself makes no difference.
    init(of key: Int, in chord: [Bool]) {
        func contains(_ key: Int) -> Bool { chord.indices.contains(key) && chord[key] }
        self =
            if contains(key - 12) {
                .octave
            } else if contains(key - 19) || contains(key - 24) || contains(key - 28) {
                .partial
            } else if Relation.partials.contains(where: { contains(key + $0) }) {
                .under
            } else {
                .free
            }
    }
}
