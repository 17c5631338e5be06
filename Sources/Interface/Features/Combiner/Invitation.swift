import Harmony
import Rendering

/// Examples for the empty main screen: some sums, and a frequent question.
func invitation(_ presentation: Presentation, to html: inout HTML) {
    html.element("div class='chips invitation' role='group' aria-label=?", CombinerText.examples) { chips in
        chips.element("p class='lead'", text: CombinerText.lead)
        chips.element("p class='caption'", text: CombinerText.explanation)
        for (lower, upper) in [("Cma7", "D"), ("C7", "A"), ("Dmi7", "C")] {
            guard let lower = try? Chord(lower), let upper = try? Chord(upper) else { continue }
            chips.link(
                to: .combine(Address.Pair(lower: lower, upper: upper)), presentation, class: "chip", isName: true
            ) { link in
                let combination = presentation.combiner.combine(lower: lower, upper: upper)
                link.write(symbol: presentation.sum(combination))
                link.element("span class='makes'") {
                    $0.write(symbol: "\u{00A0}= " + presentation.title(combination))
                }
            }
        }
        if let chord = try? Chord("G7alt") {
            chips.link(to: .ways(chord), presentation, class: "chip") { link in
                link.element("span") { question in
                    question.write(CombinerText.howToPlay)
                    question.name(presentation.shortName(chord))
                    question.write("?")
                }
            }
        }
    }
}

/// Common chords for a half that is not chosen. If the other half is, they are chords that make a unified chord with
/// it.
func commonChords(for half: Half, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    let chords =
        session.choices[half.other].chord.map { companions(of: $0, as: half, presentation.combiner) }
        ?? frequentChords(half)
    if chords.isEmpty { return }
    html.element("div class='chips common' role='group' aria-label=?", CombinerText.common(half)) { chips in
        for chord in chords {
            let name = presentation.listName(chord)
            var pair = session.pair
            pair[half] = Address.symbol(for: chord)
            // A link, which the server can answer before the engine has loaded.
            chips.link(
                to: .combine(pair), presentation, action: "choosing use " + half.rawValue + " " + chord.name,
                class: "chip",
                isName: true
            ) { $0.write(symbol: name) }
        }
    }
}

private func frequentChords(_ half: Half) -> [Chord] {
    let symbols = half == .lower ? ["Cma7", "C7", "Dmi7", "G7"] : ["C", "D", "E♭", "F", "A"]
    return symbols.compactMap { try? Chord($0) }
}

/// Chords that make a unified chord with another one: triads on the degrees that textbooks teach first (II, VI, ♭III,
/// …), or seventh chords below such a triad.
private func companions(of other: Chord, as half: Half, _ combiner: ChordCombiner) -> [Chord] {
    let most = 5
    let upper: [Degree] = [Degree(2), Degree(6), Degree(3, -1), Degree(5), Degree(7, -1), Degree(4), Degree(6, -1)]
    let lower: [Degree] = [Degree(7, -1), Degree(3, -1), Degree(6), Degree(4), Degree(2), Degree(5)]
    let types = (half == .upper ? ["C", "Cmi"] : ["Cma7", "C7", "Cmi7"]).compactMap { (try? Chord($0))?.type }
    var found: [Chord] = []
    for type in types {
        for degree in half == .upper ? upper : lower {
            guard found.count < most else { break }
            let chord = Chord(other.root.adding(degree).simplified, type)
            let pair = half == .upper ? (other, chord) : (chord, other)
            if combiner.combine(lower: pair.0, upper: pair.1).kind == .unified { found.append(chord) }
        }
    }
    return found
}
