import Practice

/// An action on listening through the microphone.
enum ListeningVerb: Sendable {
    /// The button “Listen”. The first time, it explains what will happen.
    case ask
    case start
    case stop
    case setup
    case choose(String)
    case headphones
    /// Measure the tuning, or cancel that.
    case tune
    /// Use A = 440 Hz.
    case untune
    /// The host listens. Its microphones follow in lines.
    case on(String)
    /// The host does not listen: `off denied`.
    case off(ListeningProblem)
    /// The host has heard a strike: `heard not-yet 12 4,7 61`, then when it was struck, and the moment.
    case heard(HeardStrike.Answer, milliseconds: Int, Moment)
    /// The host has heard a note to tune to: `heard tuned -35`, then as above. Its deviation is in tenths of a cent;
    /// nil if it was not clear.
    case tuned(Int?)
    /// The host has heard notes: `heard notes 48,52,58`, then as above. They are MIDI numbers in ascending order.
    case notes([Int])

    private enum Word: String {
        case ask, start, stop, setup, choose, headphones, tune, untune, on, off, heard
    }

    static func read(listening words: [String], value: String?) -> ListeningVerb? {
        guard let word = words.first.flatMap(Word.init) else { return nil }
        switch (word, words.count) {
        case (.ask, 1): return .ask
        case (.start, 1): return .start
        case (.stop, 1): return .stop
        case (.setup, 1): return .setup
        case (.choose, 1): return value.map { .choose($0) }
        case (.headphones, 1): return .headphones
        case (.tune, 1): return .tune
        case (.untune, 1): return .untune
        case (.on, 1): return .on(value ?? "")
        case (.off, 2): return ListeningProblem(rawValue: words[1]).map { .off($0) }
        case (.heard, 6...):
            let last = words.count
            if words[1] == "tuned", last == 6 {
                return .tuned(Int(words[2]).flatMap { -1200...1200 ~= $0 ? $0 : nil })
            }
            if words[1] == "notes", last == 6 {
                return .notes(words[2].parts(at: ",").compactMap { Int($0) }.filter { 0...127 ~= $0 }.sorted())
            }
            guard let heard = HeardStrike.Answer(Array(words[1..<last - 3])), let struck = Int(words[last - 3]),
                let moment = Moment(words[last - 2], words[last - 1])
            else { return nil }
            return .heard(heard, milliseconds: struck, moment)
        default: return nil
        }
    }
}
