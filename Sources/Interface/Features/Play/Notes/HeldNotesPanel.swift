import Harmony
import Instruments
import Rendering

/// Shows a table of the held notes, with their velocity, channel and bend.
func heldNotesPanel(_ state: PlayState, _ session: Session, to html: inout HTML) {
    html.element("h2", text: PlayText.heldNotes)
    let voices = state.harmonicVoices
    if voices.isEmpty { return html.element("p class='caption'", text: PlayText.none) }
    let sustained = voices.count { $0.isSustained }
    if sustained >= HeldNotes.manySustained {
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
    let mark = state.notes.mark(of: voice).number
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
