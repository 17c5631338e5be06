import Harmony

/// A row of chords as the user typed it: `Dmi7 G7 | Cma7`, `Dmi7, A|G7, Cma7`. Spaces, commas, dashes, arrows and bar lines
/// that stand alone part one chord from the next; two that sound together are written as one word, `A|G7`, or between two
/// bar lines or commas as a sum, `G7 + A`.
package struct TypedRow: Sendable, Hashable {
    /// As they were typed, for what is said of how they were read.
    package let texts: [String]
    package let chords: [ChordToVoice]

    /// A chorus of 32 bars with two chords in each.
    package static let mostChords = 64

    /// - Throws: where a part of it is no chord. Other than of a single chord, words around it are not passed over: what
    ///   cannot be read might be a chord.
    package init(_ text: String, in notation: Notation = Notation()) throws(Refusal) {
        var texts: [String] = []
        var chords: [ChordToVoice] = []
        for bar in TypedRow.bars(of: text.withoutShapeless) {
            for text in try TypedRow.parts(of: bar, in: notation.names) {
                let typed = try TypedEquation.asked(text, in: notation.names)
                texts.append(text)
                chords.append(try typed.toVoice(notation: notation))
            }
        }
        guard !chords.isEmpty else {
            throw Refusal(SymbolError(symbol: text, offset: 0, reason: .empty, expected: []))
        }
        guard chords.count <= TypedRow.mostChords else {
            throw Refusal("There are \(chords.count) chords. A progression has at most \(TypedRow.mostChords).")
        }
        self.texts = texts
        self.chords = chords
    }

    /// The words between two bar lines, commas, dashes or arrows. What stands in parentheses is one word.
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

    /// The chords of a bar as they are typed: a sum is one of them, and so are words that are one symbol together,
    /// `C7 b9`.
    private static func parts(of bar: [String], in names: NoteNames) throws(Refusal) -> [String] {
        let isSum = bar.contains { ["+", "=", "?", "_", "plus", "over"].contains($0) }
        guard !isSum else {
            let whole = bar.joined(separator: " ")
            do throws(SymbolError) {
                _ = try TypedEquation(whole, in: names)
            } catch {
                guard error.reason == .several else { throw Refusal(error) }
                throw Refusal("“\(whole)” has more than one pair of chords. Put a comma or a bar line between the pairs.")
            }
            return [whole]
        }
        var parts: [String] = []
        var place = 0
        while place < bar.count {
            var end = min(bar.count, place + mostWords)
            func part() -> String { bar[place..<end].joined(separator: " ") }
            while end > place + 1, (try? ChordSymbol(part(), in: names)) == nil { end -= 1 }
            if end == place + 1 {
                do throws(SymbolError) {
                    _ = try ChordSymbol(part(), in: names)
                } catch {
                    throw Refusal(error)
                }
            }
            parts.append(part())
            place = end
        }
        return parts
    }

    /// No symbol is written in more words: `C 7 sus b9`.
    private static let mostWords = 4
}

extension ChordToVoice {
    /// What a person gave to be laid under two hands: a chord, or two chords, as `C7 + A` or `A|C7`.
    package static func asked(_ text: String, notation: Notation = Notation()) throws(Refusal) -> ChordToVoice {
        if let row = try? TypedRow(text, in: notation), row.chords.count > 1 {
            throw Refusal(
                """
                “\(text)” has \(row.chords.count) chords. Give one, put + between two that sound together, or ask for a \
                progression (--lead, in the API “leading”).
                """)
        }
        return try TypedEquation.asked(text, in: notation.names).toVoice(notation: notation)
    }
}

extension TypedEquation {
    /// Two chords where both are given, else the one that is meant.
    fileprivate func toVoice(notation: Notation) throws(Refusal) -> ChordToVoice {
        if let combination = try combination(in: .jazz, notation: notation) { return .pair(combination) }
        return .chord(try meant(in: .jazz, notation: notation))
    }
}
