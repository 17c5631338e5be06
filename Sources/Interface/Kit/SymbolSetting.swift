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
        set(chord.root, presentation)
        let suffix = presentation.notation.written(suffix: chord.type.shortSuffix)
        // Words are on the baseline. From the first number or parenthesis on, everything is raised.
        var words = ""
        var raised = ""
        for sign in suffix.unicodeScalars {
            let isWord = ("a"..."z").contains(sign) || sign == "−" || sign == "+"
            if raised.isEmpty, isWord { words.unicodeScalars.append(sign) } else { raised.unicodeScalars.append(sign) }
        }
        if !words.isEmpty { element("span class='quality'", text: words) }
        if !raised.isEmpty { element("sup", text: raised) }
        if let bass = chord.bass {
            element("span class='over'", text: "/")
            element("span class='bass' translate='no'") { $0.set(bass, presentation) }
        }
    }

    private mutating func set(_ note: NoteName, _ presentation: Presentation) {
        let (letter, accidental) = presentation.notation.names.parts(of: note)
        write(letter)
        if accidental != .natural {
            element("span class='accidental' translate='no'", text: presentation.name(accidental))
        }
    }

    /// A musical sign, with its name for screen readers.
    mutating func sign(_ name: String, _ drawing: StaticString, _ box: StaticString = "0 0 24 24") {
        element("span class='sign'") { sign in
            sign.element("svg aria-hidden='true' viewBox=?", "\(box)") { $0.element("path d=?", "\(drawing)") }
            sign.element("span class='spoken'", text: name + " ")
        }
    }
}
