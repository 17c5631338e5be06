import Harmony

/// A word that is no chord symbol, but has some in it: `Dm7-G7`, `C,F,G`, `C...`, `**C**`.
struct ChordWord {
    /// The chords, and nil for each beat on which the last one continues.
    private(set) var slots: [ChordSymbol?] = []

    /// Longer words are no chords.
    private static let maximumLength = 100

    /// - Returns: nil if any part is unreadable.
    init?(_ word: String, in names: NoteNames) {
        var signs = word.scalars[...]
        // Signs that emphasize a chord, or point to a note below.
        func isWrapping(_ sign: Unicode.Scalar?) -> Bool { sign == "*" || sign == "`" || sign == "_" }
        while isWrapping(signs.last) { signs.removeLast() }
        while isWrapping(signs.first) { signs.removeFirst() }
        guard signs.count <= ChordWord.maximumLength else { return nil }
        var part = ""
        var depth = 0
        while let sign = signs.first {
            let run = signs.prefix { depth == 0 && $0.isOne(of: ",;-–—→>•·./") }
            let rest = signs[run.endIndex...]
            if ChordWord.isBreak(run, before: rest.first) {
                guard take(part, in: names) else { return nil }
                part = ""
                for sign in run where sign == "." || sign == "/" { slots.append(nil) }
                signs = rest
            } else {
                depth += sign == "(" ? 1 : sign == ")" ? -1 : 0
                part.unicodeScalars.append(sign)
                signs.removeFirst()
            }
        }
        guard part.isEmpty || take(part, in: names), !slots.isEmpty else { return nil }
    }

    private mutating func take(_ part: String, in names: NoteNames) -> Bool {
        guard let symbol = try? ChordSymbol(part, in: names) else { return false }
        slots.append(symbol)
        return true
    }

    /// Whether signs separate chords or end the last one. A single dash or slash may be part of a symbol: C-7, G/B.
    private static func isBreak(_ run: ArraySlice<Unicode.Scalar>, before next: Unicode.Scalar?) -> Bool {
        guard let first = run.first, let last = run.last else { return false }
        guard let next else { return !run.contains("-") }
        return "A"..."H" ~= next && last != "/" && (first != "." || run.count > 1)
    }
}
