import Chordsets
import Tunes

/// Something done about how the open tune sounds.
indirect enum TunePlayVerb: Sendable {
    /// From the chosen bar, the loop, or the beginning; or stops it.
    case toggle
    /// From a bar, as it is written.
    case from(Int)
    /// The tune may be played soon: find the voicings while the page is idle.
    case lay
    /// The clock has come to the end.
    case ended
    case tempo(Int)
    case changeTempo(by: Int)
    case tap(milliseconds: Int)
    case choruses(Int)
    case swing(Int)
    case bass(Feel.Bass)
    case rhythm(Feel.Rhythm)
    case click(Feel.Click)
    case countIn
    case mute(Accompaniment.Part)
    /// The chosen bars again and again, or no loop any more.
    case loop
    /// These bars.
    case loopRange(ClosedRange<Int>)
    /// What is chosen about playing is looked at.
    case unfold
    /// A chordset is played beside the tune, by its identity; nil for none.
    case lights(String?)

    /// The first word of each action.
    private enum Word: String {
        case toggle, from, lay, ended, tempo, faster, tap, choruses, swing, bass, rhythm, click
        case countIn = "count-in"
        case mute, loop, unfold, lights
    }

    init?(_ words: [String], value: String?) {
        let number = words.count > 1 ? Int(words[1]) : value.flatMap { Int($0) }
        switch (words.first.flatMap(Word.init), words.count) {
        // With the key that was pressed, where it was one.
        case (.toggle, 1), (.toggle, 2): self = .toggle
        case (.from, 2):
            guard let number else { return nil }
            self = .from(number)
        case (.lay, 1): self = .lay
        case (.ended, 1): self = .ended
        case (.tempo, 1):
            guard let number else { return nil }
            self = .tempo(number)
        case (.faster, 2):
            guard let number, -100...100 ~= number else { return nil }
            self = .changeTempo(by: number)
        case (.tap, 2):
            guard let number, number >= 0 else { return nil }
            self = .tap(milliseconds: number)
        case (.choruses, 1):
            guard let number else { return nil }
            self = .choruses(number)
        case (.swing, 1):
            guard let number else { return nil }
            self = .swing(min(max(number, Feel.swings.lowerBound), Feel.swings.upperBound))
        case (.bass, 1):
            guard let bass = Feel.Bass(rawValue: value ?? "") else { return nil }
            self = .bass(bass)
        case (.rhythm, 1):
            guard let rhythm = Feel.Rhythm(rawValue: value ?? "") else { return nil }
            self = .rhythm(rhythm)
        case (.click, 1):
            guard let click = Feel.Click(rawValue: value ?? "") else { return nil }
            self = .click(click)
        case (.countIn, 1): self = .countIn
        case (.mute, 2):
            guard let part = Accompaniment.Part(rawValue: words[1]) else { return nil }
            self = .mute(part)
        case (.loop, 1): self = .loop
        case (.loop, 3):
            guard let number, let last = Int(words[2]), 0 <= min(number, last) else { return nil }
            self = .loopRange(min(number, last)...max(number, last))
        case (.unfold, 1): self = .unfold
        case (.lights, 1):
            let id = value ?? ""
            guard id.isEmpty || Chordset.isID(id) else { return nil }
            self = .lights(id.isEmpty ? nil : id)
        default: return nil
        }
    }
}
