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
            choices.choose(
                TunesText.voicings, "tunes hands", place.style,
                TuneVoicingStyle.allCases.map { ($0.rawValue, $0.title) })
            choices.choose(
                Setting.register.title, "settings set register", session.settings[.register],
                Setting.register.options)
            choices.toggle(TunesText.withBassPlayer, "tunes mute bass", isOn: opened.hasBassInBand)
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

/// The progression on a staff in the twelve keys, in fourths from the open one, for paper.
func progressionSheet(_ place: ProgressionRoute, _ setup: TuneSetup, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    var setup = setup
    setup.pins = SortedDictionary()
    html.element("div class='print-only twelve-keys'") { sheet in
        for step in 0..<12 {
            let other = place.moved(to: place.key.moved(inFourths: step))
            guard let tune = other.tune else { continue }
            let source = OpenTune.Source(StoredTune(id: "", tune, setup: setup.text), session.settings)
            var opened = OpenTune(source)
            opened.findVoicings()
            sheet.element("section") { part in
                part.element("h3 translate='no'", text: presentation.name(presentation.reader.reading(other.key)))
                opened.shown.writeChart(voiced: opened.shownHands, on: .sheet, to: &part, presentation)
            }
        }
    }
}
