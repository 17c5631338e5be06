import Chordsets
import Harmony
import JSONText
import Rendering

/// The editor of a light chord: its picture, in which lumis can be dragged, and its controls.
func editorView(_ id: String, _ position: Int, _ state: ChordsetsState, _ session: Session, to html: inout HTML) {
    guard let chordset = state.list.chordset(id) else {
        return missingChordset(state.list, session.presentation, to: &html)
    }
    let chord = chordset.chords[position]
    html.element("div class='editor'") { screen in
        screen.part("div class='editor-head'", id: "editor-head") { head in
            head.element("h2") { title in
                title.element("bdi", text: chordset.shownTitle)
                title.write(ChordsetsText.chordInTitle(position + 1))
            }
            conflict(state.list.entry(id), to: &head)
            head.element("nav class='cells' aria-label=?", ChordsetsText.chords) { cells in
                for (place, chord) in chordset.chords.enumerated() {
                    let label = ChordsetsText.editChord(place + 1)
                    cells.link(
                        to: .chordsets(.lightChord(id, place)), session.presentation, class: "cell", label: label,
                        isCurrent: place == position
                    ) { cell in
                        lightSwatch(chord, to: &cell)
                        cell.element("span", text: "\(place + 1)")
                    }
                }
            }
        }
        screen.element("div class='canvas-panel panel'") { panel in
            panel.element(
                """
                    canvas data-picture='editor' data-keys='ArrowLeft ArrowRight ArrowUp ArrowDown' data-keyed='editor \
                    nudge' id=? tabindex=? role=? aria-label=?
                    """,
                "canvas", "0", "application", spoken(chord, state.editor))
            panel.part("div class='chips'", id: "motion") {
                motion(chordset.id, state.editor, session.presentation, to: &$0)
            }
        }
        screen.element("section class='panel light-panel' aria-label=?", ChordsetsText.light) { panel in
            panel.part("div", id: "lumis") { lumis(chord, state.editor, to: &$0) }
            panel.part("div", id: "background") { background(chord, id, position, state.list, to: &$0) }
            // The browser opens and closes it. The action only stores the state.
            let isOpen = session.settings.showsAllSliders
            panel.element("details class='more' open=?", isOpen ? "" : nil) { fold in
                fold.element(
                    "summary data-action=?",
                    "settings set " + Setting.lightFold.rawValue + (isOpen ? " no" : " yes"), text: ChordsetsText.more)
                fold.part("div", id: "more-of-lumi") { moreOfLumi(chord, state.editor, to: &$0) }
                fold.part("div", id: "more-of-chord") { moreOfChord(chord, state.editor, to: &$0) }
            }
        }
        screen.part("section class='panel'", id: "music", [("aria-label", ChordsetsText.chord)]) {
            musicPanel(chord, session, to: &$0)
        }
        screen.part("section class='panel'", id: "copy", [("aria-label", ChordsetsText.copy)]) { panel in
            panel.element("h3", text: ChordsetsText.copyTo)
            panel.element("div class='chips'") { chips in
                for place in 0..<Chordset.size where place != position {
                    chips.element(
                        "button type='button' data-action=? aria-label=?",
                        "editor copy-chord \(place)", ChordsetsText.copyTo(place + 1), text: "\(place + 1)")
                }
            }
        }
    }
}

/// The picture in words, for screen readers.
private func spoken(_ chord: LightChord, _ editor: Editor) -> String {
    ChordsetsText.picture(chord.lumis.count) + (editor.chosen(in: chord).map { ChordsetsText.selected($0 + 1) } ?? "")
}

private func motion(_ id: String, _ editor: Editor, _ presentation: Presentation, to html: inout HTML) {
    let isMoving = editor.startedAt != nil
    html.element(
        "button type='button' data-action='editor motion {now}' aria-pressed=?",
        isMoving ? "true" : "false", text: ChordsetsText.motion)
    html.element("label class='beat'") { label in
        label.element("span", text: ChordsetsText.beat)
        label.void(
            "input type='range' min='0' step='0.25' data-input='editor beat' autocomplete='off' max=? value=?",
            "\(Editor.beats)", JSON.thousandths(editor.beat).text)
        label.element("output", text: JSON.thousandths(editor.beat).text)
    }
    html.link(to: .chordsets(.stage(id)), presentation, class: "chip", label: ChordsetsText.playChordset) {
        $0.write(ChordsetsText.play)
    }
    html.link(to: .chordsets(.sheet(id)), presentation, class: "chip") { $0.write(ChordsetsText.practiceSheet) }
}

// These six sliders change the picture most, measured as the mean change over 160 random chords when a slider goes
// through its range. The background comes first: brightness 0.31 of full light, hue 0.23, purity 0.14. No property of a
// single lumi reaches 0.03, so these are the strongest for form, motion and color: size (0.022), speed (0.011) and hue
// (0.003). The position may change as much as the speed, but is set by dragging. A test repeats the measurement.
private let mainLumiProperties: [Lumi.Property] = [.hue, .size, .speed]
private let mainBackgroundProperties: [LightChord.Property] = [.hue, .purity, .brightness]

private func lumis(_ chord: LightChord, _ editor: Editor, to html: inout HTML) {
    html.element("h3", text: ChordsetsText.lumis)
    html.element("div class='chips' role='group' aria-label=?", ChordsetsText.selectLumi) { chips in
        for (place, lumi) in chord.lumis.enumerated() {
            chips.element(
                "button type='button' class='lumi' data-action=? aria-pressed=? aria-label=?",
                "editor lumi \(place)", place == editor.lumi ? "true" : "false", ChordsetsText.lumi(place + 1)
            ) { button in
                button.element("svg class='dot' viewBox='0 0 2 2' aria-hidden='true'") { svg in
                    let color = LightColor(hue: lumi[.hue], purity: lumi[.purity])
                    svg.element("circle cx='1' cy='1' r='0.95' fill=?", color.hex)
                }
                button.write("\(place + 1)")
            }
        }
        if chord.lumis.count < LightChord.maximumLumis {
            chips.element("button type='button' data-action='editor add-lumi {seed}'", text: ChordsetsText.addLumi)
        }
    }
    guard let chosen = editor.chosen(in: chord) else {
        let text = chord.lumis.isEmpty ? ChordsetsText.noLumi : ChordsetsText.selectOne
        return html.element("p class='caption'", text: text)
    }
    sliders(ChordsetsText.lumi(chosen + 1), of: chord.lumis[chosen], mainLumiProperties, to: &html)
}

private func background(
    _ chord: LightChord, _ id: String, _ position: Int, _ chordsets: UndoableList, to html: inout HTML
) {
    html.element("fieldset class='sliders'") { group in
        group.element("legend", text: ChordsetsText.background)
        for property in mainBackgroundProperties { slider(property, chord, to: &group) }
    }
    html.element("div class='chips'") { chips in
        chips.element("button type='button' data-action='editor randomize {seed}'", text: ChordsetsText.randomize)
    }
    if chordsets.past.last?.hasRandomized(id, position) == true {
        html.element("p class='undo-bar'") { bar in
            bar.element("span", text: ChordsetsText.randomized(position + 1))
            bar.element("button type='button' data-action='app undo'", text: ChordsetsText.undo)
        }
    }
}

/// Further controls of the chosen lumi.
private func moreOfLumi(_ chord: LightChord, _ editor: Editor, to html: inout HTML) {
    guard let chosen = editor.chosen(in: chord) else { return }
    let lumi = chord.lumis[chosen]
    html.element("h3", text: ChordsetsText.lumi(chosen + 1))
    html.element("div class='chips'") { chips in
        chips.element("button type='button' data-action='editor duplicate-lumi'", text: ChordsetsText.duplicate)
        for (way, title, isPossible) in [
            ("forward", ChordsetsText.forward, chosen < chord.lumis.count - 1),
            ("back", ChordsetsText.back, chosen > 0),
        ] {
            chips.element(
                "button type='button' data-action=? aria-disabled=?",
                "editor raise-lumi " + way, isPossible ? nil : "true", text: title)
        }
        chips.element("button type='button' data-action='editor remove-lumi'", text: ChordsetsText.remove)
    }
    sliders(ChordsetsText.color, of: lumi, [.purity, .opacity], to: &html)
    sliders(ChordsetsText.shape, of: lumi, [.sides, .thickness], to: &html)
    sliders(ChordsetsText.motion, of: lumi, [.x, .y, .heading, .spin, .phase], to: &html)
}

/// Further controls of the chord.
private func moreOfChord(_ chord: LightChord, _ editor: Editor, to html: inout HTML) {
    html.element("fieldset class='sliders'") { group in
        group.element("legend", text: ChordsetsText.tempo)
        slider(.bpm, chord, to: &group)
    }
    html.element("div class='chips'") { chips in
        chips.element(
            "button type='button' data-action='editor tap {now}' data-keepfocus", text: ChordsetsText.tapTempo)
        chips.element("label class='seed'") { label in
            label.element("span", text: ChordsetsText.seed)
            label.void(
                """
                    input type='text' inputmode='numeric' autocomplete='off' maxlength='19' data-keys='Enter' \
                    data-keyed='editor seed' id=? value=? placeholder=?
                    """,
                "seed", editor.seed, ChordsetsText.anyNumber)
        }
    }
}

private func sliders(_ title: String, of lumi: Lumi, _ properties: [Lumi.Property], to html: inout HTML) {
    html.element("fieldset class='sliders'") { group in
        group.element("legend", text: title)
        for property in properties {
            slider(property.definition, "lumi", lumi[property], bounds: property.definition.range, to: &group)
        }
    }
}

private func slider(_ property: LightChord.Property, _ chord: LightChord, to html: inout HTML) {
    // Other tempos can be typed.
    let bounds = property == .bpm ? 20...240 : property.definition.range
    slider(property.definition, "background", chord[property], bounds: bounds, to: &html)
}

/// A slider and a number field.
/// - Parameter bounds: the range of the slider. The number field has that of the definition.
private func slider(
    _ definition: PropertyDefinition, _ action: String, _ value: Double, bounds: ClosedRange<Double>,
    to html: inout HTML
) {
    let span = bounds.upperBound - bounds.lowerBound
    let step = definition.isWhole || span > 20 ? "1" : "0.01"
    let name = definition.name
    // A hue such as 224.949 would not fit its field.
    let shown = span > 20 ? Double(Int(value * 10 + (value < 0 ? -0.5 : 0.5))) / 10 : value
    let text = JSON.thousandths(shown).text
    html.element("div class='slider'") { row in
        row.element("label for=?", action + "-" + name, text: ChordsetsText.slider(name))
        row.void(
            "input type='range' autocomplete='off' id=? min=? max=? step=? value=? data-input=?",
            action + "-" + name, JSON.thousandths(bounds.lowerBound).text, JSON.thousandths(bounds.upperBound).text,
            step,
            text, "editor " + action + " " + name)
        // `data-change`, because 1 and 12 are not meant while 120 is being typed.
        row.void(
            "input type='number' autocomplete='off' aria-label=? min=? max=? step=? value=? data-change=?",
            ChordsetsText.slider(name), JSON.thousandths(definition.range.lowerBound).text,
            JSON.thousandths(definition.range.upperBound).text,
            definition.isWhole ? "1" : "any", text, "editor " + action + " " + name)
    }
}

private func musicPanel(_ chord: LightChord, _ session: Session, to html: inout HTML) {
    html.element("h3", text: ChordsetsText.chord)
    let offered = session.choices.music
    guard let music = chord.music else {
        html.element("p class='caption'", text: ChordsetsText.noChord)
        return attachButton(offered, session.presentation, to: &html)
    }
    html.element("p class='music-name' translate='no'", text: session.presentation.name(of: music))
    html.element("div class='chips'") { chips in
        let pitches = music.pitches
        chips.element(
            "button type='button' class='play' data-action=? aria-label=?",
            Playing(pitches).action, ChordsetsText.play(session.presentation.name(of: music)))
        chips.toggle(
            ChordsetsText.colorFollows, music.colorsLight ? "editor colors-light off" : "editor colors-light on",
            isOn: music.colorsLight)
        chips.element("button type='button' data-action='editor drop-music'", text: ChordsetsText.removeChord)
    }
    attachButton(offered, session.presentation, to: &html)
}

private func attachButton(_ music: Music?, _ presentation: Presentation, to html: inout HTML) {
    guard let music else {
        html.element("p class='caption'", text: ChordsetsText.chooseChords)
        return
    }
    html.element(
        "button type='button' data-action='editor take-music'",
        text: ChordsetsText.attach(presentation.inSentences.name(of: music))
    )
}
