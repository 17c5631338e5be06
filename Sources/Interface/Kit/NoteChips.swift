import Harmony
import Rendering

/// Notes with their degrees.
/// - Parameter half: the half to which they belong, which decides their color.
func toneChips(_ tones: [Tone], of half: Half? = nil, _ presentation: Presentation, to html: inout HTML) {
    html.element("ol class='notes' aria-label=?", SharedText.notesAndDegreesLowestFirst) { list in
        for tone in tones {
            list.element("li class=?", half?.rawValue) { item in
                item.element("b translate='no'", text: presentation.name(tone.name))
                item.element(
                    "span class='degree' translate='no'",
                    text: tone.degree.map { presentation.name($0) } ?? SharedText.bass)
            }
        }
    }
}

/// Notes with their degrees and the chord they come from, spelled like the keys of `KeyboardPicture(of:)`. The halves
/// of a polychord share no root, so it has no degrees.
func noteChips(_ combination: Combination, _ presentation: Presentation, to html: inout HTML) {
    html.element("ol class='notes' aria-label=?", SharedText.notesLowestFirst) { list in
        for note in combination.notes {
            list.element("li class=?", note.part.rawValue) { item in
                item.element("b translate='no'", text: presentation.name(combination.written(note).tone.name))
                if combination.kind != .polychord, let degree = note.tone.degree {
                    item.element("span class='degree' translate='no'", text: presentation.name(degree))
                }
                item.element("span class='part'", text: SharedText.part(note.part))
            }
        }
    }
}
