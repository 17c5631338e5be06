import Harmony
import Rendering

/// The id of the element with the voicing.
let shapeID = "shape"

/// A section with a heading.
/// - Parameter folds: whether phones show only the heading until it is opened.
@inline(never)
func section(_ title: String, folds: Bool = false, to html: inout HTML, _ content: (inout HTML) -> Void) {
    html.element("section class='panel part' aria-label=?", title) { section in
        guard folds else {
            section.element("h3", text: title)
            return content(&section)
        }
        section.element("details class='fold' open=''") { fold in
            fold.element("summary") { $0.element("h3", text: title) }
            content(&fold)
        }
    }
}

/// A section with links to chords and, folded, to their chord pairs.
func chordSection(
    _ title: String, _ chords: [Chord], as half: Half = .lower, _ presentation: Presentation, to html: inout HTML
) {
    guard !chords.isEmpty else { return }
    section(title, folds: true, to: &html) { section in
        section.element("div class='chips'") { chips in
            for chord in chords { chips.playableLink(to: chord, as: half, presentation) }
        }
        // Folded, because a third control for each of forty chords would be too much.
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
