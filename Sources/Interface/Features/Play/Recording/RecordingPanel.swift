import Rendering

/// Shows the buttons for recording and for opening a file.
func recordingPanel(_ recordings: Recordings, to html: inout HTML) {
    html.element("h2", text: PlayText.recordingAndFiles)
    html.element("div class='chips'") { chips in
        if recordings.last?.isRunning == true {
            chips.element(
                "button type='button' class='running' data-action='play stop-recording {now}'",
                text: PlayText.stopRecording)
        } else {
            chips.element("button type='button' data-action='play record {now}'", text: PlayText.record)
            if recordings.last?.isEmpty == false || !recordings.earlier.isEmpty {
                chips.element("button type='button' data-action='play save-recording'", text: PlayText.saveAsMIDI)
                chips.element("button type='button' data-action='play replay-recording'", text: PlayText.replay)
                if recordings.previous != nil {
                    chips.element("button type='button' data-action='play take-before'", text: PlayText.previousTake)
                }
            }
        }
        chips.element("label class='file'") { label in
            label.write(PlayText.openFile)
            label.void("input type='file' accept='.mid,.midi,audio/midi' data-file='play open-file'")
        }
    }
    if let kept = recordings.kept {
        html.element("div class='chips' role='group' aria-label=?", PlayText.lastMinutes) { chips in
            if kept == .some {
                history("show", PlayText.whatWasThat, to: &chips)
                history("delete", PlayText.deleteHistory, to: &chips)
            }
            history(kept == .off ? "on" : "off", kept == .off ? PlayText.keep : PlayText.stopKeeping, to: &chips)
        }
        html.element("p class='caption'", text: kept == .off ? PlayText.notKept : PlayText.lastMinutes)
    }
    if let recording = recordings.last {
        let time = RecordingClock.text(recording.duration)
        let text = recording.isRunning ? PlayText.recording(time) : PlayText.recorded(time)
        html.element("p class='caption'", text: text)
    }
}

private func history(_ word: String, _ title: String, to html: inout HTML) {
    html.element("button type='button' data-action=?", "play history " + word, text: title)
}
