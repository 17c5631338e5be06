import Harmony

/// Which chords the dictionary shows, apart from the search.
struct DictionaryFilter: Sendable, Hashable {
    /// How many notes a chord has; empty for any number.
    var noteCount = ""
    /// One of ``families``; empty for any.
    var family = ""

    /// What musicians call the sound of a chord, whatever its extensions.
    static let families = [
        "major", "minor", "dominant", "half-diminished", "diminished", "augmented", "suspended",
    ]

    func allows(_ type: ChordType) -> Bool {
        (noteCount.isEmpty || noteCount == "\(type.degrees.count)") && (family.isEmpty || family == type.family)
    }
}

extension ChordType {
    /// One of ``DictionaryFilter/families``.
    fileprivate var family: String {
        if !degrees.contains(anyOf: 3) { return "suspended" }
        let hasMinorSeventh = degrees.contains(7, -1)
        return switch quality {
        case .major where hasMinorSeventh: "dominant"
        case .diminished where hasMinorSeventh: "half-diminished"
        default: quality.rawValue
        }
    }
}
