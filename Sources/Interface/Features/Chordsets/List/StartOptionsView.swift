import Chordsets
import Rendering
import Sync

/// Buttons for the initial content of a new chordset, each with an example.
/// - Parameters:
///   - music: the current chords.
///   - isPopover: whether they are in a popover, which a click closes.
func startOptions(_ music: [Music], _ presentation: Presentation, isPopover: Bool, to html: inout HTML) {
    for beginning in ChordsetTemplate.allCases {
        // A seed with attractive colors.
        var generator = SeededGenerator(seed: 3)
        let example = Chordset(id: "example", beginning, using: &generator)
        let (title, text) =
            switch beginning {
            case .plain: (ChordsetsText.plain, ChordsetsText.plainNote)
            case .gentle: (ChordsetsText.gentle, ChordsetsText.gentleNote)
            }
        button(
            "chordsets add " + beginning.rawValue + " {seed}", example, title, isPopover: isPopover, to: &html
        ) { $0.write(text) }
    }
    guard !music.isEmpty else { return html.element("p class='caption'", text: ChordsetsText.noCurrentChords) }
    button(
        "chordsets add-chords {seed}", Chordset(id: "example", carrying: music), ChordsetsText.currentChords,
        isPopover: isPopover, to: &html
    ) { text in
        for (place, one) in music.enumerated() {
            if place > 0 { text.write(", ") }
            text.element("span class='symbol-name' translate='no'", text: presentation.name(of: one))
        }
    }
}

private func button(
    _ action: String, _ example: Chordset, _ title: String, isPopover: Bool, to html: inout HTML,
    _ text: (inout HTML) -> Void
) {
    html.element(
        "button type='button' class='beginning' data-action=? popovertarget=? popovertargetaction=?",
        action, isPopover ? "beginnings" : nil, isPopover ? "hide" : nil
    ) { button in
        button.element("svg viewBox='0 0 8 1' preserveAspectRatio='none' aria-hidden='true'") { svg in
            for (place, chord) in example.chords.enumerated() {
                svg.element("rect width='1' height='1' x=? fill=?", "\(place)", chord.shownBackground.hex)
                guard let lumi = chord.lumis.first else { continue }
                let color = LightColor(hue: lumi[.hue], purity: lumi[.purity])
                svg.element("ellipse cy='.5' rx='.4' ry='.09' opacity='.8' cx=? fill=?", "\(place).5", color.hex)
            }
        }
        button.element("b", text: title)
        button.element("span", text)
    }
}
