import Answers
import Chordsets

/// A chordset being played: the picture fills the page, and the eight cells lie over it.
/// - Parameter hasMIDI: whether instruments are listened to already.
func stageView(_ id: String, _ state: ChordsetsState, _ presentation: Presentation, hasMIDI: Bool, to html: inout HTML) {
    guard let performance = state.performance, performance.id == id else { return absent(state.shelf, presentation, to: &html) }
    let chordset = performance.stage.voice
    html.element("div class='stage' data-stage") { stage in
        stage.element("canvas data-picture='stage'", [
            ("id", "canvas"), ("role", "img"), ("aria-label", "Picture of the chords that are lit"),
        ])
        stage.part("div class='stage-head chips'", id: "stage-head") { head in
            head.link(to: .chordsets, presentation, class: "chip") { $0.write("Close") }
            head.element("h2 dir='auto'", text: chordset.shownTitle)
            let isPractising = performance.practice != nil
            head.element("button type='button' data-action='stage practise {now}'", [
                ("aria-pressed", isPractising ? "true" : "false"),
            ], text: "Play in time")
            head.element("button type='button' data-action='stage fill-screen' class='fill-screen'", text: "Full screen")
            head.link(to: .sheet(id), presentation, class: "chip") { $0.write("Practice sheet") }
            if !hasMIDI {
                head.element("button type='button' data-action='play enable'", text: "Enable MIDI")
            }
        }
        stage.element("div class='cells' role='group' aria-label='Chords, keys 1 to 8'") { cells in
            for (position, chord) in chordset.chords.enumerated() {
                let isLit = performance.stage.lit.contains(position)
                cells.element("button type='button' class='cell'", [
                    ("id", cellID(position)), ("data-cell", "\(position)"), ("aria-pressed", isLit ? "true" : "false"),
                    ("aria-label", "Chord \(position + 1)" + (chord.music.map { ", " + presentation.name(of: $0) } ?? "")),
                ]) { cell in
                    lightSwatch(chord, to: &cell)
                    cell.element("span", text: chord.music.map { presentation.name(of: $0) } ?? "\(position + 1)")
                }
            }
        }
    }
}
