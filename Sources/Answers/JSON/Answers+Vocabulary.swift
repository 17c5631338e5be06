import Harmony
import JSONText

extension Answers {
    /// The types of a vocabulary, in its order.
    public static func json(_ name: Vocabulary.Name) -> JSON {
        .object([
            ("vocabulary", .string(name.rawValue)),
            ("types", .array(name.vocabulary.types.map(json))),
        ])
    }

    private static func json(_ type: ChordType) -> JSON {
        .object([
            ("degrees", .strings(type.degrees.map { $0.name })),
            ("suffix", .object(type.suffixes.map { ($0.qualities.rawValue, .string($0.text)) })),
            ("title", .string(type.example.title)),
            ("example", .strings(type.example.notes.map { $0.text })),
        ])
    }
}
