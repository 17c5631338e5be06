import Harmony
import Input
import Rendering
import Tunes

/// A progression: its choices, then its chords with numerals, on keyboards and on the staff.
func progressionView(_ place: ProgressionRoute, _ opened: OpenTune, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    html.element("div class='panel choices'") { panel in
        panel.element("div class='tune-choices'") { choices in
            let standards = StandardProgression.allCases
            let isStandard = standards.contains { $0.rawValue == place.text }
            choices.choose(
                SharedText.progressions, "tunes progression", place.text,
                standards.map { ($0.rawValue, presentation.notation.written($0.title)) }
                    + (isStandard ? [] : [(place.text, TunesText.ownProgression)]))
            choices.element("label class='tune-choice'") { label in
                label.element("span", text: TunesText.numeralsOrChords)
                label.void(
                    """
                    input type='text' autocomplete='off' autocapitalize='off' spellcheck='false' id='progression-text' \
                    value=? data-change='tunes progression'
                    """,
                    place.typed(presentation))
            }
        }
        panel.element("div class='chips' role='group' aria-label=?", TunesText.voicings) { chips in
            for style in TuneVoicingStyle.allCases {
                var other = place
                other.style = style.rawValue
                chips.link(
                    to: .tunes(.progression(other)), presentation, class: "chip", isName: style == .rootless,
                    isCurrent: other == place
                ) { $0.write(style.title) }
            }
        }
        panel.element(
            "div class='chips' role='group' data-keyed='tunes next-key' data-keys='ArrowLeft ArrowRight' aria-label=?",
            TunesText.key
        ) { chips in
            for tonic in place.key.mode.tonics {
                let other = place.moved(to: Key(tonic, place.key.mode))
                chips.link(
                    to: .tunes(.progression(other)), presentation, class: "chip", isName: true,
                    isCurrent: tonic.pitchClass == place.key.tonic.pitchClass
                ) { $0.write(presentation.tonics(of: [presentation.reader.reading(other.key)])) }
            }
        }
    }
    chartView(opened, chosen: nil, TuneAnalysis(of: opened.shown), presentation, to: &html)
    tuneVoicings(opened, presentation, to: &html)
    tuneStaff(opened, presentation, to: &html)
}
