import Answers
import Harmony
import Tunes

/// The bars that are chosen: what stands in them, to be typed, what can be done with them, and how their chord lies.
func chosenBars(
    _ chosen: ClosedRange<Int>, _ opened: OpenTune, _ state: TunesState, _ presentation: Presentation, isLinked: Bool,
    to html: inout HTML
) {
    let title = chosen.count == 1 ? "Bar \(chosen.lowerBound + 1)" : "Bars \(chosen.lowerBound + 1) to \(chosen.upperBound + 1)"
    html.element("section class='tune-bar' aria-label=?", title) { panel in
        panel.element("div class='tune-bar-head'") { head in
            head.element("h3", text: title)
            head.element("button type='button' data-action=?", "tunes from \(chosen.lowerBound)", text: "Play from here")
            head.element("button type='button' class='close' data-action='tunes let-go' aria-label='Close'", text: "×")
        }
        if !isLinked {
            panel.void("input type='text' class='bar-field' autocomplete='off' autocapitalize='off' spellcheck='false' enterkeyhint='next' aria-label='Chords' data-input='tunes bar' data-keys='Enter' data-keyed='tunes next' id=? value=? placeholder=?",
                barFieldID, state.typedBar ?? opened.shown.text(ofBars: chosen, in: presentation.notation.names),
                "Dm7 G7")
            typingTroubles(state.typingTroubles, to: &panel)
        }
        openChord(opened, state, presentation, to: &panel)
        guard !isLinked else { return }
        panel.element("details id='bar-form'") { fold in
            fold.element("summary", text: "Insert, copy, move; bar lines and signs")
            barTools(hasCopied: !state.copied.isEmpty, to: &fold)
            sectionHands(opened, state, to: &fold)
            form(chosen, opened, to: &fold)
        }
    }
}

/// Insert, copy, move, delete.
private func barTools(hasCopied: Bool, to html: inout HTML) {
    html.element("div class='chips bar-tools' role='group' aria-label='Change bars'") { chips in
        for (action, title) in [
            ("insert before", "Insert before"), ("insert after", "Insert after"), ("copy", "Copy"), ("put", "Paste after"),
            ("move back", "Move ←"), ("move on", "Move →"), ("remove", "Delete"),
        ] where action != "put" || hasCopied {
            chips.element("button type='button' data-action=?", "tunes " + action, text: title)
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
                chips.element("button type='button' data-action=? aria-pressed=?",
                    "tunes chord \(number)", place == index ? "true" : "false", text: opened.shownChords[place].symbol?.written(in: presentation.notation) ?? "N.C.")
            }
        }
    }
    guard let symbol = opened.shownChords[index].symbol else { return }
    html.element("div class='chips' role='group' aria-label='This chord'") { chips in
        switch symbol {
        case .chord(let chord):
            chips.link(to: .chord(chord), presentation, class: "chip") { $0.write("What it is") }
            chips.waysLink(to: chord, presentation)
        case .polychord(let upper, let lower):
            chips.link(to: .combine(Address.Pair(lower: lower, upper: upper)), presentation, class: "chip") { $0.write("What it is") }
        }
        guard let voicing = opened.shownVoicing(index) else { return }
        chips.playButton(voicing.tones.map { $0.pitch }, titled: "Hear it")
        chips.element("button type='button' data-action='tunes invert down' aria-label='Inversion down'", text: "◂")
        chips.element("button type='button' data-action='tunes invert up' aria-label='Inversion up'", text: "▸")
        chips.element("button type='button' data-action='tunes pin' aria-pressed=?",
            opened.setup.pins[index] == nil ? "false" : "true", text: "Keep these keys")
    }
}

/// In which style the section of the chosen bar is played.
private func sectionHands(_ opened: OpenTune, _ state: TunesState, to html: inout HTML) {
    guard let home = state.chosen.flatMap({ opened.tune.home(ofBar: $0.lowerBound) }), opened.tune.sections.count > 1 else { return }
    let label = opened.tune.sections[home.section].label
    let title = label.isEmpty ? "Hands in this section" : "Hands in section " + label
    let all = [(value: "", label: "As all through")] + TuneHands.allCases.map { (value: $0.rawValue, label: $0.title) }
    html.choose(title, "tunes section-hands", opened.setup.sections[home.section]?.rawValue ?? "", all)
}

/// Bar lines, endings, signs, sections.
private func form(_ chosen: ClosedRange<Int>, _ opened: OpenTune, to html: inout HTML) {
    let bars = opened.tune.bars
    let (first, last) = (bars[chosen.lowerBound], bars[chosen.upperBound])
    html.element("label class='tune-choice'") { label in
        label.element("span", text: "A section begins here, called")
        let home = opened.tune.home(ofBar: chosen.lowerBound)
        let name = home.map { $0.bar == 0 ? opened.tune.sections[$0.section].label : "" } ?? ""
        label.void("input type='text' autocomplete='off' maxlength='20' id='bar-label' data-input='tunes label' value=?",
            name)
    }
    html.element("div class='chips' role='group' aria-label='Bar lines'") { chips in
        chips.turn("start-repeat", "Repeat begins", isOn: first.startsRepeat)
        let isRepeated = if case .repeated = last.end { true } else { false }
        chips.turn("end repeat", "Repeat ends", isOn: isRepeated)
        chips.turn("end double", "Double line", isOn: last.end == .double)
        chips.turn("end final", "Final line", isOn: last.end == .final)
        for number in 1...3 { chips.turn("ending \(number)", "Ending \(number)", isOn: first.ending == number) }
    }
    html.element("div class='chips' role='group' aria-label='Signs'") { chips in
        for mark in [
            Mark.segno, .coda, .toCoda, .fine, .fermata, .jump(Mark.Jump(from: .beginning, to: .coda)),
            .jump(Mark.Jump(from: .beginning, to: .fine)), .jump(Mark.Jump(from: .segno, to: .coda)),
            .jump(Mark.Jump(from: .segno, to: .fine)),
        ] {
            chips.turn("mark " + mark.words, mark.words, isOn: first.marks.contains(mark))
        }
    }
}

extension HTML {
    fileprivate mutating func turn(_ action: String, _ title: String, isOn: Bool) {
        element("button type='button' data-action=? aria-pressed=?", "tunes " + action, isOn ? "true" : "false", text: title)
    }
}
