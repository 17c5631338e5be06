import Harmony

/// A row of chords as the user typed it: `Dmi7 G7 | Cma7`, `Dmi7, A|G7, Cma7`. Spaces, commas, and single dashes,
/// arrows and bar lines separate chords. Two simultaneous chords are one word, `A|G7`, or a sum between two bar lines
/// or commas, `G7 + A`.
package struct TypedRow: Sendable, Hashable {
    /// As they were typed, for remarks on how they were read.
    package let texts: [String]
    package let chords: [ChordToVoice]

    /// The maximum number of chords: a chorus of 32 bars with two chords in each.
    package static let maximumChords = 64

    /// - Throws: if a part is not a chord. Unlike with a single chord, words between chords are not ignored, because an
    ///   unreadable word may be meant as a chord.
    package init(_ text: String, in notation: Notation = Notation()) throws(InputError) {
        var texts: [String] = []
        var chords: [ChordToVoice] = []
        for bar in TypedRow.bars(of: text.withoutInvisible) {
            for text in try TypedRow.parts(of: bar, in: notation.names) {
                let typed = try TypedEquation.parse(text, in: notation.names)
                texts.append(text)
                chords.append(try typed.toVoice(notation: notation))
            }
        }
        guard !chords.isEmpty else {
            throw InputError(SymbolError(symbol: text, offset: 0, reason: .empty, expected: []))
        }
        guard chords.count <= TypedRow.maximumChords else {
            throw InputError("There are \(chords.count) chords. A progression has at most \(TypedRow.maximumChords).")
        }
        self.texts = texts
        self.chords = chords
    }

    /// The words between two bar lines, commas, dashes or arrows. Text in parentheses is one word.
    private static func bars(of text: String) -> [[String]] {
        var bars: [[String]] = [[]]
        var word = ""
        var depth = 0
        func finish() {
            if word.unicodeScalars.allSatisfy({ isBetweenChords($0) }) {
                if !word.isEmpty { bars.append([]) }
            } else {
                bars[bars.count - 1].append(word)
            }
            word = ""
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "(", "[": depth += 1
            case ")", "]": depth = max(0, depth - 1)
            default: break
            }
            switch scalar {
            case " ", "\t", "\n", "\r", "\u{A0}", "\u{2009}", "\u{202F}":
                if depth == 0 { finish() } else { word.unicodeScalars.append(" ") }
            case "," where depth == 0:
                finish()
                bars.append([])
            default: word.unicodeScalars.append(scalar)
            }
        }
        finish()
        return bars.filter { !$0.isEmpty }
    }

    private static func isBetweenChords(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "|", "∣", "‖", "-", "–", "—", "−", "→": true
        default: false
        }
    }

    /// The chords of a bar as they are typed. A sum is one chord, and so are words that make one symbol, `C7 b9`.
    private static func parts(of bar: [String], in names: NoteNames) throws(InputError) -> [String] {
        let isSum = bar.contains { ["+", "=", "?", "_", "plus", "over"].contains($0) }
        guard !isSum else {
            let whole = bar.joined(separator: " ")
            do throws(SymbolError) {
                _ = try TypedEquation(whole, in: names)
            } catch {
                guard error.reason == .several else { throw InputError(error) }
                throw InputError(
                    "“\(whole)” has more than one pair of chords. Put a comma or a bar line between the pairs.")
            }
            return [whole]
        }
        var parts: [String] = []
        var place = 0
        while place < bar.count {
            var end = min(bar.count, place + maximumWords)
            func part() -> String { bar[place..<end].joined(separator: " ") }
            while end > place + 1, (try? ChordSymbol(part(), in: names)) == nil { end -= 1 }
            if end == place + 1 {
                do throws(SymbolError) {
                    _ = try ChordSymbol(part(), in: names)
                } catch {
                    throw InputError(error)
                }
            }
            parts.append(part())
            place = end
        }
        return parts
    }

    /// The maximum number of words in a symbol: `C 7 sus b9`.
    private static let maximumWords = 4
}

extension ChordToVoice {
    /// Reads one chord to voice, or two: `C7 + A` or `A|C7`.
    package static func parse(_ text: String, notation: Notation = Notation()) throws(InputError) -> ChordToVoice {
        if let row = try? TypedRow(text, in: notation), row.chords.count > 1 {
            throw InputError(
                """
                “\(text)” has \(row.chords.count) chords. Give one, put + between two that sound together, or ask for \
                a progression (--lead, in the API “leading”).
                """)
        }
        return try TypedEquation.parse(text, in: notation.names).toVoice(notation: notation)
    }
}

extension TypedEquation {
    /// Two chords if both are given, otherwise the one chord of the equation.
    fileprivate func toVoice(notation: Notation) throws(InputError) -> ChordToVoice {
        if let combination = try combination(in: .jazz, notation: notation) { return .pair(combination) }
        return .chord(try meant(in: .jazz, notation: notation))
    }
}
