import Harmony
import Instruments
import Rendering

/// What is played on a piano, a MIDI keyboard or a LinnStrument, and its name.
///
/// Hundreds of times a second something may be played, so what has nothing to do with that is kept from the state
/// before.
/// - Parameter before: what was shown last; nil where that was another screen.
func playView(
    _ state: PlayState, _ session: Session, since before: (state: PlayState, session: Session)?, to html: inout HTML
) {
    let settings = session.settings
    let isSetAlike =
        before?.session.settings == settings && before?.session.key == session.key && before?.state.shape == state.shape
    let isOnGrid = settings.instrument == .linnStrument
    html.element("div class=? data-awake='heard'", "play-screen " + settings.instrument.rawValue) { screen in
        let namesTheSame = isSetAlike && before?.state.named == state.named && before?.state.row == state.row
        let holdsTheSame = namesTheSame && before?.state.pitches == state.pitches
        lazy var chords = state.row.chords(as: session.recognition)
        lazy var harmony = state.harmony(in: chords, as: session.recognition)
        screen.part(
            "div class='options-row' role='group'", id: "instrument", isKept: isSetAlike,
            [("aria-label", PlayText.instrument)]
        ) {
            for (value, name) in Setting.instrument.options {
                $0.element(
                    "button type='button' data-action=? aria-pressed=?",
                    "settings set instrument " + value, value == settings.instrument.rawValue ? "true" : "false",
                    text: name)
            }
        }
        screen.part("section class='panel'", id: "played", isKept: namesTheSame, [("aria-label", PlayText.yourPlaying)])
        { panel in
            played(state.named, harmony, chords, session, to: &panel)
        }
        if isOnGrid {
            screen.element("div class='panel grid-panel'") { panel in
                let lights = settings.lights.lights(of: session.presentation.reader.sounding(session.key))
                let grip = state.shape?.grip(on: settings.linnStrument)
                if let shape = state.shape { shapeLine(shape, isHeld: grip != nil, session.presentation, to: &panel) }
                GridSVG(settings: settings, lights: lights, grip: grip).write(state, isKept: isSetAlike, to: &panel)
            }
        }
        screen.part("section class='panel'", id: "piano", isKept: holdsTheSame, [("aria-label", PlayText.heldKeys)]) {
            piano in
            KeyboardPicture(
                of: session.recognition.hands(state.pitches), namedAs: harmony, for: session.presentation.reader
            )
            .write(to: &piano, session.presentation)
        }
        screen.part("section class='panel'", id: "midi", [("aria-label", PlayText.yourInstrument)]) {
            access(state, isLinnStrument: isOnGrid, to: &$0)
        }
        screen.part("section class='panel'", id: "recording", [("aria-label", PlayText.recordingAndFiles)]) { panel in
            recordingPanel(state, session.presentation, to: &panel)
        }
        screen.part("section class='panel'", id: "held", [("aria-label", PlayText.heldNotes)]) {
            held(state, session, to: &$0)
        }
        screen.part(
            "form class='panel'", id: "play-settings", isKept: isSetAlike, [("aria-label", PlayText.settings)]
        ) { form in
            form.element("h2", text: isOnGrid ? PlayText.linnStrumentSettings : PlayText.midiInput)
            form.element("div class='fields'") { fields in
                for setting in Setting.allCases
                where setting.isOnPlayScreen || isOnGrid && setting.isOnLinnStrumentScreen {
                    field(setting, settings, to: &fields)
                }
            }
        }
        let monitorsTheSame = before?.state.monitor == state.monitor && before?.state.access == state.access
        screen.part(
            "section class='panel'", id: "monitor", isLate: true, isKept: monitorsTheSame,
            [("aria-label", PlayText.monitor)]
        ) { panel in
            monitorPanel(state, to: &panel)
        }
    }
}

/// What alone is lit, how it sounds, and the way back to all pads.
/// - Parameter isHeld: whether all its notes have pads.
private func shapeLine(_ shape: HeldShape, isHeld: Bool, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='chips' role='group' aria-label=?", PlayText.litVoicing) { line in
        line.element("div class='playable'") { name in
            name.element("b translate='no'", text: shape.title)
            name.playButton(shape.left + shape.right, of: shape.title)
        }
        line.link(to: .linnStrument(nil), presentation, class: "chip") { $0.write(PlayText.showAllPads) }
    }
    html.element("p class='caption'", text: isHeld ? PlayText.onePadEach : PlayText.padsMissing)
}

// MARK: What is played

/// - Parameters:
///   - named: the notes that were held long enough to be named.
///   - harmony: what they are.
///   - chords: those that were played last, named together.
private func played(
    _ named: [Int], _ harmony: LiveHarmony, _ chords: [ChordInRow], _ session: Session, to html: inout HTML
) {
    let presentation = session.presentation
    html.element("p class='place'", text: PlayText.youPlayed)
    html.element("div class='title'") { title in
        let name = named.isEmpty ? PlayText.playSomeNotes : presentation.name(of: harmony)
        title.element(
            "h2 class=? translate=?", named.isEmpty ? "name none" : "name", named.isEmpty ? nil : "no", text: name)
        if let chord = harmony.whole { title.shortWaysLink(to: chord, presentation) }
    }
    if !named.isEmpty, let chord = harmony.whole { soundingLine(of: chord, presentation, to: &html) }
    if !chords.isEmpty {
        html.element("ol class='row' aria-label=?", PlayText.lastChords) { list in
            for chord in chords.joined(last: ChordRow.maximumShown) {
                list.element("li") { name(of: chord, presentation, to: &$0) }
            }
        }
    }
    html.element("div class='chips' role='group' aria-label=?", PlayText.naming) { chips in
        let key = session.settings.weighsKey ? "no" : "yes"
        let band = session.settings.hasBassPlayer ? "no" : "yes"
        chips.element(
            "button type='button' data-action=? aria-pressed=?",
            "settings set band " + band, session.settings.hasBassPlayer ? "true" : "false",
            text: PlayText.withBassPlayer)
        chips.element(
            "button type='button' data-action=? aria-pressed=?",
            "settings set naming-key " + key, session.settings.weighsKey ? "true" : "false",
            text: PlayText.inKey(presentation.name(session.key)))
    }
    html.element("div class='chips' role='group' aria-label=?", PlayText.useChords) { chips in
        for (half, chord) in [(Half.lower, harmony.lower ?? harmony.whole), (.upper, harmony.upper ?? harmony.whole)] {
            let name = chord.map { presentation.shortName($0) }
            take(half.rawValue, PlayText.use(name, as: half), isEnabled: chord != nil, to: &chips)
        }
        take("both", PlayText.useBoth, isEnabled: harmony.combination != nil, to: &chips)
        chips.element("button type='button' data-action='play panic {now}'", text: PlayText.allNotesOff)
    }
}

/// What a chord is called and, where the chords around it have corrected that, what it would be called by itself.
func name(of chord: ChordInRow, _ presentation: Presentation, to html: inout HTML) {
    html.element("b translate='no'", text: presentation.name(of: chord.harmony))
    guard let alone = chord.alone else { return }
    html.element("small") { small in
        small.element("span class='spoken'", text: PlayText.onItsOwn)
        small.element("s translate='no'", text: presentation.title(alone))
    }
}

/// Every held note with all that is known of it.
private func held(_ state: PlayState, _ session: Session, to html: inout HTML) {
    html.element("h2", text: PlayText.heldNotes)
    let voices = state.notes
    if voices.isEmpty { return html.element("p class='caption'", text: PlayText.none) }
    let sustained = voices.count { $0.isSustained }
    if sustained >= PlayState.manySustained {
        html.element("p class='caption' role='status'", text: PlayText.sustained(sustained))
        html.element(
            "button type='button' data-action=?",
            "settings set sustain-pedal " + (session.settings.isPedalReversed ? "no" : "yes"),
            text: PlayText.reversePedal)
    }
    html.element("table class='held'") { table in
        table.element("thead") { head in
            head.element("tr") { row in
                for cell in ["", PlayText.note, PlayText.velocity, PlayText.channel, PlayText.bend] {
                    row.element("th scope='col'", text: cell)
                }
            }
        }
        table.element("tbody") { body in
            for voice in voices { write(voice, state, session, to: &body) }
        }
    }
}

private func write(_ voice: Voice, _ state: PlayState, _ session: Session, to html: inout HTML) {
    let mark = state.mark(of: voice).number
    let isOnGrid = !session.settings.linnStrument.pads(of: voice.key.note).isEmpty
    let hundredths = Int(voice.bend * 100 + (voice.bend < 0 ? -0.5 : 0.5))
    let bend = hundredths == 0 ? "" : (hundredths > 0 ? "+" : "−") + Tension.text(hundredths: abs(hundredths))
    html.element("tr") { row in
        row.element("td class=?", "swatch color-\(mark % 4) mark-\(mark / 4 % 4)", text: "\(mark + 1)")
        let name = session.presentation.name(sounding: voice.key.note)
        let remark = (isOnGrid ? "" : PlayText.offGrid) + (voice.isSustained ? PlayText.heldByPedal : "")
        row.element("td") { cell in
            cell.name(name)
            cell.write(remark)
        }
        row.element("td", text: "\(voice.velocity)")
        row.element("td", text: "\(voice.key.channel)")
        row.element("td", text: bend)
    }
}

private func take(_ what: String, _ title: String, isEnabled: Bool, to html: inout HTML) {
    html.element(
        "button type='button'", [("data-action", "play take " + what), ("aria-disabled", isEnabled ? nil : "true")],
        text: title)
}

// MARK: Instruments

private func access(_ state: PlayState, isLinnStrument: Bool, to html: inout HTML) {
    html.element("h2", text: PlayText.yourInstrument)
    if let message = state.access.message { html.element("p role='alert'", text: message) }
    guard case .granted(let inputs, let outputs) = state.access else {
        html.element(
            "p class='caption'", text: isLinnStrument ? PlayText.connectLinnStrument : PlayText.connectKeyboard)
        return html.element("button type='button' data-action='play enable'", text: PlayText.enableMIDI)
    }
    if !inputs.isEmpty {
        html.element("div class='options-row' role='group' aria-label=?", PlayText.listenTo) { row in
            port("all", PlayText.allInstruments, isChosen: state.presentPort == nil, to: &row)
            for entry in inputs {
                port("\(entry.number)", entry.name, isChosen: state.presentPort == entry.number, to: &row)
            }
        }
    }
    if state.echoing.count == 2 {
        let names = state.echoing.map { state.name(ofPort: $0) }
        html.element("p class='caption' role='status'", text: PlayText.sameNotes(names[0], names[1]))
    }
    if isLinnStrument, !outputs.isEmpty {
        let isShining = state.shining != nil
        html.element("div class='chips' role='group' aria-label=?", PlayText.linnStrument) { chips in
            chips.element(
                "button type='button' data-action='play read-settings' aria-disabled=?",
                state.dialogue == nil ? nil : "true", text: PlayText.readSettings)
            chips.element(
                "button type='button' data-action=? aria-pressed=?",
                isShining ? "play shine off" : "play shine on", isShining ? "true" : "false", text: PlayText.lightPads)
        }
    }
    html.element("p class='caption' role='status'", text: state.answer)
}

private func port(_ value: String, _ name: String, isChosen: Bool, to html: inout HTML) {
    html.element(
        "button type='button'",
        [("data-action", "play listen-to " + value), ("aria-pressed", isChosen ? "true" : "false")],
        text: name)
}

// MARK: Settings

private func field(_ setting: Setting, _ settings: Settings, to html: inout HTML) {
    let chosen = settings[setting]
    html.element("label") { label in
        label.element("span", text: setting.title)
        label.element("select data-input=? id=?", "settings set " + setting.rawValue, setting.rawValue) { select in
            for (value, text) in setting.options(settings.presentation) {
                select.element(
                    "option", [("value", value), ("selected", value == chosen ? "" : nil)], text: text)
            }
        }
    }
}
