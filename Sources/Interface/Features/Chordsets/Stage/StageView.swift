import Chordsets
import Input
import Rendering

/// The stage: the picture fills the page, with the eight cells on top.
/// - Parameter hasMIDI: whether the browser has granted access to MIDI.
func stageView(_ id: String, _ state: ChordsetsState, _ presentation: Presentation, hasMIDI: Bool, to html: inout HTML)
{
    guard let performance = state.performance, performance.id == id else {
        return missingChordset(state.list, presentation, to: &html)
    }
    let chordset = performance.stage.voice
    html.element("div class='stage' data-stage data-awake='always'") { stage in
        picture(to: &stage)
        stage.part("div class='stage-head chips'", id: "stage-head") { head in
            head.link(to: .chordsets(.list), presentation, class: "chip") { $0.write(ChordsetsText.close) }
            head.element("h2 dir='auto'", text: chordset.shownTitle)
            let isPlayingInTime = performance.timedRun != nil
            head.element(
                "button type='button' data-action='stage practise {now}' aria-pressed=?",
                isPlayingInTime ? "true" : "false", text: ChordsetsText.playInTime)
            head.element(
                "button type='button' data-action='stage fill-screen' class='fill-screen'",
                text: ChordsetsText.fullScreen)
            head.link(to: .chordsets(.sheet(id)), presentation, class: "chip") { $0.write(ChordsetsText.practiceSheet) }
            head.helpLink(presentation)
            if !hasMIDI {
                head.element("button type='button' data-action='play enable'", text: ChordsetsText.enableMIDI)
            }
        }
        cells(of: performance, presentation, areNamed: true, to: &stage)
    }
}

/// The lights that accompany a tune: a small picture, and small cells with their numbers.
func accompanyingLights(_ state: ChordsetsState, _ presentation: Presentation, to html: inout HTML) {
    guard let performance = state.performance else { return }
    html.element(
        "div class='lights-beside' data-stage role='group' aria-label=?",
        ChordsetsText.lights(performance.stage.voice.shownTitle)
    ) { lights in
        picture(to: &lights)
        cells(of: performance, presentation, areNamed: false, to: &lights)
    }
}

/// The canvas for the picture.
private func picture(to html: inout HTML) {
    html.element(
        "canvas data-picture='stage' id=? role=? aria-label=?",
        "canvas", "img", ChordsetsText.litChords)
}

/// The eight cells.
/// - Parameter areNamed: whether there is room for the names of their chords.
private func cells(of performance: Performance, _ presentation: Presentation, areNamed: Bool, to html: inout HTML) {
    html.element("div class='cells' role='group' aria-label=?", ChordsetsText.chordsAndKeys) { cells in
        for (position, chord) in performance.stage.voice.chords.enumerated() {
            let name = chord.music.map { presentation.name(of: $0) }
            let isLit = performance.stage.lit.contains(position)
            cells.element(
                "button type='button' class='cell' id=? data-cell=? aria-pressed=? aria-label=?",
                cellID(position), "\(position)", isLit ? "true" : "false",
                ChordsetsText.chord(position + 1, name)
            ) { cell in
                lightSwatch(chord, to: &cell)
                cell.element("span translate='no'", text: areNamed ? name ?? "\(position + 1)" : "\(position + 1)")
            }
        }
    }
}
