import Harmony
import Rendering
import Tunes

/// The selected bars: a field with their chords, the tools that edit them, and the voicing of their chord.
func chosenBars(
    _ chosen: ClosedRange<Int>, _ opened: OpenTune, _ state: TunesState, _ presentation: Presentation, isLinked: Bool,
    to html: inout HTML
) {
    let title = TunesText.bars(chosen)
    html.element("section class='tune-bar' aria-label=?", title) { panel in
        panel.element("div class='tune-bar-head'") { head in
            head.element("h3", text: title)
            head.element(
                "button type='button' data-action=?", "tunes from \(chosen.lowerBound)", text: TunesText.playFromHere)
            head.element(
                "button type='button' class='close' data-action='tunes let-go' aria-label=?", TunesText.closePanel,
                text: "×")
        }
        if !isLinked {
            panel.element("div") { entry in
                entry.void(
                    """
                        input type='text' class='bar-field' autocomplete='off' autocapitalize='off' spellcheck='false' \
                        enterkeyhint='next' aria-label=? data-input='tunes bar' data-keys='Enter' \
                        data-keyed='tunes next' aria-describedby='bar-errors' aria-invalid=? id=? value=? placeholder=?
                        """,
                    TunesText.chords, state.typingErrors.isEmpty ? nil : "true", barFieldID,
                    state.typedBar ?? opened.shown.text(ofBars: chosen, in: presentation.notation.names),
                    TunesText.barHint)
                typingErrors(state.typingErrors, id: "bar-errors", to: &entry)
            }
        }
        openChord(opened, state, presentation, to: &panel)
        guard !isLinked else { return }
        panel.element("details id='bar-form'") { fold in
            fold.element("summary", text: TunesText.editBars)
            barTools(hasCopied: !state.copied.isEmpty, to: &fold)
            sectionHands(opened, state, to: &fold)
            form(chosen, opened, to: &fold)
        }
    }
}

/// Insert, copy, move, delete.
private func barTools(hasCopied: Bool, to html: inout HTML) {
    html.element("div class='chips bar-tools' role='group' aria-label=?", TunesText.barTools) { chips in
        for (action, title) in [
            ("insert before", TunesText.insertBefore), ("insert after", TunesText.insertAfter),
            ("copy", TunesText.copy),
            ("put", TunesText.pasteAfter), ("move back", TunesText.moveBack), ("move on", TunesText.moveOn),
            ("remove", TunesText.delete),
        ] where action != "put" || hasCopied {
            chips.element("button type='button' data-action=?", "tunes " + action, text: title)
        }
    }
}

/// The chords of the first chosen bar, and links and tools for one of them.
private func openChord(_ opened: OpenTune, _ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    guard let bar = state.chosen?.lowerBound, let index = state.chosenIndex else { return }
    let inBar = opened.chords.indices.filter { opened.chords[$0].bar == bar }
    if inBar.count > 1 {
        html.element("div class='chips' role='group' aria-label=?", TunesText.chordsInBar) { chips in
            for (number, place) in inBar.enumerated() {
                chips.toggle(
                    opened.shownChords[place].symbol?.written(in: presentation.inSentences.notation)
                        ?? TunesText.noChord, "tunes chord \(number)", isOn: place == index)
            }
        }
    }
    guard let symbol = opened.shownChords[index].symbol else { return }
    chordTools(symbol, index, opened, presentation, to: &html)
    lesson(opened.shownChords[index], opened.shown, presentation, to: &html)
}

/// The function and the scales of a chord where it stands in the tune, and its other names.
private func lesson(_ chord: SoundingChord, _ tune: Tune, _ presentation: Presentation, to html: inout HTML) {
    // A sustained chord is analyzed where it begins.
    let found = TuneAnalysis(of: tune).chords.last { other in
        other.bar < chord.bar || (other.bar == chord.bar && other.position <= chord.position)
    }
    guard let found else { return }
    html.element("details id='chord-lesson'") { fold in
        fold.element("summary") { line in
            guard let place = found.place else { return line.write(SharedText.scales) }
            // One element, because the parts of a summary are laid out with space between them.
            line.element("span class='chord-function'") { chordFunction(place, presentation, to: &$0) }
        }
        chordScales(found.scales.filter { $0.kind == .scale }, presentation, to: &fold)
        let others = found.chord.equivalents()
        guard !others.isEmpty else { return }
        fold.element("p class='chips'") { chips in
            chips.write(SharedText.alsoCalled)
            for other in others.prefix(4) {
                chips.link(to: .chord(other), presentation, class: "chip") { $0.name(presentation.title(other)) }
            }
        }
    }
}

/// Links and tools for a chord.
private func chordTools(
    _ symbol: ChordSymbol, _ index: Int, _ opened: OpenTune, _ presentation: Presentation, to html: inout HTML
) {
    html.element("div class='chips' role='group' aria-label=?", TunesText.thisChord) { chips in
        switch symbol {
        case .chord(let chord):
            chips.link(to: .chord(chord), presentation, class: "chip") { $0.write(TunesText.chordDetails) }
            chips.waysLink(to: chord, presentation)
        case .polychord(let upper, let lower):
            chips.link(to: .combine(Address.Pair(lower: lower, upper: upper)), presentation, class: "chip") {
                $0.write(TunesText.chordDetails)
            }
        }
        guard let voicing = opened.shownVoicing(index) else { return }
        chips.playButton(voicing.tones.map { $0.pitch }, titled: TunesText.play)
        chips.element(
            "button type='button' data-action='tunes invert down' aria-label=?", TunesText.inversionDown, text: "◂")
        chips.element(
            "button type='button' data-action='tunes invert up' aria-label=?", TunesText.inversionUp, text: "▸")
        chips.element(
            "button type='button' data-action='tunes pin' aria-pressed=?",
            opened.setup.pins[index] == nil ? "false" : "true", text: TunesText.lockVoicing)
    }
}

/// The voicing style of the section.
private func sectionHands(_ opened: OpenTune, _ state: TunesState, to html: inout HTML) {
    guard let home = state.chosen.flatMap({ opened.tune.location(ofBar: $0.lowerBound) }),
        opened.tune.sections.count > 1
    else { return }
    let label = opened.tune.sections[home.section].label
    let all =
        [(value: "", label: TunesText.sameAsTune)]
        + TuneVoicingStyle.allCases.map { (value: $0.rawValue, label: $0.title) }
    html.choose(
        TunesText.voicings(inSection: label), "tunes section-hands",
        opened.setup.sectionStyles[home.section]?.rawValue ?? "", all)
}

/// Bar lines, endings, signs, sections.
private func form(_ chosen: ClosedRange<Int>, _ opened: OpenTune, to html: inout HTML) {
    let bars = opened.tune.bars
    let (first, last) = (bars[chosen.lowerBound], bars[chosen.upperBound])
    html.element("label class='tune-choice'") { label in
        label.element("span", text: TunesText.sectionName)
        let home = opened.tune.location(ofBar: chosen.lowerBound)
        let name = home.map { $0.bar == 0 ? opened.tune.sections[$0.section].label : "" } ?? ""
        label.void(
            "input type='text' autocomplete='off' maxlength='20' id='bar-label' data-input='tunes label' value=?",
            name)
    }
    html.element("div class='chips' role='group' aria-label=?", TunesText.barLines) { chips in
        chips.turn("start-repeat", TunesText.startRepeat, isOn: first.startsRepeat)
        let isRepeated = if case .repeated = last.end { true } else { false }
        chips.turn("end repeat", TunesText.endRepeat, isOn: isRepeated)
        chips.turn("end double", TunesText.doubleBarLine, isOn: last.end == .double)
        chips.turn("end final", TunesText.finalBarLine, isOn: last.end == .final)
        for number in 1...3 { chips.turn("ending \(number)", TunesText.ending(number), isOn: first.ending == number) }
    }
    html.element("div class='chips' role='group' aria-label=?", TunesText.signs) { chips in
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
        element(
            "button type='button' data-action=? aria-pressed=?", "tunes " + action, isOn ? "true" : "false", text: title
        )
    }
}
