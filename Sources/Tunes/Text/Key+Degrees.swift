import Harmony

extension Key {
    private static let numerals = ["I", "II", "III", "IV", "V", "VI", "VII"]

    /// The chord on a degree, written as in Nashville (`6m7`, `b7`, `4/1`) or as a Roman numeral (`ii7`, `V7`, `viio`).
    /// - Returns: nil for other words.
    func chord(onDegree word: String) -> ChordSymbol? {
        guard let (root, isMinor, rest) = degree(word) else { return nil }
        var suffix = rest
        // A degree in the bass.
        if let slash = rest.lastIndex(of: "/"), let bass = degree(String(rest[rest.index(after: slash)...])),
            bass.rest.isEmpty
        {
            suffix = String(rest[..<slash]) + "/" + ASCIISymbol.text(of: NoteNames.english.name(of: bass.note))
        }
        // A small numeral is minor, unless it is diminished.
        let isOther = suffix.unicodeScalars.first.map { "o°øhmd-".unicodeScalars.contains($0) } ?? false
        return try? ChordSymbol(
            ASCIISymbol.text(of: NoteNames.english.name(of: root)) + (isMinor && !isOther ? "m" : "") + suffix)
    }

    /// The note of the degree at the beginning of a word, whether its numeral has small letters, and what follows.
    private func degree(_ word: String) -> (note: NoteName, isMinor: Bool, rest: String)? {
        let signs = word.unicodeScalars
        let number = signs.drop { "b#♭♯".unicodeScalars.contains($0) }
        let letters = number.prefix { "IViv".unicodeScalars.contains($0) }
        var numeral = String(letters)
        var end = letters.endIndex
        if let digit = number.first, "1"..."7" ~= digit {
            numeral = Key.numerals[Int(digit.value) - 49]
            end = signs.index(after: number.startIndex)
        }
        guard let note = root(onNumeral: String(signs[..<number.startIndex]) + numeral) else { return nil }
        let isMinor = letters.first == "i" || letters.first == "v"
        return (note, isMinor, String(signs[end...]))
    }
}
