import Harmony

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
