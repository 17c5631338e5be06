import Harmony
import Rendering

/// A chord's name as a heading: the short name and, if that hides a degree, the precise one below it.
func heading(_ chord: Chord?, _ presentation: Presentation, missing: String, to html: inout HTML) {
    guard let chord else {
        html.element("h2 class='name none'", text: missing)
        return
    }
    title(presentation.shortName(chord), of: chord, presentation, to: &html)
    if presentation.shortens(chord) { html.element("p class='precise' translate='no'", text: presentation.name(chord)) }
}

private func title(_ name: String, of chord: Chord, _ presentation: Presentation, to html: inout HTML) {
    html.element("h2 class=? translate='no'", nameClass(name)) {
        $0.set(SymbolText(name, of: chord, in: presentation.notation))
    }
}

/// Long names are smaller.
private func nameClass(_ name: String) -> String {
    let length = name.unicodeScalars.count
    return length > 22 ? "name long longest" : length > 11 ? "name long" : "name"
}

/// A polychord as a fraction. It is copied as `Ema/Cma7` and read aloud as “E major over C major 7”.
private func fraction(_ combination: Combination, _ presentation: Presentation, to html: inout HTML) {
    let (upper, lower) = (presentation.name(combination.upper), presentation.name(combination.lower))
    let longer = upper.unicodeScalars.count > lower.unicodeScalars.count ? upper : lower
    html.element(
        "h2 class=? aria-label=?",
        nameClass(longer) + " fraction",
        SharedText.over(presentation.spoken(combination.upper), presentation.spoken(combination.lower))
    ) { name in
        name.element("span translate='no'") {
            $0.set(SymbolText(upper, of: combination.upper, in: presentation.notation))
        }
        name.element("span class='bar'", text: "/")
        name.element("span translate='no'") {
            $0.set(SymbolText(lower, of: combination.lower, in: presentation.notation))
        }
    }
}

extension HTML {
    /// Writes a chord's name. A long one may break before a parenthesis or a bass.
    mutating func write(symbol name: String) {
        var piece = ""
        var before: Unicode.Scalar = " "
        for sign in name.unicodeScalars {
            // The slash of C6/9 does not precede a bass.
            if !piece.isEmpty, sign == "(" || before == "/" && ("A"..."Z").contains(sign) {
                write(piece)
                void("wbr")
                piece = ""
            }
            piece.unicodeScalars.append(sign)
            before = sign
        }
        write(piece)
    }
}

extension HTML {
    /// The name of a chord, a note or a degree, which browsers must not translate.
    @inline(never)
    mutating func name(_ name: String) { element("span translate='no'", text: name) }
}

/// The heading of the result: its name, that of the only chord, or what to do.
func resultHeading(_ choices: Choices, _ presentation: Presentation, to html: inout HTML) {
    guard let combination = choices.combination(presentation) else {
        let chord = choices.first
        heading(chord, presentation, missing: SharedText.waiting, to: &html)
        return
    }
    guard let result = combination.result else { return fraction(combination, presentation, to: &html) }
    title(presentation.title(result), of: result, presentation, to: &html)
    if presentation.shortens(result) {
        html.element("p class='precise' translate='no'", text: presentation.name(result))
    }
}

/// ⓘ, a link to the details of the result.
func resultDetailsLink(_ session: Session, to html: inout HTML) {
    if let combination = session.combination {
        let title = session.presentation.title(combination)
        html.detailsLink(to: .details(session.pair), session.presentation, of: title)
    } else if let half = Half.allCases.first(where: { session.choices[$0].chord != nil }),
        let chord = session.choices[half].chord
    {
        html.detailsLink(to: chord, as: half, session.presentation)
    }
}

/// The keyboard of the result, or of the only chord; empty if there is none.
func resultKeyboard(_ choices: Choices, _ presentation: Presentation) -> KeyboardPicture {
    if let combination = choices.combination(presentation) { return KeyboardPicture(of: combination) }
    for half in Half.allCases {
        if let chord = choices[half].chord { return KeyboardPicture(of: chord, as: half, octaves: 3, showsParts: true) }
    }
    return KeyboardPicture([], octaves: 3, showsParts: true)
}

extension Presentation {
    /// Whether the short name hides a degree. `alt` and the omitted `ma` of a triad hide nothing.
    fileprivate func shortens(_ chord: Chord) -> Bool {
        shortName(chord) != listName(chord) && chord.pitchClasses.count > 1
    }
}
