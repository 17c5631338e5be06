import Harmony
import Tunes

/// A chord's name, divided as it is set in print: a large root, a smaller quality, and numbers and alterations still
/// smaller and raised. Charts, staves and headings use it.
package struct SymbolText {
    package enum Level {
        case root, quality, raised
        /// Behind the letter of a root or a bass.
        case accidental
        /// The slash before a bass or a lower chord.
        case over
        case bass
    }

    package struct Part {
        package let text: String
        package let level: Level
        /// That of a root or a bass, if its name has one after the letter.
        package var accidental = ""
    }

    package private(set) var parts: [Part] = []

    /// - Parameter name: one of the names of `chord` in `notation`, with or without its bass.
    package init(_ name: String, of chord: Chord, in notation: Notation) {
        add(name, of: chord, notation)
    }

    package init(_ subject: ChordToVoice, in notation: Notation) {
        if case .pair(let combination) = subject, combination.result == nil {
            add(combination.upper.name(in: notation), combination.upper, over: combination.lower, notation)
        } else {
            add(subject.title(in: notation), of: subject.chord, notation)
        }
    }

    /// The symbol of a chord in a tune.
    init(_ symbol: ChordSymbol, in notation: Notation) {
        switch symbol {
        case .chord(let chord): add(chord.shortName(in: notation), of: chord, notation)
        case .polychord(let upper, let lower): add(upper.shortName(in: notation), upper, over: lower, notation)
        }
    }

    /// Words in place of a chord.
    init(words: String) { parts = [Part(text: words, level: .quality)] }

    private mutating func add(_ name: String, _ upper: Chord, over lower: Chord, _ notation: Notation) {
        add(name, of: upper, notation)
        parts.append(Part(text: "/", level: .over))
        add(lower.name(in: notation), of: lower, notation)
    }

    /// The approximate width in bold sans-serif, in which letters and digits are two thirds as wide as high.
    /// - Parameter size: the size of a root; all lengths have the same unit.
    func width(_ size: Int) -> Int {
        parts.reduce(0) {
            let part = $1.text.unicodeScalars.count * SymbolText.size($1.level, size)
            return $0 + part + $1.accidental.unicodeScalars.count * SymbolText.size(.accidental, size)
        } * 2 / 3
    }

    /// Writes the parts of an SVG text.
    func write(_ size: Int, to text: inout HTML) {
        var raised = 0
        func write(_ part: String, _ level: Level) {
            let raise = level == .raised ? size * 2 / 5 : level == .accidental ? size / 4 : 0
            text.element(
                "tspan dy=? font-size=?", raise == raised ? nil : "\(raised - raise)",
                level == .root ? nil : "\(SymbolText.size(level, size))", text: part)
            raised = raise
        }
        for part in parts {
            write(part.text, part.level)
            if !part.accidental.isEmpty { write(part.accidental, .accidental) }
        }
    }

    /// The size of a part. The style sheet has the same proportions.
    private static func size(_ level: Level, _ root: Int) -> Int {
        switch level {
        case .root: root
        case .over: root * 9 / 10
        case .accidental: root * 68 / 100
        case .quality, .bass: root * 72 / 100
        case .raised: root * 58 / 100
        }
    }

    private mutating func add(_ name: String, of chord: Chord, _ notation: Notation) {
        let root = notation.written(chord.root).withoutMarks.unicodeScalars.count
        var rest = Array(name.withoutMarks.scalars.dropFirst(root))
        var bass: NoteName?
        if let note = chord.bass {
            let ending = ("/" + notation.written(note).withoutMarks).scalars
            if rest.suffix(ending.count) == ending[...] {
                rest.removeLast(ending.count)
                bass = note
            }
        }
        add(chord.root, .root, notation)
        // Words are on the baseline. From the first number or parenthesis on, everything is raised.
        var words = ""
        var raised = ""
        for sign in rest {
            let isWord = ("a"..."z").contains(sign) || sign == "−" || sign == "+"
            if raised.isEmpty, isWord { words.unicodeScalars.append(sign) } else { raised.unicodeScalars.append(sign) }
        }
        if !words.isEmpty { parts.append(Part(text: words, level: .quality)) }
        if !raised.isEmpty { parts.append(Part(text: raised, level: .raised)) }
        if let bass {
            parts.append(Part(text: "/", level: .over))
            add(bass, .bass, notation)
        }
    }

    private mutating func add(_ note: NoteName, _ level: Level, _ notation: Notation) {
        let (letter, accidental) = notation.names.parts(of: note)
        let sign = accidental == .natural ? "" : notation.written(accidental.sign)
        parts.append(Part(text: letter, level: level, accidental: sign))
    }
}
