import Exchange
import Harmony
import Instruments
import Rendering

/// Shows what is played on a piano, a MIDI keyboard or a LinnStrument, and its name.
///
/// Notes arrive hundreds of times a second, so parts that they do not change are kept from the state before.
/// - Parameters:
///   - offersListening: whether the button for the microphone is shown to players without MIDI.
///   - before: what was shown last; nil if that was another screen.
func playView(
    _ state: PlayState, _ session: Session, offersListening: Bool,
    since before: (state: PlayState, session: Session)?, to html: inout HTML
) {
    let settings = session.settings
    let isSetAlike =
        before?.session.settings == settings && before?.session.key == session.key
        && before?.state.linnStrument.shape == state.linnStrument.shape
    let isOnGrid = settings.instrument == .linnStrument
    html.element("div class=? data-awake='heard'", "play-screen " + settings.instrument.rawValue) { screen in
        let namesTheSame =
            isSetAlike && before?.state.chords.named == state.chords.named
            && before?.state.chords.row == state.chords.row
        let holdsTheSame =
            namesTheSame && before?.state.pitches == state.pitches
            && before?.state.chords.standing == state.chords.standing
        lazy var chords = state.chords.row.chords(as: session.recognition)
        lazy var harmony = state.chords.harmony(in: chords, as: session.recognition)
        screen.part(
            "div class='options-row' role='group'", id: "instrument", isKept: isSetAlike,
            [("aria-label", PlayText.instrument)]
        ) {
            for (value, name) in Setting.instrument.options {
                $0.toggle(name, "settings set instrument " + value, isOn: value == settings.instrument.rawValue)
            }
        }
        // While nothing is played, the pads of a voicing are first.
        let isHidden = isOnGrid && state.linnStrument.shape != nil && state.chords.named.isEmpty
        screen.part(
            "section class='panel'", id: "played", isKept: namesTheSame,
            [("aria-label", PlayText.yourPlaying), ("hidden", isHidden ? "" : nil)]
        ) { panel in
            playedPanel(state.chords.named, harmony, chords, session, to: &panel)
        }
        if isOnGrid { gridPanel(state, session, isKept: isSetAlike, to: &screen) }
        screen.part(
            "section class='panel'", id: "piano", isKept: holdsTheSame, [("aria-label", PlayText.heldKeys)]
        ) { piano in
            KeyboardPicture(of: state.hands(session), namedAs: harmony, for: session.presentation.reader)
                .write(to: &piano, session.presentation)
            guard settings.showsStaff else { return }
            let tones = harmony.tones
            let key = session.recognition.key(hearing: state.chords.row.key)
            // Without notes while no key is held, so that its place does not look forgotten, nor the keys move.
            let column = StaffPicture.Column(left: tones.left, right: tones.right)
            piano.element("div class='played-staff'") { staff in
                StaffPicture(
                    state.chords.named.isEmpty ? [] : [column], signature: key?.signature, showing: .nothing
                ).write(to: &staff, session.presentation)
            }
        }
        screen.part(
            "section class='panel'", id: "naming", isKept: namesTheSame, [("aria-label", PlayText.naming)]
        ) { panel in
            namingPanel(harmony, state.chords.row, session, to: &panel)
        }
        screen.part("section class='panel'", id: "midi", [("aria-label", PlayText.yourInstrument)]) {
            instrumentsPanel(state, isLinnStrument: isOnGrid, offersListening: offersListening, to: &$0)
        }
        screen.part("section class='panel'", id: "recording", [("aria-label", PlayText.recordingAndFiles)]) { panel in
            recordingPanel(state.recordings, to: &panel)
            filePlayer(state.files, session.presentation, to: &panel)
        }
        if let replay = state.files.replay, let sheet = replay.sheet, !sheet.entries.isEmpty {
            let old = before?.state.files.replay
            screen.part(
                "section class='panel'", id: "voicings",
                isKept: isSetAlike && old?.name == replay.name && old?.duration == replay.duration
                    && old?.isBeingNamed == false && old?.presentInSheet == replay.presentInSheet,
                [("aria-label", PlayText.voicings)]
            ) { voicings(sheet, replay, session, to: &$0) }
        }
        screen.part("section class='panel'", id: "held", [("aria-label", PlayText.heldNotes)]) {
            heldNotesPanel(state, session, to: &$0)
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
        let monitorsTheSame =
            before?.state.monitor == state.monitor
            && before?.state.instruments.access == state.instruments.access
        screen.part(
            "section class='panel'", id: "monitor", isLate: true, isKept: monitorsTheSame,
            [("aria-label", PlayText.monitor)]
        ) { panel in
            monitorPanel(state.monitor, state.instruments, to: &panel)
        }
    }
}

private func field(_ setting: Setting, _ settings: Settings, to html: inout HTML) {
    let chosen = settings[setting]
    html.element("label") { label in
        label.element("span", text: setting.title)
        label.element("select data-input=? id=?", "settings set " + setting.rawValue, setting.rawValue) { select in
            var options = setting.options(settings.presentation)
            // A tuning that was read from the instrument.
            if !options.contains(where: { $0.value == chosen }) { options.append((chosen, SessionText.custom)) }
            for (value, text) in options {
                select.element(
                    "option", [("value", value), ("selected", value == chosen ? "" : nil)], text: text)
            }
        }
    }
}

/// Shows the voicings of the lead sheet that were played, from the present bar on.
private func voicings(_ sheet: LeadSheet, _ replay: Replay, _ session: Session, to html: inout HTML) {
    html.element("h2", text: PlayText.voicings)
    // Two lines.
    let first = max(0, min((replay.presentInSheet ?? 0) - 1, sheet.entries.count - 8))
    let shown = sheet.voicings(from: replay.track).dropFirst(first).prefix(8)
    StaffPicture(row: shown.compactMap { $0 }, signature: sheet.key?.signature).write(to: &html, session.presentation)
}
