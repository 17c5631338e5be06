import Harmony

/// The groups of the dictionary, from small chords to large ones.
enum DictionaryGroup: CaseIterable {
    case triads, suspendedAndAdded, sixths, sevenths, ninths, elevenths, thirteenths

    /// The highest degree decides. Without seventh and sixth, a ninth, eleventh or thirteenth is an added note.
    init(_ type: ChordType) {
        let degrees = type.degrees
        let isFull = degrees.contains(anyOf: 7) || degrees.contains(anyOf: 6)
        if isFull, degrees.contains(anyOf: 13) {
            self = .thirteenths
        } else if isFull, degrees.contains(anyOf: 11) {
            self = .elevenths
        } else if isFull, degrees.contains(anyOf: 9) {
            self = .ninths
        } else if degrees.contains(anyOf: 7) {
            self = .sevenths
        } else if isFull {
            self = .sixths
        } else {
            self = degrees.contains(anyOf: 3) && degrees.count <= 3 ? .triads : .suspendedAndAdded
        }
    }

    var title: String {
        switch self {
        case .triads: DictionaryText.triads
        case .suspendedAndAdded: DictionaryText.suspendedAndAdded
        case .sixths: DictionaryText.sixths
        case .sevenths: DictionaryText.sevenths
        case .ninths: DictionaryText.ninths
        case .elevenths: DictionaryText.elevenths
        case .thirteenths: DictionaryText.thirteenths
        }
    }

    /// The types of the group, fewer notes first.
    var types: [ChordType] {
        Vocabulary.jazz.types.filter { DictionaryGroup($0) == self }.ordered { $0.degrees.count < $1.degrees.count }
    }
}
