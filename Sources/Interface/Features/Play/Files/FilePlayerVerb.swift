/// Something done with a MIDI file.
indirect enum FilePlayerVerb: Sendable {
    case open(OpenedFile)
    /// Continues reading the file.
    case readOn
    case stopReading
    /// A file was chosen that is larger than any music; its name.
    case tooLarge(String)
    case play(Bool)
    /// In milliseconds since the beginning of the music.
    case seek(Int)
    /// The next frame while a file plays; milliseconds.
    case picture(Int)
    case close
    /// Saves the file, or its lead sheet. The seed is for the id of what is stored.
    case save(Format, seed: UInt64)

    enum Format: String, CaseIterable, Sendable { case midi, musicxml, tune, chordset }

    /// The first word of each action but `open-file`.
    private enum Word: String {
        case readOn = "read-on"
        case stopReading = "stop-reading"
        case tooLarge = "too-large"
        case replay, picture, seek, save
    }

    /// The second word, after `replay`.
    private enum ReplayWord: String {
        case play, pause, close
    }

    init?(_ words: [String], _ file: OpenedFile) {
        guard words == ["open-file"] else { return nil }
        self = .open(file)
    }

    init?(_ words: [String], _ numbers: [Int], value: String?) {
        switch (words.first.flatMap(Word.init), words.count, numbers.count) {
        case (.readOn, 1, _): self = .readOn
        case (.stopReading, 1, _): self = .stopReading
        case (.tooLarge, 1, _): self = .tooLarge(value ?? "")
        case (.replay, 2, _):
            switch ReplayWord(rawValue: words[1]) {
            case .play: self = .play(true)
            case .pause: self = .play(false)
            case .close: self = .close
            case nil: return nil
            }
        case (.save, 3, _):
            guard let format = Format(rawValue: words[1]), let seed = UInt64(words[2]) else { return nil }
            self = .save(format, seed: seed)
        case (.picture, 2, 1): self = .picture(numbers[0])
        case (.seek, 1, _):
            // The slider counts tenths of a second.
            guard let tenths = value.flatMap({ Int($0) }), 0...RecordingClock.longest * 10 ~= tenths else { return nil }
            self = .seek(100 * tenths)
        case (.seek, 2, 1): self = .seek(numbers[0])
        default: return nil
        }
    }
}
