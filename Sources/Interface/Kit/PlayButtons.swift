import Exchange
import Harmony
import Rendering

extension HTML {
    /// ▶ beside a chord's name plays it.
    mutating func playButton(_ chord: Chord, _ presentation: Presentation) {
        playButton(chord.voicing, of: presentation.listName(chord))
    }

    /// ▶ beside a name plays what it names; held, or with Shift, one note after the other.
    mutating func playButton(_ tones: [Tone], of name: String) {
        playButton(tones.map { $0.pitch }, of: name)
    }

    /// ▶ beside what lies under two hands.
    mutating func playButton(_ pitches: [Int], of name: String) {
        playButton(pitches, label: SharedText.play(name)) { _ in }
    }

    /// ▶ beside a scale's name: a scale is always played one note after the other.
    mutating func playButton(rising tones: [Tone], of name: String) {
        let playing = Playing(tones.map { $0.pitch }, .arpeggio)
        element("button type=? class=? data-action=? aria-label=?",
            "button", "play", playing.action, SharedText.play(name))
    }

    /// ▶ before the word for what is played of something that has a name.
    mutating func playButton(_ playing: Playing, _ title: String, of name: String) {
        playButton(playing, title, label: SharedText.play(title, of: name))
    }

    /// ▶ before the word for what is played of a key: its scale or its cadence.
    /// - Parameter label: the same for screen readers, with the key’s name.
    mutating func playButton(_ playing: Playing, _ title: String, label: String) {
        let attributes: [(StaticString, String?)] = [
            ("type", "button"), ("class", "play"), ("data-action", playing.action),
            ("aria-label", label),
        ]
        element("button", attributes, text: title)
    }

    /// A chord that can be opened and played.
    mutating func playableLink(to chord: Chord, as half: Half = .lower, _ presentation: Presentation) {
        element("div class=?", "playable") { pair in
            pair.link(to: chord, as: half, presentation)
            pair.playButton(chord, presentation)
        }
    }

    /// ▶ before the word for a part of what is shown.
    mutating func playButton(_ pitches: [Int], titled title: String) {
        playButton(pitches, label: nil) { $0.write(title) }
    }

    /// - Parameter label: nil where the content names what is played.
    fileprivate mutating func playButton(_ pitches: [Int], label: String?, _ content: (inout HTML) -> Void) {
        element(
            "button",
            [
                ("type", "button"), ("class", "play"), ("data-action", Playing(pitches).action),
                ("data-alternate", Playing(pitches, .arpeggio).action), ("aria-label", label),
                ("title", SharedText.playHint),
            ],
            content)
    }
}

/// The parts of a combination that can be played, by the titles of their buttons.
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
}

/// What of a combination can be heard by itself: each chord where it lies in the whole, the whole, and what the upper
/// chord adds to the lower; and in which manner.
func playButtons(_ combination: Combination, _ settings: Settings, to html: inout HTML) {
    let lower = combination.lower.pitchClasses
    html.element("div class='plays' role='group' aria-label=?", SharedText.playGroup) { group in
        for part in Part.allCases {
            var pitches: [Int] = []
            for note in combination.notes {
                let isIn =
                    switch part {
                    case .lower: note.part != .upper
                    case .upper: note.part != .lower
                    case .both: true
                    // In a polychord both chords keep the notes that they share.
                    case .tensions: !lower.contains(note.tone.name.pitchClass)
                    }
                if isIn { pitches.append(note.tone.pitch) }
            }
            if !pitches.isEmpty { group.playButton(pitches, titled: part.title) }
        }
        mannerButtons(settings, to: &group)
    }
}

/// In which manner ▶ plays: until it is pressed again, and note by note.
private func mannerButtons(_ settings: Settings, to html: inout HTML) {
    for (setting, drawing) in [
        // A fermata, and the wavy line before a chord that is broken upward.
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
    /// A button that switches a setting on and off, with its title.
    fileprivate mutating func toggle(_ setting: Setting, isOn: Bool, _ drawing: (inout HTML) -> Void = { _ in }) {
        choice("settings set " + setting.rawValue + (isOn ? " no" : " yes"), setting.title, isChosen: isOn, drawing)
    }

    fileprivate mutating func choice(
        _ action: String, _ title: String, isChosen: Bool, _ drawing: (inout HTML) -> Void = { _ in }
    ) {
        element("button type='button' class='manner' data-action=? aria-pressed=?",
            action, isChosen ? "true" : "false") { button in
            drawing(&button)
            button.element("span", text: title)
        }
    }
}

/// How everything sounds: behind a button, since it is seldom needed.
func soundControls(_ settings: Settings, to html: inout HTML) {
    html.element("button type='button' class='speaker' popovertarget='sound' aria-label=?",
        settings.isMuted ? SharedText.soundMuted : SharedText.sound) { button in
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
        controls.element("div") { mannerButtons(settings, to: &$0) }
    }
}
