import Answers
import Harmony
import Tunes

/// The chart on a grand staff: of each section the chords as two hands have them, four bars to a line. A tune with a melody
/// has it above the hands, bar by bar.
func tuneStaff(_ opened: OpenTune, _ presentation: Presentation, to html: inout HTML) {
    if opened.shown.hasMelody {
        html.element("div class='staff-section'") { opened.shown.writeChart(voiced: opened.shownHands, to: &$0, presentation) }
        return
    }
    let homes = opened.homes
    let signature = opened.shown.key?.signature
    for (number, section) in opened.tune.sections.enumerated() {
        let places = opened.chords.indices.filter { homes[opened.chords[$0].bar] == number }
        let row = places.compactMap { opened.shownVoicing($0) }
        guard !row.isEmpty else { continue }
        html.element("section class='chart-section staff-section'", [("aria-label", section.label.isEmpty ? nil : section.label)]) { part in
            if !section.label.isEmpty { part.element("h3 class='section-label' dir='auto'", text: section.label) }
            StaffPicture(row: row, signature: signature).write(to: &part, presentation)
        }
    }
}

/// A keyboard for each chord, in the order in which they are written.
func tuneVoicings(_ opened: OpenTune, _ presentation: Presentation, to html: inout HTML) {
    let homes = opened.homes
    for (number, section) in opened.tune.sections.enumerated() {
        html.element("section class='chart-section'", [("aria-label", section.label.isEmpty ? nil : section.label)]) { part in
            if !section.label.isEmpty { part.element("h3 class='section-label' dir='auto'", text: section.label) }
            part.element("ol class='tune-cards'") { list in
                for (index, chord) in opened.shownChords.enumerated() where homes[chord.bar] == number {
                    guard let symbol = chord.symbol else { continue }
                    list.element("li class='panel tune-card'") { card in
                        card.element("p class='place'", text: "Bar \(chord.bar + 1)")
                        card.element("h4") { $0.set(symbol, presentation) }
                        guard let voicing = opened.shownVoicing(index) else { return }
                        KeyboardPicture(of: voicing).write(to: &card, presentation, isUsable: false)
                        card.element("p class='caption'", text: voicing.style.title)
                    }
                }
            }
        }
    }
}
