import Harmony
import Practice
import Rendering

/// The voicing of a chord: styles, keyboard, staff, and buttons that play it.
/// - Parameter isAlone: whether this is the screen of the voicing, which needs no link to itself.
func handsSection(_ state: HandsState, _ session: Session, isAlone: Bool = false, to html: inout HTML) {
    guard state.subject != nil else { return }
    section(SharedText.voicing, to: &html) { section in
        guard let voicing = state.voicing else {
            section.element("p", text: HandsText.noStyle)
            return
        }
        styles(state, voicing, to: &section)
        section.element("p class='print-only'", text: SharedText.sentenceCase(voicing.style.title))
        section.element("div class='laid'") { laid in
            laid.element("div class='laid-keys'") { keys in
                KeyboardPicture(of: voicing).write(to: &keys, session.presentation)
                controls(state, voicing, to: &keys)
            }
            guard session.settings.showsStaff else { return }
            laid.element("div class='laid-staff'") {
                StaffPicture(of: voicing, showing: session.settings.staffMarks).write(to: &$0, session.presentation)
            }
        }
        section.element("p class='caption why'", text: words(voicing, session.presentation))
        section.element("div class='chips'") { chips in
            let place = HandsRoute(voicing.subject, shape: HandShape(voicing))
            if !isAlone {
                let address = Address.hands(place)
                chips.link(to: address, session.presentation, class: "chip") { $0.write(HandsText.openVoicing) }
                chips.element("button type='button' data-action='hands copy-link'", text: HandsText.copyLink)
            }
            chips.practiceLink(
                Exercise(voicing.exerciseMaterial), session.presentation,
                of: voicing.exerciseName(session.presentation.notation))
            let grid = Address.linnStrument(place)
            chips.link(to: grid, session.presentation, class: "chip") { $0.write(HandsText.showOnLinnStrument) }
        }
    }
}

extension Voicing {
    /// The material of an exercise: the voicing style, or the chord or pair if it has none.
    fileprivate var exerciseMaterial: PracticeMaterial {
        if case .chord(let chord) = subject, chord.bass == nil, style != .pair { return .voicing(chord.type, style) }
        return PracticeMaterial(subject)
    }

    fileprivate func exerciseName(_ notation: Notation) -> String {
        if case .voicing = exerciseMaterial { style.title } else { subject.title(in: notation) }
    }
}

private func styles(_ state: HandsState, _ voicing: Voicing, to html: inout HTML) {
    html.element("div class='chips styles' role='group' aria-label=?", HandsText.style) { row in
        for other in state.best {
            row.toggle(
                SharedText.sentenceCase(other.style.title), "hands style " + other.style.rawValue,
                isOn: other.style == voicing.style)
        }
    }
}

/// Inversions and play buttons.
private func controls(_ state: HandsState, _ voicing: Voicing, to html: inout HTML) {
    html.element("div class='plays laid-plays' role='group' aria-label=?", HandsText.playGroup) { group in
        step("down", HandsText.inversionDown, isEnabled: state.below != nil, to: &group)
        step("up", HandsText.inversionUp, isEnabled: state.above != nil, to: &group)
        for (hand, title) in [(Hand.left, SharedText.leftHand), (.right, SharedText.rightHand)] {
            let pitches = voicing[hand].map { $0.pitch }
            if !pitches.isEmpty { group.playButton(pitches, titled: title) }
        }
        let all = voicing.tones.map { $0.pitch }
        if !voicing.left.isEmpty, !voicing.right.isEmpty { group.playButton(all, titled: SharedText.bothHands) }
        group.element(
            "button type='button' class='play' data-action=?", Playing(all, .arpeggio).action,
            text: SharedText.arpeggio)
    }
}

private func step(_ direction: String, _ title: String, isEnabled: Bool, to html: inout HTML) {
    html.element(
        "button type='button' class='step'",
        [
            ("data-action", "hands step " + direction), ("aria-label", title),
            // Not `disabled`, which would take the focus from the button that was just pressed.
            ("aria-disabled", isEnabled ? nil : "true"),
        ]
    ) { button in
        button.element("svg class='icon' viewBox='0 0 24 24' aria-hidden='true'") {
            $0.element("path d=?", direction == "up" ? "M9 5l7 7l-7 7" : "M15 5l-7 7l7 7")
        }
    }
}

/// A description of the voicing: its purpose, omitted and added notes, and the span of the hands.
private func words(_ voicing: Voicing, _ presentation: Presentation) -> String {
    let why = voicing.why(in: presentation.inSentences.notation)
    let spans = Hand.allCases.filter { voicing[$0].count > 1 }.map { (hand: $0, reach: reach(voicing.span(of: $0))) }
    if spans.count == 2, spans[0].reach == spans[1].reach { return why + HandsText.eachHand(spans[0].reach) }
    return why + HandsText.hands(spans)
}

/// The smallest reach that is sufficient.
private func reach(_ semitones: Int) -> String {
    HandsText.reach(Reach.allCases.first { semitones <= $0.semitones })
}
