import Harmony
import Rendering
import Tunes

/// The chart with the voicings on a grand staff, below the melody if there is one. It is drawn in two widths, of which
/// the style sheet shows one.
func tuneStaff(_ opened: OpenTune, _ presentation: Presentation, to html: inout HTML) {
    let (tune, hands) = (opened.shown, opened.shownHands)
    html.element("div class='tune-staff'") { tune.writeChart(voiced: hands, on: .sheet, to: &$0, presentation) }
    html.element("div class='tune-staff narrow'") { tune.writeChart(voiced: hands, on: .phone, to: &$0, presentation) }
}

/// A keyboard for each chord, in written order. All show the same keys, with lines to the keys of the next chord.
func tuneVoicings(_ opened: OpenTune, _ presentation: Presentation, to html: inout HTML) {
    let voicings = opened.chords.indices.map { opened.shownVoicing($0) }
    let pitches = voicings.flatMap { $0?.tones.map { $0.pitch } ?? [] }
    let range = [pitches.min(), pitches.max()].compactMap { $0 }
    let sectionIndices = opened.sectionIndices
    for (number, section) in opened.tune.sections.enumerated() {
        html.element("section class='chart-section' aria-label=?", section.label.isEmpty ? nil : section.label) {
            part in
            if !section.label.isEmpty {
                part.element("h3 class='section-label' dir='auto' translate='no'", text: section.label)
            }
            part.element("ol class='tune-cards'") { list in
                for (index, chord) in opened.shownChords.enumerated() where sectionIndices[chord.bar] == number {
                    guard let symbol = chord.symbol else { continue }
                    list.element("li class='panel tune-card'") { card in
                        card.element("p class='place'", text: TunesText.bar(chord.bar + 1))
                        card.element("h4 translate='no'") { $0.set(symbol, presentation) }
                        guard let voicing = voicings[index] else { return }
                        let next = index + 1 < voicings.count ? voicings[index + 1] : nil
                        KeyboardPicture(of: voicing, among: range, before: next)
                            .write(to: &card, presentation, isUsable: false)
                        card.element("p class='caption'", text: voicing.style.title)
                    }
                }
            }
        }
    }
}
