import Exchange
import Harmony
import Rendering

/// Notes with their degrees as a row of small cards.
/// - Parameter half: the chord whose colour they have; nil where they belong to neither.
func toneChips(_ tones: [Tone], of half: Half? = nil, _ presentation: Presentation, to html: inout HTML) {
    html.element("ol class='notes' aria-label=?", SharedText.notesAndDegreesLowestFirst) { list in
        for tone in tones {
            list.element("li class=?", half?.rawValue) { item in
                item.element("b translate='no'", text: presentation.name(tone.name))
                item.element("span class='degree' translate='no'", text: tone.degree.map { presentation.name($0) } ?? SharedText.bass)
            }
        }
    }
}

/// Each note with its degree and the chord it comes from; a polychord's halves, which share no root, without degrees.
func noteChips(_ combination: Combination, _ presentation: Presentation, to html: inout HTML) {
    html.element("ol class='notes' aria-label=?", SharedText.notesLowestFirst) { list in
        for note in combination.notes {
            list.element("li class=?", note.part.rawValue) { item in
                item.element("b translate='no'", text: presentation.name(note.tone.name))
                if combination.kind != .polychord, let degree = note.tone.degree {
                    item.element("span class='degree' translate='no'", text: presentation.name(degree))
                }
                item.element("span class='part'", text: SharedText.part(note.part))
            }
        }
    }
}
