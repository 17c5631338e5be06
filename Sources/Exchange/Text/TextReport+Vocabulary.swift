import Harmony
import Rendering

extension TextReport {
    /// The types of a vocabulary, one per line.
    public func vocabulary(_ name: Vocabulary.Name) -> String {
        let example = presentation.name(Letter.c)
        var rows = [["Degrees"] + Notation.Qualities.allCases.map { example + $0.rawValue + "…" } + ["Notes"]]
        for type in name.vocabulary.types {
            rows.append(
                [type.degrees.map { $0.name }.joined(separator: " ")] + type.suffixes.map { example + $0.text }
                    + [presentation.names(type.example.notes)])
        }
        return columns(rows).joined(separator: "\n")
    }
}
