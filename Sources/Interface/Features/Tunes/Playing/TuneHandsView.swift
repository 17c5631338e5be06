import Answers
import Harmony
import Tunes

/// How the chord lies that sounds, or that is chosen, and which one follows.
func tuneHandsView(_ opened: OpenTune, _ state: TunesState, _ session: Session, to html: inout HTML) {
    guard opened.voicings != nil, let index = state.sounding ?? state.chosenIndex, index < opened.shownChords.count else { return }
    let presentation = session.presentation
    html.element("div class='tune-hands' data-dark") { hands in
        guard let voicing = opened.shownVoicing(index) else {
            hands.element("p class='caption'", text: opened.shownChords[index].symbol == nil ? "No chord." : "No hand can hold this.")
            return
        }
        hands.element("div class='tune-hands-head'") { head in
            head.element("h3") { title in
                if let symbol = opened.shownChords[index].symbol { title.set(symbol, presentation) }
            }
            head.element("span class='caption'", text: voicing.style.title)
            let next = opened.shownChords[(index + 1)...].first { $0.symbol != nil && $0.symbol != opened.shownChords[index].symbol }
            if let symbol = next?.symbol {
                head.element("span class='tune-next'") { following in
                    following.write("then ")
                    following.set(symbol, presentation)
                }
            }
        }
        KeyboardPicture(of: voicing).write(to: &hands, presentation)
        if session.settings.showsStaff {
            hands.element("div class='tune-hands-staff'") { StaffPicture(of: voicing).write(to: &$0, presentation) }
        }
    }
}
