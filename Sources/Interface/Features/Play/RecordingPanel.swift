import Harmony
import Instruments
import Rendering

/// Recording what is played, and playing files: on the grid, on the keyboards, with their chords named along the way.
func recordingPanel(_ state: PlayState, _ presentation: Presentation, to html: inout HTML) {
    html.element("h2", text: PlayText.recordingAndFiles)
    html.element("div class='chips'") { chips in
        if state.recording?.isRunning == true {
            chips.element(
                "button type='button' class='running' data-action='play stop-recording {now}'",
                text: PlayText.stopRecording)
        } else {
            chips.element("button type='button' data-action='play record {now}'", text: PlayText.record)
            if let recording = state.recording, !recording.isEmpty {
                chips.element("button type='button' data-action='play save-recording'", text: PlayText.saveAsMIDI)
                chips.element("button type='button' data-action='play replay-recording'", text: PlayText.replay)
                if state.earlierRecording != nil {
                    chips.element("button type='button' data-action='play take-before'", text: PlayText.previousTake)
                }
            }
        }
        chips.element("label class='file'") { label in
            label.write(PlayText.openFile)
            label.void("input type='file' accept='.mid,.midi,audio/midi' data-file='play open-file'")
        }
    }
    if let recording = state.recording {
        let time = clock(recording.duration)
        html.element(
            "p class='caption'", text: recording.isRunning ? PlayText.recording(time) : PlayText.recorded(time))
    }
    if let opening = state.opening { progress(opening, to: &html) }
    if let replay = state.replay { player(replay, presentation, to: &html) }
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
    html.element("div class='player'") { row in
        row.element(
            "button type='button'", [("data-action", replay.isPlaying ? "play replay pause" : "play replay play")],
            text: replay.isPlaying ? PlayText.pause : PlayText.play)
        row.void(
            "input type='range' min='0' step='1' aria-label=? data-input='play seek' max=? value=? aria-valuetext=?",
            PlayText.position, "\(tenths(replay.duration))", "\(tenths(replay.position))",
            PlayText.position(clock(replay.position), of: clock(replay.duration)))
        row.element("span", text: clock(replay.position) + " / " + clock(replay.duration))
        row.element("button type='button' data-action='play replay close'", text: PlayText.close)
    }
    let chords = replay.track.entries
    if chords.isEmpty {
        return html.element("p class='caption'", text: PlayText.noChords)
    }
    if !replay.track.isWhole {
        html.element("p class='caption'", text: PlayText.firstChords(chords.count))
    }
    let present = replay.present
    // As many as can be taken in with the eyes on the music; of a long file the others come along with it.
    let first = max(0, min((present ?? 0) - 2, chords.count - 12))
    html.element("ol class='chips track' aria-label=?", PlayText.chordsInFile) { list in
        for (index, entry) in chords.enumerated().dropFirst(first).prefix(12) {
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

private func tenths(_ seconds: Double) -> Int { RecordingClock.milliseconds(seconds) / 100 }

/// `3:07`.
private func clock(_ seconds: Double) -> String {
    let whole = RecordingClock.milliseconds(seconds) / 1000
    return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
}

/// Times of files, in whole numbers that the page's engine, with its 32 bits, has room for.
enum RecordingClock {
    /// In seconds: two days and more, where a file may claim to last for years.
    static let longest = 200_000

    static func milliseconds(_ seconds: Double) -> Int { Int(min(seconds, Double(longest)) * 1000 + 0.5) }
}
