import Harmony
import JSONText

extension Vocabulary.Name {
    /// The vocabulary that a person asked for.
    package static func asked(_ text: String?) throws(Refusal) -> Vocabulary.Name {
        guard let text else { return .jazz }
        guard let name = Vocabulary.Name(rawValue: text) else {
            throw Refusal("There is no vocabulary “\(text)”: it is “jazz” or “classic”.")
        }
        return name
    }
}

extension ChordType {
    /// On C, since a type needs a root to be heard.
    fileprivate var example: Chord { Chord(NoteName(fifths: 0), self) }

    /// Behind the root in the three hands: `ma7`, `maj7`, `Δ7`.
    fileprivate var suffixes: [(qualities: Notation.Qualities, text: String)] {
        Notation.Qualities.allCases.map { qualities in
            (qualities, String(example.name(in: Notation(qualities)).dropFirst()))
        }
    }
}

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

extension TextReport {
    /// The types of a vocabulary, one a line.
    public func vocabulary(_ name: Vocabulary.Name) -> String {
        var rows = [["Degrees"] + Notation.Qualities.allCases.map { "C" + $0.rawValue + "…" } + ["Notes"]]
        for type in name.vocabulary.types {
            rows.append(
                [type.degrees.map { $0.name }.joined(separator: " ")] + type.suffixes.map { "C" + $0.text }
                    + [type.example.notes.map { $0.text }.joined(separator: " ")])
        }
        return columns(rows).joined(separator: "\n")
    }
}
