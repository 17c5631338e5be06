import Harmony
import Input
import JSONText
import Tunes

extension Answers {
    /// Where a chord stands. An empty part is unknown.
    /// - Parameters:
    ///   - key: `B♭ major`, `D Dorian`.
    ///   - previous: the chord before.
    ///   - next: the chord after.
    /// - Returns: nil without a key.
    public static func place(
        of chord: Chord, key: String?, previous: String?, next: String?, notation: Notation = Notation()
    ) throws(InputError) -> ChordInKey? {
        let context = try context(key: key, previous: previous, next: next, notation: notation)
        return context.key.map { ChordInKey(chord, in: $0, after: context.previous, before: context.next) }
    }

    /// Scales with their notes and the notes to avoid, in order.
    static func json(_ scales: [ChordScale], _ notation: Notation) -> JSON {
        .array(
            scales.map { scale in
                .object([
                    ("name", .string(scale.name(in: notation))),
                    ("kind", .string(scale.kind.rawValue)),
                    ("notes", .strings(scale.notes.map { notation.written($0) })),
                    ("avoid", .strings(scale.avoid.map { notation.written($0) })),
                ])
            })
    }
}
