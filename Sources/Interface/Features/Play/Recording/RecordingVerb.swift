/// Something done with recordings.
indirect enum RecordingVerb: Sendable {
    case start(milliseconds: Int)
    case stop(milliseconds: Int)
    case save
    /// Back to the recording before the last one.
    case takeBefore
    /// Opens the recording as a file.
    case replay
    /// The host reports whether the last minutes of MIDI are kept.
    case kept(Recordings.Kept)
    /// Shows what is kept, deletes it, or starts or stops keeping: a word for the host.
    case history(String)
    /// The host returns the recording of an earlier visit.
    case restore(OpenedFile)

    /// The first word of each action.
    private enum Word: String {
        case record, kept, history
        case stopRecording = "stop-recording"
        case saveRecording = "save-recording"
        case takeBefore = "take-before"
        case replayRecording = "replay-recording"
    }

    init?(_ words: [String], _ file: OpenedFile) {
        guard words == ["restore-recording"] else { return nil }
        self = .restore(file)
    }

    init?(_ words: [String], _ numbers: [Int]) {
        switch (words.first.flatMap(Word.init), words.count, numbers.count) {
        case (.record, 2, 1): self = .start(milliseconds: numbers[0])
        case (.stopRecording, 2, 1): self = .stop(milliseconds: numbers[0])
        case (.saveRecording, 1, _): self = .save
        case (.takeBefore, 1, _): self = .takeBefore
        case (.replayRecording, 1, _): self = .replay
        case (.kept, 2, _):
            guard let kept = Recordings.Kept(rawValue: words[1]) else { return nil }
            self = .kept(kept)
        case (.history, 2, _): self = .history(words[1])
        default: return nil
        }
    }
}
