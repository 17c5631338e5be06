import Instruments
import Rendering

/// Shows the file that is being read, and the one that is played with its chords.
func filePlayer(_ files: FilePlayer, _ presentation: Presentation, to html: inout HTML) {
    if let opening = files.opening { progress(opening, to: &html) }
    if let replay = files.replay { player(replay, presentation, to: &html) }
}

private func progress(_ opening: Opening, to html: inout HTML) {
    html.element("div class='player'") { row in
        row.element("span", text: PlayText.reading(opening.name))
        row.element("progress max='100' aria-label=? value=?", PlayText.readingBar, "\(opening.percent)")
        row.element("button type='button' data-action='play stop-reading'", text: PlayText.stopReading)
    }
}

private func player(_ replay: Replay, _ presentation: Presentation, to html: inout HTML) {
    html.element("h3", text: replay.name)
    if let problem = replay.problem {
        html.element("p role='alert'", text: PlayText.partPlays(problem))
    }
    for remark in replay.remarks { html.element("p class='caption'", text: remark) }
    html.element("div class='player'") { row in
        row.element(
            "button type='button'", [("data-action", replay.isPlaying ? "play replay pause" : "play replay play")],
            text: replay.isPlaying ? PlayText.pause : PlayText.play)
        row.void(
            "input type='range' min='0' step='1' aria-label=? data-input='play seek' max=? value=? aria-valuetext=?",
            PlayText.position, "\(RecordingClock.tenths(replay.duration))", "\(RecordingClock.tenths(replay.position))",
            PlayText.position(RecordingClock.text(replay.position), of: RecordingClock.text(replay.duration)))
        row.element("span", text: RecordingClock.text(replay.position) + " / " + RecordingClock.text(replay.duration))
        row.element("button type='button' data-action='play replay close'", text: PlayText.close)
    }
    html.element("div class='chips' role='group' aria-label=?", PlayText.save) { chips in
        // Without a lead sheet, only the file can be saved.
        let titles = [PlayText.saveAsMIDI, PlayText.saveAsMusicXML, PlayText.saveAsTune, PlayText.saveAsChordset]
        for (format, title) in zip(FilePlayerVerb.Format.allCases, titles)
        where format == .midi || replay.sheet?.entries.isEmpty == false {
            chips.element("button type='button' data-action=?", "play save " + format.rawValue + " {seed}", text: title)
        }
    }
    let chords = replay.track.entries
    if chords.isEmpty {
        return html.element("p class='caption'", text: PlayText.noChords)
    }
    if !replay.track.isWhole {
        html.element("p class='caption'", text: PlayText.firstChords(chords.count))
    }
    if let sheet = replay.sheet, !sheet.entries.isEmpty {
        html.element("p class='caption'", text: PlayText.leadSheet(sheet.key.map { presentation.inSentences.name($0) }))
        let count = sheet.entries.count
        chips("chips lead-sheet", PlayText.leadSheet, count, replay.presentInSheet, presentation, to: &html) {
            let entry = sheet.entries[$0]
            return FileChord(chord: entry.chord, seconds: entry.seconds, position: entry.position)
        }
        html.element("p class='caption'", text: PlayText.everyChange)
    }
    chips("chips track", PlayText.chordsInFile, chords.count, replay.present, presentation, to: &html) {
        FileChord(chord: chords[$0].chord, seconds: chords[$0].seconds, position: chords[$0].position)
    }
}

/// A chord of a file with its time.
private struct FileChord {
    let chord: ChordInRow
    let seconds: Double
    let position: MIDIFile.Position
}

/// Shows chords of a file near the present one. Each seeks to its place.
/// - Parameter count: the number of chords, of which there may be thousands.
@inline(never)
private func chips(
    _ classes: String, _ label: String, _ count: Int, _ present: Int?, _ presentation: Presentation,
    to html: inout HTML, chord: (Int) -> FileChord
) {
    // As many as a player can take in. Those of a long file follow the music.
    let first = max(0, min((present ?? 0) - 2, count - 12))
    html.element("ol class=? aria-label=?", classes, label) { list in
        for index in first..<min(first + 12, count) {
            let entry = chord(index)
            list.element("li") { item in
                item.element(
                    "button type='button' data-action=? aria-current=?",
                    "play seek \(RecordingClock.milliseconds(entry.seconds))", index == present ? "true" : nil
                ) { button in
                    name(of: entry.chord, presentation, to: &button)
                    button.element("span", text: "\(entry.position.bar):\(Int(entry.position.beat))")
                }
            }
        }
    }
}
