import Harmony
import JSONText
import Rendering

extension Answers {
    /// The types of a vocabulary, in its order.
    public static func json(_ name: Vocabulary.Name, notation: Notation = Notation()) -> JSON {
        .object([
            ("vocabulary", .string(name.rawValue)),
            ("types", .array(name.vocabulary.types.map { json($0, notation) })),
        ])
    }

    private static func json(_ type: ChordType, _ notation: Notation) -> JSON {
        .object([
            ("degrees", .strings(type.degrees.map { $0.name })),
            ("suffix", .object(type.suffixes.map { ($0.qualities.rawValue, .string($0.text)) })),
            ("title", .string(type.example.title(in: notation))),
            ("example", .strings(type.example.notes.map { notation.written($0) })),
        ])
    }
}
