import Harmony

/// A chord type in MusicXML: one of its kinds, and the degrees that differ from it.
struct HarmonyKind: Sendable {
    struct Change: Sendable, Hashable {
        enum Manner: String, Sendable { case add, alter, subtract }

        let manner: Manner
        let degree: Degree
        /// Semitones from the degree of a dominant chord, with a minor seventh, for an added degree; from the degree of
        /// the kind for an altered one (MusicXML 4.0, `degree-alter`).
        let alteration: Int
    }

    let name: String
    let changes: [Change]

    /// The kinds of MusicXML by their degrees. Kinds with a ninth or more are less precise than added degrees and left
    /// out.
    private static let kinds = [
        ("major", "1 3 5"), ("minor", "1 ♭3 5"), ("augmented", "1 3 ♯5"), ("diminished", "1 ♭3 ♭5"),
        ("dominant", "1 3 5 ♭7"), ("major-seventh", "1 3 5 7"), ("minor-seventh", "1 ♭3 5 ♭7"),
        ("diminished-seventh", "1 ♭3 ♭5 °7"), ("augmented-seventh", "1 3 ♯5 ♭7"), ("half-diminished", "1 ♭3 ♭5 ♭7"),
        ("major-minor", "1 ♭3 5 7"), ("major-sixth", "1 3 5 6"), ("minor-sixth", "1 ♭3 5 6"),
        ("suspended-second", "1 2 5"), ("suspended-fourth", "1 4 5"), ("power", "1 5"),
    ].compactMap { kind in DegreeSet(kind.1).map { (name: kind.0, degrees: $0) } }

    /// The kind that needs the fewest changes; of several, the first.
    init(of type: ChordType) {
        var best: (name: String, changes: [Change])?
        var least = Int.max
        for kind in HarmonyKind.kinds {
            let changes = HarmonyKind.changes(from: kind.degrees, to: type.degrees)
            // Programs disagree about an added 7: in MusicXML it is the minor seventh, in many programs the major one.
            // A type with a seventh therefore needs a kind with the same seventh.
            let cost = changes.count + (changes.contains { $0.manner == .add && $0.degree.number == 7 } ? 10 : 0)
            if cost < least { (best, least) = ((kind.name, changes), cost) }
        }
        name = best?.name ?? "other"
        changes = best?.changes ?? []
    }

    private static func changes(from kind: DegreeSet, to wanted: DegreeSet) -> [Change] {
        var added = Array(wanted.subtracting(kind))
        var changes: [Change] = []
        for missing in kind.subtracting(wanted) {
            // Only fifths count as altered. Another third makes another kind.
            if missing.number == 5, let index = added.firstIndex(where: { $0.number == 5 }) {
                let other = added.remove(at: index)
                changes.append(
                    Change(manner: .alter, degree: missing, alteration: other.alteration - missing.alteration))
            } else {
                changes.append(Change(manner: .subtract, degree: missing, alteration: 0))
            }
        }
        return changes
            + added.map { degree in
                Change(manner: .add, degree: degree, alteration: degree.alteration + (degree.number == 7 ? 1 : 0))
            }
    }
}
