import Harmony

extension HTML {
    /// ▶ beside a chord's name plays it; held, or with Shift, one note after the other.
    mutating func playButton(_ tones: [Tone], of name: String) {
        playButton(tones.map { $0.pitch }, label: "Play " + name) { _ in }
    }

    /// A chord that can be opened and played.
    mutating func playableLink(to chord: Chord, _ links: Links) {
        element("div", [("class", "playable")]) { pair in
            pair.link(to: chord, links)
            pair.playButton(chord.voicing, of: chord.listName)
        }
    }

    /// ▶ beside a scale's name: a scale is always played one note after the other.
    mutating func playButton(rising tones: [Tone], of name: String) {
        element("button", [
            ("type", "button"), ("class", "play"), ("data-action", SoundAction.text(tones.map { $0.pitch }, asArpeggio: true)),
            ("aria-label", "Play " + name),
        ])
    }

    /// - Parameter label: nil where the content names what is played.
    fileprivate mutating func playButton(_ pitches: [Int], label: String?, _ content: (inout HTML) -> Void) {
        element(
            "button",
            [
                ("type", "button"), ("class", "play"), ("data-action", SoundAction.text(pitches)),
                ("data-alternate", SoundAction.text(pitches, asArpeggio: true)), ("aria-label", label),
                ("title", "Hold, or press with Shift, to hear the notes one by one"),
            ],
            content)
    }
}

/// What of a combination can be heard by itself: each chord where it lies in the whole, the whole, and what the upper
/// chord adds to the lower.
func playButtons(_ combination: Combination, to html: inout HTML) {
    let lower = combination.lower.pitchClasses
    let parts: [(name: String, isIn: (Combination.Note) -> Bool)] = [
        ("Lower", { $0.part != .upper }), ("Upper", { $0.part != .lower }), ("Both", { _ in true }),
        ("Tensions", { !lower.contains($0.tone.name.pitchClass) }),
    ]
    html.element("div", [("class", "plays"), ("role", "group"), ("aria-label", "Play")]) { group in
        for part in parts {
            let pitches = combination.notes.filter(part.isIn).map { $0.tone.pitch }
            if pitches.isEmpty { continue }
            group.playButton(pitches, label: nil) { $0.write(part.name) }
        }
    }
}

/// How loud: behind a button, since it is seldom needed.
func soundControls(_ loudness: Loudness, to html: inout HTML) {
    html.element("button", [
        ("type", "button"), ("id", "sound"), ("class", "icon"), ("popovertarget", "sound-controls"),
        ("aria-label", loudness.isMuted ? "Sound, muted" : "Sound"),
    ]) { button in
        button.element("svg", [("viewBox", "0 0 24 24"), ("aria-hidden", "true")]) { svg in
            svg.element("path", [("d", "M3 9v6h4l5 4V5L7 9z")])
            svg.element("path", [("d", loudness.isMuted ? "M16 9l6 6m0-6l-6 6" : "M15.5 9a4 4 0 0 1 0 6m2.5-8.5a7.5 7.5 0 0 1 0 11")])
        }
    }
    html.element("div", [
        ("id", "sound-controls"), ("popover", "auto"), ("role", "group"), ("aria-label", "Sound"),
    ]) { panel in
        panel.element("label") { label in
            label.write("Volume")
            label.void("input", [
                ("id", "volume"), ("type", "range"), ("min", "0"), ("max", "100"), ("step", "5"),
                ("value", "\(loudness.volume)"), ("data-input", "sound volume"), ("autocomplete", "off"),
            ])
        }
        panel.element(
            "button",
            [("type", "button"), ("data-action", "sound mute"), ("aria-pressed", loudness.isMuted ? "true" : "false")],
            text: "Mute")
    }
}
