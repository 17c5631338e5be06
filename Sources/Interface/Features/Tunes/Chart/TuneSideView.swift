import Chordsets
import Harmony
import Rendering
import Tunes

extension TunesState {
    /// Whether ``tuneSide`` shows the same for both states.
    func hasSameSide(_ other: TunesState) -> Bool {
        opened == other.opened && showsText == other.showsText && typedText == other.typedText
    }
}

/// The options of the whole tune, beside or below the chart.
func tuneSide(
    _ opened: OpenTune, _ state: TunesState, _ session: Session, lights: UndoableList, isLinked: Bool,
    to html: inout HTML
) {
    let presentation = session.presentation
    let isProgression = opened.link?.isProgression == true
    html.element("div class='panel tune-options'") { panel in
        // A progression has these above its chords.
        if !isProgression {
            panel.element("div class='tune-choices'") { choices in
                choices.choose(
                    TunesText.voicings, "tunes hands", opened.setup.voicingStyle.rawValue,
                    TuneVoicingStyle.allCases.map { ($0.rawValue, $0.title) })
                keys(opened, presentation, to: &choices)
            }
        }
        panel.element("div class='chips'") { chips in
            if !isProgression {
                chips.element(
                    "button type='button' data-action='tunes analysis' aria-pressed=?",
                    opened.setup.showsAnalysis ? "true" : "false", text: TunesText.showNumerals)
            }
            if !isLinked {
                chips.element(
                    "button type='button' data-action='tunes show-text' aria-pressed=?",
                    state.showsText ? "true" : "false", text: TunesText.editAsText)
            }
        }
        if !isProgression { keyCircle(opened, presentation, to: &panel) }
        playingChoices(opened, lights: lights, to: &panel)
        if !isLinked { tuneDetails(opened, to: &panel) }
    }
    if state.showsText { text(opened, state, presentation, to: &html) }
}

/// The keys that a tune can be transposed to, in the order of fifths. Its own key has its own spelling, which the usual
/// one would change: F♯ major, not G♭ major.
private func twelveKeys(_ key: Key) -> [Key] {
    key.mode.tonics.map { Key($0.pitchClass == key.tonic.pitchClass ? key.tonic : $0, key.mode) }
}

/// A menu of keys, and buttons for a semitone up or down.
private func keys(_ opened: OpenTune, _ presentation: Presentation, to html: inout HTML) {
    let key = opened.shown.keyOrLikely
    html.element("div class='tune-key-choice'") { row in
        row.element(
            "button type='button' data-action='tunes transpose -1' aria-label=?", TunesText.semitoneDown, text: "−")
        row.choose(
            TunesText.key, areNames: true, "tunes key", key?.tonic.text ?? "",
            key.map(twelveKeys)?.map { ($0.tonic.text, presentation.name($0)) } ?? [])
        row.element(
            "button type='button' data-action='tunes transpose 1' aria-label=?", TunesText.semitoneUp, text: "+")
    }
}

/// The twelve keys in the order of fifths, in which musicians practice a tune in all keys.
private func keyCircle(_ opened: OpenTune, _ presentation: Presentation, to html: inout HTML) {
    guard let key = opened.shown.keyOrLikely else { return }
    html.element("details id='tune-circle'") { fold in
        fold.element("summary", text: TunesText.pickKey)
        fold.element("div class='key-circle' role='group' aria-label=?", TunesText.circle) { circle in
            for other in twelveKeys(key) {
                circle.element(
                    "button type='button' translate='no' data-action=? aria-label=? aria-pressed=?",
                    "tunes key " + other.tonic.text, presentation.name(other), other == key ? "true" : "false",
                    text: presentation.tonics(of: [other]))
            }
        }
    }
}

/// The fields of title, composer, style and time signature.
private func tuneDetails(_ opened: OpenTune, to html: inout HTML) {
    html.element("details id='tune-heads'") { fold in
        fold.element("summary", text: TunesText.details)
        fold.element("div class='tune-choices'") { choices in
            for (member, title, value) in [
                ("title", TunesText.titleField, opened.tune.title),
                ("composer", TunesText.composer, opened.tune.composer),
                ("style", TunesText.style, opened.tune.style),
            ] {
                choices.element("label class='tune-choice'") { label in
                    label.element("span", text: title)
                    label.void(
                        "input type='text' autocomplete='off' dir='auto' id=? value=? data-input=?",
                        "tune-" + member, value, "tunes head " + member)
                }
            }
            choices.element("label class='tune-choice'") { label in
                label.element("span", text: TunesText.timeSignature)
                label.void(
                    "input type='text' autocomplete='off' id='tune-time' data-change='tunes head time' value=?",
                    opened.tune.meter.text)
            }
        }
    }
}

/// The whole tune as text.
private func text(_ opened: OpenTune, _ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    html.element("section class='panel tune-text' aria-label=?", TunesText.asText) { panel in
        if presentation.reader != .c { panel.element("p class='caption'", text: TunesText.concertPitch) }
        let unapplied = state.hasUnappliedText ? state.typedText : nil
        panel.element("div") { entry in
            entry.element(
                """
                textarea rows='14' spellcheck='false' autocapitalize='off' id=? data-input='tunes text' \
                aria-label=? aria-describedby='text-errors' aria-invalid=?
                """,
                tuneTextID, TunesText.asText, unapplied == nil ? nil : "true",
                text: state.typedText?.text ?? opened.text(in: presentation.notation.names))
            typingErrors(unapplied.map { [TunesText.notApplied] + $0.errors } ?? [], id: "text-errors", to: &entry)
        }
        guard let typed = unapplied else { return }
        panel.element("div class='chips'") { chips in
            if typed.hasSeveralTunes {
                chips.element("button type='button' data-action='tunes split {seed}'", text: TunesText.saveOthers)
            }
            chips.element("button type='button' data-action='tunes drop-text'", text: TunesText.revert)
        }
    }
}

let tuneTextID = "tune-text"

/// The errors in a field. Screen readers read what is added to the region, which is there before.
func typingErrors(_ sentences: [String], id: String, to html: inout HTML) {
    html.element("div role='status' id=?", id) { region in
        for sentence in sentences.prefix(4) { region.element("p class='typing-trouble'", text: sentence) }
    }
}
