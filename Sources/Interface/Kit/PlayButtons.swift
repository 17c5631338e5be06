import Harmony
import Rendering

extension HTML {
    /// ▶ for a chord.
    mutating func playButton(_ chord: Chord, _ presentation: Presentation) {
        playButton(chord.voicing, of: presentation.listName(chord))
    }

    /// ▶ for named notes. A long press or Shift-click plays them one after the other.
    mutating func playButton(_ tones: [Tone], of name: String) {
        playButton(tones.map { $0.pitch }, of: name)
    }

    /// ▶ for a voicing.
    mutating func playButton(_ pitches: [Int], of name: String) {
        playButton(pitches, label: SharedText.play(name)) { _ in }
    }

    /// ▶ for a scale, which is always played note by note.
    mutating func playButton(rising pitches: [Int], of name: String) {
        let playing = Playing(pitches, .scale)
        element(
            "button type=? class=? data-action=? aria-label=?",
            "button", "play", playing.action, SharedText.play(name))
    }

    /// ▶ with a title.
    /// - Parameter label: the label for screen readers.
    mutating func playButton(_ playing: Playing, _ title: String, label: String) {
        let attributes: [(StaticString, String?)] = [
            ("type", "button"), ("class", "play"), ("data-action", playing.action),
            ("aria-label", label),
        ]
        element("button", attributes, text: title)
    }

    /// A link to a chord, with ▶.
    mutating func playableLink(to chord: Chord, as half: Half = .lower, _ presentation: Presentation) {
        element("div class=?", "playable") { pair in
            pair.link(to: chord, as: half, presentation)
            pair.playButton(chord, presentation)
        }
    }

    /// ▶ with a title that names a part of what is shown.
    mutating func playButton(_ pitches: [Int], titled title: String) {
        playButton(pitches, label: nil) { $0.write(title) }
    }

    /// - Parameter label: nil if the content names what is played.
    fileprivate mutating func playButton(_ pitches: [Int], label: String?, _ content: (inout HTML) -> Void) {
        playButton(
            Playing(pitches).action, alternate: Playing(pitches, .arpeggio).action, label: label, content)
    }

    /// ▶ with an action of its own, and another one for a long press.
    mutating func playButton(
        _ action: String, alternate: String, label: String?, _ content: (inout HTML) -> Void = { _ in }
    ) {
        element(
            "button",
            [
                ("type", "button"), ("class", "play"), ("data-action", action), ("data-alternate", alternate),
                ("aria-label", label), ("title", SharedText.playHint),
            ],
            content)
    }
}

/// The parts of a combination that can be played.
private enum Part: CaseIterable {
    case lower, upper, both, tensions

    var title: String {
        switch self {
        case .lower: SharedText.lower
        case .upper: SharedText.upper
        case .both: SharedText.both
        case .tensions: SharedText.tensions
        }
    }

    /// The notes of this part in MIDI numbers, as they sound in a voicing: a chord if one hand plays it whole, the
    /// tensions if none is omitted. Otherwise as they are shown.
    func pitches(of combination: Combination, _ voicing: [Int]) -> [Int] {
        let lower = combination.lower.pitchClasses
        let shown = combination.notes.filter { note in
            switch self {
            case .lower: note.part != .upper
            case .upper: note.part != .lower
            case .both: true
            // In a polychord both chords keep the notes that they share.
            case .tensions: !lower.contains(note.tone.name.pitchClass)
            }
        }.map { $0.tone.pitch }
        func isWhole(_ pitches: [Int]) -> Bool { PitchClassSet(pitches) == PitchClassSet(shown) }
        let voiced =
            switch self {
            case .lower: Array(voicing.prefix(shown.count))
            case .upper: Array(voicing.suffix(shown.count))
            case .both: voicing
            case .tensions: voicing.filter { !lower.contains($0 % 12) }
            }
        return self == .both && !voiced.isEmpty || isWhole(voiced) ? voiced : shown
    }
}

/// Buttons that play each chord of a combination, both, and the notes that the upper chord adds; and how they are
/// played.
/// - Parameter voicing: the combination for two hands in MIDI numbers, in which both and the added notes sound; empty
///   if there is none.
func playButtons(_ combination: Combination, voicing: [Int], _ settings: Settings, to html: inout HTML) {
    html.element("div class='plays' role='group' aria-label=?", SharedText.playGroup) { group in
        for part in Part.allCases {
            let pitches = part.pitches(of: combination, voicing)
            if !pitches.isEmpty { group.playButton(pitches, titled: part.title) }
        }
        mannerButtons(settings, to: &group)
    }
}

/// Toggles for how ▶ plays: until it is pressed again, and as an arpeggio.
private func mannerButtons(_ settings: Settings, to html: inout HTML) {
    for (setting, drawing) in [
        // A fermata, and the sign of an upward arpeggio.
        (Setting.hold, "M3 17a9 9 0 0 1 18 0M12 16v.01"), (.arpeggio, "M12 21q-4-2 0-4t0-4t0-4V3M8 7l4-4l4 4"),
    ] {
        html.toggle(setting, isOn: settings[setting] == "yes") { button in
            button.element("svg class='icon' viewBox='0 0 24 24' aria-hidden='true'") {
                $0.element("path d=?", drawing)
            }
        }
    }
}

extension HTML {
    /// A button that toggles a setting.
    fileprivate mutating func toggle(_ setting: Setting, isOn: Bool, _ drawing: (inout HTML) -> Void = { _ in }) {
        choice("settings set " + setting.rawValue + (isOn ? " no" : " yes"), setting.title, isChosen: isOn, drawing)
    }

    fileprivate mutating func choice(
        _ action: String, _ title: String, isChosen: Bool, _ drawing: (inout HTML) -> Void = { _ in }
    ) {
        element(
            "button type='button' class='manner' data-action=? aria-pressed=?",
            action, isChosen ? "true" : "false"
        ) { button in
            drawing(&button)
            button.element("span", text: title)
        }
    }
}

/// A button that opens volume and timbre.
func soundControls(_ settings: Settings, to html: inout HTML) {
    html.element(
        "button type='button' class='speaker' popovertarget='sound' aria-label=?",
        settings.isMuted ? SharedText.soundMuted : SharedText.sound
    ) { button in
        button.element("svg viewBox='0 0 24 24' aria-hidden='true'") { svg in
            let waves = "M15.5 9a4 4 0 0 1 0 6m2.5-8.5a7.5 7.5 0 0 1 0 11"
            svg.element("path d='M3 9v6h4l5 4V5L7 9z'")
            svg.element("path d=?", settings.isMuted ? "M16 9l6 6m0-6l-6 6" : waves)
        }
    }
    html.element("div id='sound' popover='auto' role='group' aria-label=?", SharedText.sound) { controls in
        controls.element("div") { row in
            row.element("label") { label in
                label.write(SharedText.volume)
                label.void(
                    "input type='range' min='0' max='100' step='5' data-input='settings set volume' autocomplete='off'",
                    [("value", "\(settings.volume)")])
            }
            row.toggle(.muted, isOn: settings.isMuted)
        }
        controls.element("div role='group' aria-label=?", SharedText.timbre) { row in
            for timbre in Settings.Timbre.allCases {
                row.choice("settings set timbre " + timbre.rawValue, timbre.name, isChosen: timbre == settings.timbre)
            }
        }
        controls.element("div") { row in
            mannerButtons(settings, to: &row)
            row.toggle(.choicesSound, isOn: settings.choicesSound)
        }
    }
}
