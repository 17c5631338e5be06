import Chordsets
import Tunes

/// An action on the playback of the open tune.
indirect enum TunePlayVerb: Sendable {
    /// Start at the chosen bar, the loop or the beginning; or stop.
    case toggle
    /// Start at a written bar.
    case from(Int)
    /// `lay`: find the voicings while the page is idle, because the tune may be played soon.
    case findVoicings
    /// The last bar is over.
    case ended
    /// The playback was broken off: `stopped` because the page is left, `failed` because the player could not be
    /// loaded.
    case stopped(isFailure: Bool)
    case tempo(Int)
    case changeTempo(by: Int)
    case tap(milliseconds: Int)
    /// Set a value of the setup: see ``TuneSetup/set(_:_:)``.
    case set(String, String)
    /// A chorus, or a time through the loop, is over, and this one follows. From 1.
    case pass(Int)
    case mute(Accompaniment.Part)
    /// Mute all other parts, or none if they are muted.
    case solo(Accompaniment.Part)
    /// Set the level of a part in percent.
    case level(Accompaniment.Part, Int)
    /// Loop these bars; nil ends the loop.
    case loop(ClosedRange<Int>?)
    /// The playback options are unfolded.
    case unfold
    /// The id of the chordset whose lights accompany the tune; nil for none.
    case lights(String?)

    /// The first word of each action.
    private enum Word: String {
        case toggle, from, ended, stopped, failed, tempo, faster, tap, set, pass, mute, solo, level, loop, unfold
        case lights
        case findVoicings = "lay"
    }

    init?(_ words: [String], value: String?) {
        let number = words.count > 1 ? Int(words[1]) : value.flatMap { Int($0) }
        switch (words.first.flatMap(Word.init), words.count) {
        // A second word is the key that was pressed.
        case (.toggle, 1), (.toggle, 2): self = .toggle
        case (.from, 2):
            guard let number else { return nil }
            self = .from(number)
        case (.findVoicings, 1): self = .findVoicings
        case (.ended, 1): self = .ended
        case (.stopped, 1): self = .stopped(isFailure: false)
        case (.failed, 1): self = .stopped(isFailure: true)
        case (.tempo, 1):
            guard let number else { return nil }
            self = .tempo(number)
        case (.faster, 2):
            guard let number, -100...100 ~= number else { return nil }
            self = .changeTempo(by: number)
        case (.tap, 2):
            guard let number, number >= 0 else { return nil }
            self = .tap(milliseconds: number)
        case (.set, 2): self = .set(words[1], value ?? "")
        case (.pass, 2):
            guard let number, number > 0 else { return nil }
            self = .pass(number)
        case (.mute, 2), (.solo, 2), (.level, 2):
            guard let part = Accompaniment.Part(rawValue: words[1]) else { return nil }
            let level = value.flatMap { Int($0) } ?? 100
            self = words[0] == "mute" ? .mute(part) : words[0] == "solo" ? .solo(part) : .level(part, level)
        case (.loop, 1):
            let bars = TuneSetup.bars(value ?? "")
            if bars == nil, value?.isEmpty != true { return nil }
            self = .loop(bars)
        case (.unfold, 1): self = .unfold
        case (.lights, 1):
            let id = value ?? ""
            guard id.isEmpty || Chordset.isID(id) else { return nil }
            self = .lights(id.isEmpty ? nil : id)
        default: return nil
        }
    }
}
