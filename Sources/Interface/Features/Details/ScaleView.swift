import Harmony
import Practice
import Rendering

/// The details of a scale: its notes over two octaves, its family, and the chords in it.
func scaleView(_ scale: Scale, _ presentation: Presentation, to html: inout HTML) {
    let tones = scale.tones(octaves: 2)
    html.element("article class='page'") { page in
        page.element("section class='panel' aria-label=?", DetailsText.scale) { panel in
            panel.element("p class='place'", text: DetailsText.scale)
            panel.element("div class='title'") { title in
                title.element("h2 class='name words' translate='no'", text: presentation.name(scale))
                title.playButton(rising: tones.map { $0.pitch }, of: presentation.name(scale))
                title.practiceLink(
                    Exercise(.scale(scale.type), from: scale.root), presentation, of: presentation.name(scale))
            }
            soundingLine(of: scale, presentation, to: &panel)
            if !scale.type.alternateNames.isEmpty {
                let notation = presentation.inSentences.notation
                let names = scale.type.alternateNames.map { notation.marked(notation.written($0)) }
                panel.element("p class='precise'", text: DetailsText.alsoCalled(names.joined(separator: ", ")))
            }
            let notes = tones.map { Combination.Note(tone: $0, part: .lower) }
            KeyboardPicture(notes, octaves: 2, showsParts: false).write(to: &panel, presentation)
            toneChips(Array(tones.prefix(scale.type.degrees.count)), presentation, to: &panel)
            shareMenu(Shareable(scale, presentation), to: &panel)
        }
        let modes = scale.modes
        section(DetailsText.modes, folds: true, to: &page) { section in
            let (type, family) = (scale.type, scale.type.parent.rawValue)
            let roman = presentation.inSentences.notation.marked(type.roman)
            section.element("p", text: DetailsText.mode(type.mode, roman, of: family))
            section.element("ol class='list'") { list in
                for mode in modes {
                    list.element("li aria-current=?", mode == scale ? "true" : nil) { item in
                        item.element("span class='roman' translate='no'", text: mode.type.roman)
                        item.link(to: mode, presentation)
                        if mode == scale { item.element("span", text: DetailsText.thisMode) }
                    }
                }
            }
        }
        chordSection(
            DetailsText.chordsInScale, scale.containedChords(in: presentation.vocabulary.vocabulary), presentation,
            to: &page)
    }
}
