/// Something done with the monitor of messages.
indirect enum MonitorVerb: Sendable {
    case open(Bool)
    case pause(Bool)
    case clear
    /// Shows or hides a kind of messages.
    case filter(Monitor.Kind)

    /// The second word of each action, after `monitor`. A kind of messages is another one.
    private enum Word: String {
        case open, close, pause
        case goOn = "go-on"
        case clear
    }

    init?(_ words: [String]) {
        guard words.count == 2, words[0] == "monitor" else { return nil }
        switch Word(rawValue: words[1]) {
        case .open: self = .open(true)
        case .close: self = .open(false)
        case .pause: self = .pause(true)
        case .goOn: self = .pause(false)
        case .clear: self = .clear
        case nil:
            guard let kind = Monitor.Kind(rawValue: words[1]) else { return nil }
            self = .filter(kind)
        }
    }
}
