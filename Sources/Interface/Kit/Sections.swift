import Exchange
import Harmony
import Rendering

/// The part of a screen in which a chord lies under two hands.
let shapeID = "shape"

/// A part of a page under its own heading.
@inline(never)
func section(_ title: String, to html: inout HTML, _ content: (inout HTML) -> Void) {
    html.element("section class='panel part' aria-label=?", title) { section in
        section.element("h3", text: title)
        content(&section)
    }
}

/// Chords by name, each a link to its own details.
func chordSection(
    _ title: String, _ chords: [Chord], as half: Half = .lower, _ presentation: Presentation, to html: inout HTML
) {
    guard !chords.isEmpty else { return }
    section(title, to: &html) { section in
        section.element("div class='chips'") { chips in
            for chord in chords { chips.playableLink(to: chord, as: half, presentation) }
        }
        // Folded, for a third thing to press beside each of forty chords would be one too many.
        section.element("details id=?", "ways-of-" + title.replacingSigns { $0 == " " ? "-" : nil }) { fold in
            fold.element("summary", text: chords.count == 1 ? SharedText.howToPlay : SharedText.howToPlayThese)
            fold.element("div class='chips'") { chips in
                for chord in chords {
                    chips.link(to: .ways(chord), presentation, class: "chip") { link in
                        link.name(presentation.listName(chord))
                        link.element("span class='spoken'", text: SharedText.chordPairsAfter)
                    }
                }
            }
        }
    }
}
