import Answers
import Harmony
import Tunes

/// Beside or below the chart: the bars that are chosen, and what is chosen about all.
func tuneSide(
    _ opened: OpenTune, _ state: TunesState, _ session: Session, isLinked: Bool, to html: inout HTML
) {
    let presentation = session.presentation
    if let chosen = state.chosen, !state.isPlaying { chosenBars(chosen, opened, state, presentation, isLinked: isLinked, to: &html) }
    html.element("div class='panel tune-options'") { panel in
        panel.element("div class='tune-choices'") { choices in
            choices.choose("Hands", "tunes hands", opened.setup.hands.rawValue, TuneHands.allCases.map { ($0.rawValue, $0.title) })
            keys(opened, presentation, to: &choices)
        }
        panel.element("div class='chips'") { chips in
            chips.element("button type='button' data-action='tunes analysis'", [
                ("aria-pressed", opened.setup.showsAnalysis ? "true" : "false"),
            ], text: "Analysis")
            if !isLinked {
                chips.element("button type='button' data-action='tunes show-text'", [
                    ("aria-pressed", state.showsText ? "true" : "false"),
                ], text: "Edit as text")
            }
        }
        playingChoices(opened, to: &panel)
        if !isLinked { heads(opened, to: &panel) }
    }
    if state.showsText { text(opened, state, presentation, to: &html) }
}

/// The key, and a semitone up or down.
private func keys(_ opened: OpenTune, _ presentation: Presentation, to html: inout HTML) {
    let key = opened.shown.keyOrLikely
    html.element("div class='tune-key-choice'") { row in
        row.element("button type='button' data-action='tunes transpose -1' aria-label='A semitone down'", text: "−")
        let tonics = key?.mode.tonics ?? []
        row.choose("Key", "tunes key", key?.tonic.text ?? "", tonics.map { tonic in
            (tonic.text, key.map { presentation.name(Key(tonic, $0.mode)) } ?? "")
        })
        row.element("button type='button' data-action='tunes transpose 1' aria-label='A semitone up'", text: "+")
    }
}

/// What stands above the music.
private func heads(_ opened: OpenTune, to html: inout HTML) {
    html.element("details id='tune-heads'") { fold in
        fold.element("summary", text: "Title and metre")
        fold.element("div class='tune-choices'") { choices in
            for (member, title, value) in [
                ("title", "Title", opened.tune.title), ("composer", "Composer", opened.tune.composer),
                ("style", "Style", opened.tune.style),
            ] {
                choices.element("label class='tune-choice'") { label in
                    label.element("span", text: title)
                    label.void("input type='text' autocomplete='off' dir='auto'", [
                        ("id", "tune-" + member), ("value", value), ("data-input", "tunes head " + member),
                    ])
                }
            }
            choices.element("label class='tune-choice'") { label in
                label.element("span", text: "Metre")
                label.void("input type='text' autocomplete='off' id='tune-time' data-change='tunes head time'", [
                    ("value", opened.tune.metre.text),
                ])
            }
        }
    }
}

/// The whole tune as people type it.
private func text(_ opened: OpenTune, _ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    html.element("section class='panel tune-text' aria-label='The tune as text'") { panel in
        if presentation.reader != .c { panel.element("p class='caption'", text: "As it sounds.") }
        panel.element("textarea rows='14' spellcheck='false' autocapitalize='off' id='tune-text' data-input='tunes text' aria-label='The tune as text'", text: state.typedText ?? opened.kept.text)
        troubles(state.typingTroubles, to: &panel)
    }
}

private func troubles(_ sentences: [String], to html: inout HTML) {
    for sentence in sentences.prefix(4) { html.element("p class='typing-trouble' role='status'", text: sentence) }
}

// MARK: Chosen bars

private func chosenBars(
    _ chosen: ClosedRange<Int>, _ opened: OpenTune, _ state: TunesState, _ presentation: Presentation, isLinked: Bool,
    to html: inout HTML
) {
    let title = chosen.count == 1 ? "Bar \(chosen.lowerBound + 1)" : "Bars \(chosen.lowerBound + 1) to \(chosen.upperBound + 1)"
    html.element("section class='panel tune-bar'", [("aria-label", title)]) { panel in
        panel.element("div class='tune-bar-head'") { head in
            head.element("h3", text: title)
            head.element("button type='button'", [("data-action", "tunes from \(chosen.lowerBound)")], text: "Play from here")
            head.element("button type='button' class='close' data-action='tunes let-go' aria-label='Close'", text: "×")
        }
        if !isLinked {
            panel.void("input type='text' class='bar-field' autocomplete='off' autocapitalize='off' spellcheck='false' enterkeyhint='next' aria-label='Chords' data-input='tunes bar' data-keys='Enter' data-keyed='tunes next'", [
                ("id", barFieldID), ("value", state.typedBar ?? opened.shown.text(ofBars: chosen)),
                ("placeholder", "Dm7 G7"),
            ])
            troubles(state.typingTroubles, to: &panel)
            barTools(chosen, opened.tune, hasCopied: !state.copied.isEmpty, to: &panel)
        }
        openChord(opened, state, presentation, to: &panel)
        if !isLinked { form(chosen, opened, to: &panel) }
    }
}

/// Insert, copy, move, delete.
private func barTools(_ chosen: ClosedRange<Int>, _ tune: Tune, hasCopied: Bool, to html: inout HTML) {
    html.element("div class='chips bar-tools' role='group' aria-label='Change bars'") { chips in
        for (action, title) in [
            ("insert before", "Insert before"), ("insert after", "Insert after"), ("copy", "Copy"), ("put", "Paste after"),
            ("move back", "Move ←"), ("move on", "Move →"), ("remove", "Delete"),
        ] where action != "put" || hasCopied {
            chips.element("button type='button'", [("data-action", "tunes " + action)], text: title)
        }
    }
}

/// The chords of the first chosen bar: what each is, ways to play it, and how it lies here.
private func openChord(_ opened: OpenTune, _ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    guard let bar = state.chosen?.lowerBound, let index = state.chosenIndex else { return }
    let inBar = opened.chords.indices.filter { opened.chords[$0].bar == bar }
    if inBar.count > 1 {
        html.element("div class='chips' role='group' aria-label='Chords of the bar'") { chips in
            for (number, place) in inBar.enumerated() {
                chips.element("button type='button'", [
                    ("data-action", "tunes chord \(number)"), ("aria-pressed", place == index ? "true" : "false"),
                ], text: opened.chords[place].symbol?.written(in: presentation.notation) ?? "N.C.")
            }
        }
    }
    guard let symbol = opened.chords[index].symbol else { return }
    html.element("div class='chips' role='group' aria-label='This chord'") { chips in
        switch symbol {
        case .chord(let chord):
            chips.link(to: .chord(chord), presentation, class: "chip") { $0.write("What it is") }
            chips.waysLink(to: chord, presentation)
        case .polychord(let upper, let lower):
            chips.link(to: .combine(Address.Pair(lower: lower, upper: upper)), presentation, class: "chip") { $0.write("What it is") }
        }
        guard let voicing = opened.voicings?[index] else { return }
        chips.playButton(voicing.tones.map { $0.pitch }, titled: "Hear it")
        chips.element("button type='button' data-action='tunes invert down' aria-label='Inversion down'", text: "◂")
        chips.element("button type='button' data-action='tunes invert up' aria-label='Inversion up'", text: "▸")
        chips.element("button type='button' data-action='tunes pin'", [
            ("aria-pressed", opened.setup.pins[index] == nil ? "false" : "true"),
        ], text: "Keep these keys")
    }
    guard let home = opened.tune.home(ofBar: bar), opened.tune.sections.count > 1 else { return }
    let label = opened.tune.sections[home.section].label
    let title = label.isEmpty ? "Hands in this section" : "Hands in section " + label
    let all = [(value: "", label: "As all through")] + TuneHands.allCases.map { (value: $0.rawValue, label: $0.title) }
    html.choose(title, "tunes section-hands", opened.setup.sections[home.section]?.rawValue ?? "", all)
}

/// Bar lines, endings, signs, sections.
private func form(_ chosen: ClosedRange<Int>, _ opened: OpenTune, to html: inout HTML) {
    let bars = opened.tune.bars
    let (first, last) = (bars[chosen.lowerBound], bars[chosen.upperBound])
    html.element("details id='bar-form'") { fold in
        fold.element("summary", text: "Bar lines, endings and signs")
        fold.element("label class='tune-choice'") { label in
            label.element("span", text: "A section begins here, called")
            let home = opened.tune.home(ofBar: chosen.lowerBound)
            let name = home.map { $0.bar == 0 ? opened.tune.sections[$0.section].label : "" } ?? ""
            label.void("input type='text' autocomplete='off' maxlength='20' id='bar-label' data-input='tunes label'", [("value", name)])
        }
        fold.element("div class='chips' role='group' aria-label='Bar lines'") { chips in
            chips.turn("start-repeat", "Repeat begins", isOn: first.startsRepeat)
            let isRepeated = if case .repeated = last.end { true } else { false }
            chips.turn("end repeat", "Repeat ends", isOn: isRepeated)
            chips.turn("end double", "Double line", isOn: last.end == .double)
            chips.turn("end final", "Final line", isOn: last.end == .final)
            for number in 1...3 { chips.turn("ending \(number)", "Ending \(number)", isOn: first.ending == number) }
        }
        fold.element("div class='chips' role='group' aria-label='Signs'") { chips in
            for mark in [
                Mark.segno, .coda, .toCoda, .fine, .fermata, .jump(Mark.Jump(from: .beginning, to: .coda)),
                .jump(Mark.Jump(from: .beginning, to: .fine)), .jump(Mark.Jump(from: .segno, to: .coda)),
                .jump(Mark.Jump(from: .segno, to: .fine)),
            ] {
                chips.turn("mark " + mark.words, mark.words, isOn: first.marks.contains(mark))
            }
        }
    }
}

extension HTML {
    fileprivate mutating func turn(_ action: String, _ title: String, isOn: Bool) {
        element("button type='button'", [
            ("data-action", "tunes " + action), ("aria-pressed", isOn ? "true" : "false"),
        ], text: title)
    }
}
