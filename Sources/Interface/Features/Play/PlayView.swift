import Answers
import Harmony
import Instruments

/// What is played and what that is called, on the instrument that is at hand: a piano, or any MIDI keyboard, or a
/// LinnStrument.
///
/// Hundreds of times a second something may be played, so what has nothing to do with that is kept from the state before.
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
        lazy var chords = state.row.chords(as: session.hearing)
        lazy var harmony = state.harmony(in: chords, as: session.hearing)
        screen.part("div class='options-row' role='group' aria-label='Instrument'", id: "instrument", isKept: isSetAlike) {
            for (value, name) in Setting.instrument.options {
                $0.element("button type='button' data-action=? aria-pressed=?",
                    "settings set instrument " + value, value == settings.instrument.rawValue ? "true" : "false", text: name)
            }
        }
        screen.part("section class='panel' aria-label='What is played'", id: "played", isKept: namesTheSame) { panel in
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
        screen.part("section class='panel' aria-label='Keys that are held'", id: "piano", isKept: holdsTheSame) { piano in
            KeyboardPicture(of: session.hearing.hands(state.pitches), namedAs: harmony, for: session.presentation.reader)
                .write(to: &piano, session.presentation)
        }
        screen.part("section class='panel' aria-label='Your instrument'", id: "midi") {
            access(state, isLinnStrument: isOnGrid, to: &$0)
        }
        screen.part("section class='panel' aria-label='Recording and files'", id: "recording") { panel in
            recordingPanel(state, session.presentation, to: &panel)
        }
        screen.part("section class='panel' aria-label='Held notes'", id: "held") { held(state, session, to: &$0) }
        screen.part(
            "form class='panel' aria-label='Settings of the instrument'", id: "play-settings", isKept: isSetAlike
        ) { form in
            form.element("h2", text: isOnGrid ? "How it is set" : "How it is heard")
            form.element("div class='fields'") { fields in
                for setting in Setting.allCases where setting.isOfHands || isOnGrid && setting.isOfLinnStrument {
                    field(setting, settings, to: &fields)
                }
            }
        }
        let monitorsTheSame = before?.state.monitor == state.monitor && before?.state.access == state.access
        screen.part(
            "section class='panel' aria-label='Monitor'", id: "monitor", isLate: true, isKept: monitorsTheSame
        ) { panel in
            monitorPanel(state, to: &panel)
        }
    }
}

/// What alone is lit, how it sounds, and the way back to all pads.
/// - Parameter isHeld: whether all its notes have pads.
private func shapeLine(_ shape: HeldShape, isHeld: Bool, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='chips' role='group' aria-label='The shape that is lit'") { line in
        line.element("div class='playable'") { name in
            name.element("b translate='no'", text: shape.title)
            name.playButton(shape.left + shape.right, of: shape.title)
        }
        line.link(to: .play(.linnStrument), presentation, class: "chip") { $0.write("All pads") }
    }
    html.element("p class='caption'", text: isHeld ? """
        One pad for each note: the left hand’s are blue, the right hand’s yellow.
        """ : "Not all of its notes have pads, as the LinnStrument is set.")
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
    html.element("p class='place'", text: "Played")
    html.element("div class='title'") { title in
        let name = named.isEmpty ? "Play some notes" : presentation.name(of: harmony)
        title.element("h2 class=? translate=?", named.isEmpty ? "name none" : "name", named.isEmpty ? nil : "no", text: name)
        if let chord = harmony.whole { title.shortWaysLink(to: chord, presentation) }
    }
    if !named.isEmpty, let chord = harmony.whole { soundingLine(of: chord, presentation, to: &html) }
    if !chords.isEmpty {
        html.element("ol class='row' aria-label='The last chords'") { list in
            for chord in chords.joined(last: ChordRow.mostShown) {
                list.element("li") { name(of: chord, presentation, to: &$0) }
            }
        }
    }
    html.element("div class='chips' role='group' aria-label='What names weigh'") { chips in
        let key = session.settings.weighsKey ? "no" : "yes"
        let band = session.settings.hasBand ? "no" : "yes"
        chips.element("button type='button' data-action=? aria-pressed=?",
            "settings set band " + band, session.settings.hasBand ? "true" : "false", text: "With a band")
        chips.element("button type='button' data-action=? aria-pressed=?",
            "settings set naming-key " + key, session.settings.weighsKey ? "true" : "false", text: "In " + presentation.name(session.key))
    }
    html.element("div class='chips' role='group' aria-label='Take what is played'") { chips in
        for (half, chord) in [(Half.lower, harmony.lower ?? harmony.whole), (.upper, harmony.upper ?? harmony.whole)] {
            let name = chord.map { " " + presentation.shortName($0) } ?? ""
            take(half.rawValue, "Take as " + half.rawValue + name, isEnabled: chord != nil, to: &chips)
        }
        take("both", "Take both hands", isEnabled: harmony.combination != nil, to: &chips)
        chips.element("button type='button' data-action='play panic {now}'", text: "All notes off")
    }
}

/// What a chord is called and, where the chords around it have corrected that, what it would be called by itself.
func name(of chord: ChordInRow, _ presentation: Presentation, to html: inout HTML) {
    html.element("b translate='no'", text: presentation.name(of: chord.harmony))
    guard let alone = chord.alone else { return }
    html.element("small") { small in
        small.element("span class='spoken'", text: " by itself ")
        small.element("s translate='no'", text: presentation.title(alone))
    }
}

/// Every held note with all that is known of it.
private func held(_ state: PlayState, _ session: Session, to html: inout HTML) {
    html.element("h2", text: "Held notes")
    let voices = state.notes
    if voices.isEmpty { return html.element("p class='caption'", text: "None.") }
    let sustained = voices.count { $0.isSustained }
    if sustained >= PlayState.manySustained {
        html.element("p class='caption' role='status'", text: "The sustain pedal holds \(sustained) notes. If your foot is off the pedal, reverse it.")
        html.element("button type='button' data-action=?",
            "settings set sustain-pedal " + (session.settings.isPedalReversed ? "no" : "yes"), text: "Reverse the pedal")
    }
    html.element("table class='held'") { table in
        table.element("thead") { head in
            head.element("tr") { row in
                for cell in ["", "Note", "Velocity", "Channel", "Bend"] { row.element("th scope='col'", text: cell) }
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
        let remark = (isOnGrid ? "" : ", off grid") + (voice.isSustained ? ", held by the pedal" : "")
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
    html.element("h2", text: "Your instrument")
    if let message = state.access.message { html.element("p role='alert'", text: message) }
    guard case .granted(let inputs, let outputs) = state.access else {
        html.element("p class='caption'", text: isLinnStrument ? """
            Pads can be played here, with several fingers and with slides, and by the computer’s keyboard; a connected \
            instrument lights them too.
            """ : """
            Connect any MIDI keyboard, by USB or Bluetooth, and press the button: what you play is named here, each hand by \
            itself and both together. Without one, the keys above play by touch, and the letters of a computer too.
            """)
        return html.element("button type='button' data-action='play enable'", text: "Enable MIDI")
    }
    if !inputs.isEmpty {
        html.element("div class='options-row' role='group' aria-label='Listen to'") { row in
            port("all", "All instruments", isChosen: state.presentPort == nil, to: &row)
            for entry in inputs {
                port("\(entry.number)", entry.name, isChosen: state.presentPort == entry.number, to: &row)
            }
        }
    }
    if state.echoing.count == 2 {
        let names = state.echoing.map { "“" + state.name(ofPort: $0) + "”" }.joined(separator: " and ")
        html.element("p class='caption' role='status'", text: names + " send the same notes. Each note counts once. To listen to one of the two, choose it above.")
    }
    if isLinnStrument, !outputs.isEmpty {
        let isShining = state.shining != nil
        html.element("div class='chips' role='group' aria-label='LinnStrument'") { chips in
            chips.element("button type='button' data-action='play read-settings' aria-disabled=?",
                state.dialogue == nil ? nil : "true", text: "Read its settings")
            chips.element("button type='button' data-action=? aria-pressed=?",
                isShining ? "play shine off" : "play shine on", isShining ? "true" : "false", text: "Light the chords’ pads")
        }
    }
    html.element("p class='caption' role='status'", text: state.answer)
}

private func port(_ value: String, _ name: String, isChosen: Bool, to html: inout HTML) {
    html.element(
        "button type='button'", [("data-action", "play listen-to " + value), ("aria-pressed", isChosen ? "true" : "false")],
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
