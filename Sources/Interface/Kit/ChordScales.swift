import Harmony
import Rendering
import Tunes

/// The numeral of a chord, its key and its function.
func chordFunction(_ place: ChordInKey, _ presentation: Presentation, to html: inout HTML) {
    html.element("b translate='no'", text: presentation.written(place.numeral))
    let written = presentation.inSentences
    html.write(SharedText.function(written.words(place.function), in: written.name(place.key)))
}

/// Scales over a chord, best first.
func chordScales(_ scales: [ChordScale], _ presentation: Presentation, to html: inout HTML) {
    html.element("ul class='list chord-scales'") { list in
        for scale in scales { list.element("li") { write(scale, presentation, to: &$0) } }
    }
}

/// A scale over a chord with ▶, its notes, and the notes to avoid.
private func write(_ scale: ChordScale, _ presentation: Presentation, to item: inout HTML) {
    let name = scale.name(in: presentation.notation)
    item.element("div class='playable'") { line in
        let type = ScaleType(named: scale.typeName)!
        line.link(to: .scale(Scale(scale.root, type)), presentation, class: "chip", isName: true) { $0.write(name) }
        line.playButton(rising: scale.pitches, of: name)
    }
    item.element("p class='scale-notes'") { notes in
        for note in scale.notes {
            let isAvoided = scale.avoid.contains(note)
            notes.element("span translate='no' class=?", isAvoided ? "avoid" : nil, text: presentation.name(note))
            notes.write(" ")
        }
        if !scale.avoid.isEmpty {
            notes.element("small", text: SharedText.avoid(presentation.inSentences.names(scale.avoid)))
        }
    }
}
