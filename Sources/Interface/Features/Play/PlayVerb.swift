/// Something that is played, or done with an instrument.
indirect enum PlayVerb: Sendable {
    case notes(NotesVerb)
    case instruments(InstrumentsVerb)
    case linnStrument(LinnStrumentVerb)
    case recording(RecordingVerb)
    case file(FilePlayerVerb)
    case monitor(MonitorVerb)

    static func read(_ words: [String], value: String?) -> PlayVerb? {
        let numbers = words.dropFirst().compactMap { Int($0) }
        if let verb = NotesVerb(words, numbers, value: value) { return .notes(verb) }
        if let verb = FilePlayerVerb(words, numbers, value: value) { return .file(verb) }
        if let verb = RecordingVerb(words, numbers) { return .recording(verb) }
        if let verb = InstrumentsVerb(words, numbers, value: value) { return .instruments(verb) }
        if let verb = LinnStrumentVerb(words, numbers) { return .linnStrument(verb) }
        return MonitorVerb(words).map { .monitor($0) }
    }
}
