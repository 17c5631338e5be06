import Harmony
import Tunes

/// An action on the chart of a tune.
indirect enum ChartVerb: Sendable {
    /// Choose a bar; a second time ends the choice.
    case choose(Int)
    case chooseRange(ClosedRange<Int>)
    case letGo
    /// Choose a chord of the bar, by index.
    case chord(Int)
    /// The text of the bar field has changed.
    case type(String)
    /// Go to the next bar. After the last one, a bar is added.
    case next
    case insert(isBefore: Bool)
    case remove
    case copy
    case paste
    case move(isBack: Bool)
    case end(Bar.Ending)
    case startRepeat
    case ending(Int?)
    case mark(Mark)
    /// Name the section that starts at the chosen bar. An empty name joins it to the one before.
    case label(String)
    case showText
    /// The text of the whole tune has changed.
    case typeText(String)
    /// Discard text that was not applied.
    case dropText
    /// The text has several tunes: the first one replaces this tune, and the others are added to the list.
    case splitText(seed: UInt64)
    case head(Head, String)
    case transpose(semitones: Int)
    case key(NoteName)
    case hands(TuneVoicingStyle)
    /// The style of the section of the chosen bar; nil for that of the tune.
    case sectionHands(TuneVoicingStyle?)
    /// Lock or unlock the voicing of the chosen chord.
    case pin
    /// The next inversion of the chosen chord, which is locked.
    case invert(up: Bool)
    case analysis

    /// The fields above the music.
    enum Head: String, Sendable {
        case title, composer, style, time
    }

    /// The first word of each action.
    private enum Word: String {
        case choose
        case letGo = "let-go"
        case chord
        case typeBar = "bar"
        case next, insert, remove, copy
        case paste = "put"
        case move, end
        case startRepeat = "start-repeat"
        case ending, mark, label
        case showText = "show-text"
        case typeText = "text"
        case dropText = "drop-text"
        case split, head, transpose, key, hands
        case sectionHands = "section-hands"
        case pin, invert, analysis
    }

    /// Kinds of bar lines.
    private enum Line: String {
        case single, double, final, `repeat`
    }

    init?(_ words: [String], value: String?) {
        let number = words.count > 1 ? Int(words[1]) : nil
        switch (words.first.flatMap(Word.init), words.count) {
        case (.choose, 2):
            guard let number, number >= 0 else { return nil }
            self = .choose(number)
        case (.choose, 3):
            guard let number, let last = Int(words[2]), 0 <= min(number, last) else { return nil }
            self = .chooseRange(min(number, last)...max(number, last))
        case (.letGo, 1): self = .letGo
        case (.chord, 2):
            guard let number, number >= 0 else { return nil }
            self = .chord(number)
        case (.typeBar, 1): self = .type(value ?? "")
        // The second word is the key that was pressed.
        case (.next, 2): self = .next
        case (.insert, 2): self = .insert(isBefore: words[1] == "before")
        case (.remove, 1): self = .remove
        case (.copy, 1): self = .copy
        case (.paste, 1): self = .paste
        case (.move, 2): self = .move(isBack: words[1] == "back")
        case (.end, 2):
            switch Line(rawValue: words[1]) {
            case .single: self = .end(.single)
            case .double: self = .end(.double)
            case .final: self = .end(.final)
            case .repeat: self = .end(.repeated(2))
            default: return nil
            }
        case (.startRepeat, 1): self = .startRepeat
        case (.ending, 2): self = .ending(number)
        case (.mark, 2...):
            guard let mark = Mark(words: words.dropFirst().joined(separator: " ")) else { return nil }
            self = .mark(mark)
        case (.label, 1): self = .label(value ?? "")
        case (.showText, 1): self = .showText
        case (.typeText, 1): self = .typeText(value ?? "")
        case (.dropText, 1): self = .dropText
        case (.split, 2):
            guard let seed = UInt64(words[1]) else { return nil }
            self = .splitText(seed: seed)
        case (.head, 2):
            guard let head = Head(rawValue: words[1]) else { return nil }
            self = .head(head, value ?? "")
        case (.transpose, 2):
            guard let number, -11...11 ~= number else { return nil }
            self = .transpose(semitones: number)
        case (.key, 1), (.key, 2):
            guard let tonic = try? NoteName(words.count > 1 ? words[1] : value ?? "") else { return nil }
            self = .key(tonic)
        case (.hands, 1):
            guard let hands = TuneVoicingStyle(rawValue: value ?? "") else { return nil }
            self = .hands(hands)
        case (.sectionHands, 1): self = .sectionHands(TuneVoicingStyle(rawValue: value ?? ""))
        case (.pin, 1): self = .pin
        case (.invert, 2): self = .invert(up: words[1] == "up")
        case (.analysis, 1): self = .analysis
        default: return nil
        }
    }
}
