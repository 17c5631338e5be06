import Harmony
import Instruments

/// Something that is played, or done with an instrument at hand.
indirect enum PlayVerb: Sendable {
    /// What instruments sent, a line each; when it was handed over, and whether the page is hidden:
    /// `midi 4711 1790000000+60 hidden`.
    case midi([MIDIMessage.Arrival], at: Moment?, isHidden: Bool)
    /// A finger on a pad, by the pad's row, column and note and the finger's number; milliseconds. The keys of a
    /// keyboard are pads without a place, in row −1.
    case pressPad(LinnStrument.Pad?, note: Int, pointer: Int, milliseconds: Int)
    case slidePad(pointer: Int, hundredths: Int, milliseconds: Int)
    case liftPad(pointer: Int, milliseconds: Int)
    /// Time has passed; milliseconds.
    case look(Int)
    case enableMIDI
    /// What came of it, or which ports there are now.
    case access(MIDIAccess)
    case unplugged(port: Int, milliseconds: Int)
    case listenTo(port: Int?)
    case panic(milliseconds: Int)
    /// What is played becomes the lower chord, the upper one, or both (nil).
    case take(Half?)
    /// Whether the combiner takes what both hands play, as soon as it is named.
    case takeHands(Bool)

    case openMonitor(Bool)
    case pauseMonitor(Bool)
    case clearMonitor
    /// Shows or hides a kind of messages.
    case filterMonitor(Monitor.Kind)

    case record(milliseconds: Int)
    case stopRecording(milliseconds: Int)
    case saveRecording
    /// Back to the recording before the last one.
    case takeBefore
    case replayRecording
    /// A file: a line with its name, then its bytes in hexadecimal digits.
    case openFile(String)
    /// Goes on with the file that is being opened.
    case readOn
    /// Leaves it unopened.
    case stopReading
    /// A file was chosen that cannot be one.
    case tooLarge(String)
    case play(Bool)
    /// In milliseconds since the beginning of the music.
    case seek(Int)
    /// The next picture of a file that is played; milliseconds.
    case picture(Int)
    case closeFile

    /// Asks the instrument how it is set.
    case readSettings
    /// A question was not answered in time; how many were put before it.
    case unanswered(Int)
    /// Whether the pads of the chord at hand shine on the instrument.
    case shine(Bool)

    /// The first word of each action.
    private enum Word: String {
        case midi, press, slide, lift, look, enable, access, unplugged
        case listenTo = "listen-to"
        case panic, hands, take, monitor, record
        case takeBefore = "take-before"
        case stopRecording = "stop-recording"
        case saveRecording = "save-recording"
        case replayRecording = "replay-recording"
        case openFile = "open-file"
        case readOn = "read-on"
        case stopReading = "stop-reading"
        case tooLarge = "too-large"
        case replay, picture, seek
        case readSettings = "read-settings"
        case unanswered, shine
    }

    /// What is done with a file that is open.
    private enum ReplayWord: String {
        case play, pause, close
    }

    /// What is done with the monitor of messages.
    private enum MonitorWord: String {
        case open, close, pause
        case goOn = "go-on"
        case clear
    }

    static func read(_ words: [String], value: String?) -> PlayVerb? { PlayVerb(words, value: value) }

    private init?(_ words: [String], value: String?) {
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first.flatMap(Word.init), words.count, numbers.count) {
        case (.midi, 1...4, _):
            self = .midi(
                (value ?? "").split(separator: "\n").compactMap { MIDIMessage.Arrival($0) },
                at: words.count > 2 ? Moment(words[1], words[2]) : nil, isHidden: words.last == "hidden")
        case (.press, 6, 5):
            guard 0...127 ~= numbers[2], numbers[3] >= 0 else { return nil }
            let pad = numbers[0] < 0 ? nil : LinnStrument.Pad(row: numbers[0], column: numbers[1])
            self = .pressPad(pad, note: numbers[2], pointer: numbers[3], milliseconds: numbers[4])
        case (.slide, 4, 3):
            guard numbers[0] >= 0, -100_000...100_000 ~= numbers[1] else { return nil }
            self = .slidePad(pointer: numbers[0], hundredths: numbers[1], milliseconds: numbers[2])
        case (.lift, 3, 2):
            guard numbers[0] >= 0 else { return nil }
            self = .liftPad(pointer: numbers[0], milliseconds: numbers[1])
        case (.look, 2, 1): self = .look(numbers[0])
        case (.enable, 1, _): self = .enableMIDI
        case (.access, 1, _):
            guard let access = MIDIAccess(value ?? "") else { return nil }
            self = .access(access)
        case (.unplugged, 3, 2): self = .unplugged(port: numbers[0], milliseconds: numbers[1])
        case (.listenTo, 2, _): self = .listenTo(port: numbers.first)
        case (.panic, 2, 1): self = .panic(milliseconds: numbers[0])
        case (.hands, 2, _): self = .takeHands(words[1] == "on")
        case (.take, 2, _): self = .take(Half(rawValue: words[1]))
        case (.monitor, 2, _):
            switch MonitorWord(rawValue: words[1]) {
            case .open: self = .openMonitor(true)
            case .close: self = .openMonitor(false)
            case .pause: self = .pauseMonitor(true)
            case .goOn: self = .pauseMonitor(false)
            case .clear: self = .clearMonitor
            default:
                guard let kind = Monitor.Kind(rawValue: words[1]) else { return nil }
                self = .filterMonitor(kind)
            }
        case (.record, 2, 1): self = .record(milliseconds: numbers[0])
        case (.takeBefore, 1, _): self = .takeBefore
        case (.stopRecording, 2, 1): self = .stopRecording(milliseconds: numbers[0])
        case (.saveRecording, 1, _): self = .saveRecording
        case (.replayRecording, 1, _): self = .replayRecording
        case (.openFile, 1, _): self = .openFile(value ?? "")
        case (.readOn, 1, _): self = .readOn
        case (.stopReading, 1, _): self = .stopReading
        case (.tooLarge, 1, _): self = .tooLarge(value ?? "")
        case (.replay, 2, _):
            switch ReplayWord(rawValue: words[1]) {
            case .play: self = .play(true)
            case .pause: self = .play(false)
            case .close: self = .closeFile
            case nil: return nil
            }
        case (.picture, 2, 1): self = .picture(numbers[0])
        case (.seek, 1, _):
            // The slider counts tenths of a second.
            guard let tenths = value.flatMap({ Int($0) }), 0...RecordingClock.longest * 10 ~= tenths else { return nil }
            self = .seek(100 * tenths)
        case (.seek, 2, 1): self = .seek(numbers[0])
        case (.readSettings, 1, _): self = .readSettings
        case (.unanswered, 2, 1): self = .unanswered(numbers[0])
        case (.shine, 2, _): self = .shine(words[1] == "on")
        default: return nil
        }
    }
}
