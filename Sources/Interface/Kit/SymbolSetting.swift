import Harmony
import Rendering
import Tunes

extension HTML {
    /// Typesets a chord symbol as in printed music: a large root, with its accidental and all numbers small and raised.
    mutating func set(_ symbol: ChordSymbol, _ presentation: Presentation) {
        switch symbol {
        case .chord(let chord): set(chord, presentation)
        case .polychord(let upper, let lower):
            element("span class='stacked'") { stack in
                stack.element("span translate='no'") { $0.set(upper, presentation) }
                stack.element("span class='spoken'", text: "/")
                stack.element("span class='below' translate='no'") { $0.set(lower, presentation) }
            }
        }
    }

    private mutating func set(_ chord: Chord, _ presentation: Presentation) {
        set(SymbolText(chord.shortName(in: presentation.notation), of: chord, in: presentation.notation))
    }

    mutating func set(_ symbol: SymbolText) {
        for part in symbol.parts {
            switch part.level {
            case .quality: element("span class='quality'", text: part.text)
            // Long ones may break before a parenthesis.
            case .raised: element("sup") { $0.write(symbol: part.text) }
            case .over:
                element("span class='over'", text: part.text)
                // Before a bass, too.
                void("wbr")
            case .bass: element("span class='bass' translate='no'") { $0.write(part) }
            case .root, .accidental: write(part)
            }
        }
    }

    private mutating func write(_ note: SymbolText.Part) {
        write(note.text)
        if !note.accidental.isEmpty { element("span class='accidental' translate='no'", text: note.accidental) }
    }

    /// A musical sign, with its name for screen readers.
    mutating func sign(_ name: String, _ drawing: StaticString, _ box: StaticString = "0 0 24 24") {
        element("span class='sign'") { sign in
            sign.element("svg aria-hidden='true' viewBox=?", "\(box)") { $0.element("path d=?", "\(drawing)") }
            sign.element("span class='spoken'", text: name + " ")
        }
    }
}
