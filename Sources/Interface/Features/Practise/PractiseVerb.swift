import Answers
import Harmony
import Practice

/// Something done while practising, or about it. Times are the page's clock, in milliseconds, and dates are seconds since the
/// beginning of 1970 with the minutes that the clock is ahead of Greenwich.
indirect enum PractiseVerb: Sendable {
    /// The host hands over what is kept, a line each, and says where: `adopt here 4711 1790000000+60`.
    case adopt(isKept: Bool, at: Moment, lines: String)
    /// Another tab has added these lines.
    case learn(String)
    /// Whether what comes can be kept.
    case keeping(isKept: Bool)
    /// Time has passed, or the page is seen again.
    case look(Moment)
    /// The page is not seen any more.
    case leave(Moment)

    /// A key of the page is pressed: it stays down until it is pressed again.
    case press(pitch: Int, at: Moment)
    /// What is pressed on the page is what is meant.
    case check(Moment)
    /// One of the answers, by its place.
    case choose(Int, Moment)
    /// The card is turned, which shows the answer.
    case turn(Moment)
    /// How well one knew what is on the back of the card.
    case grade(Quality.Known, Moment)
    /// The next question.
    case skip(Moment)
    case pause(Moment)
    /// The same exercise once more.
    case again(Moment)
    /// The question was to sound by itself, and the browser would not have it.
    case unheard(Moment)
    /// What the question is about sounds.
    case hear(Hearing)
    /// A clock that keeps time plays from here.
    case start(Moment)
    /// A chord of it begins to sound; by its place among those that are played.
    /// - Parameter isLate: whether the page had no turn when it came.
    case cue(Int, milliseconds: Int, isLate: Bool)
    case ended
    /// An option is turned on or off.
    case toggle(PractiseOption)

    /// Something of the exercise that is put together is chosen, by its name.
    case draft(DraftPart, String)

    case export
    /// Imports a file of results.
    case bring(OpenedFile)
    /// Whether all is to be deleted is asked first.
    case askToForget(Bool)
    case forget

    /// Which part of what sounds, and how.
    enum Hearing: String, Sendable {
        case all, slower, left, right, first, second
    }

    enum DraftPart: String, Sendable {
        case kind, thing, order, from, task, pace, tempo, beats, bass, landing, written, voiced
        case withBass = "with-bass"
    }

    /// The first word of each action but `bring`.
    private enum Word: String {
        case adopt, learn, keeping, cue, ended, hear, toggle, draft, export
        case askToForget = "ask-to-forget"
        case forget, look, leave, press, check, choose, turn, grade, skip, pause, again, unheard, start
    }

    static func read(practise words: [String], value: String?) -> PractiseVerb? { PractiseVerb(words, value: value) }

    init?(_ words: [String], _ file: OpenedFile) {
        guard words == ["bring"] else { return nil }
        self = .bring(file)
    }

    private init?(_ words: [String], value: String?) {
        let numbers = words.dropFirst().compactMap { Int($0) }
        let word = words.first.flatMap(Word.init)
        let moment = words.count > 2 ? Moment(words[1], words[2]) : nil
        switch (word, words.count) {
        case (.adopt, 4):
            guard let moment = Moment(words[2], words[3]) else { return nil }
            self = .adopt(isKept: words[1] == "here", at: moment, lines: value ?? "")
        case (.learn, 1): self = .learn(value ?? "")
        case (.keeping, 2): self = .keeping(isKept: words[1] == "here")
        case (.cue, 3), (.cue, 4):
            guard numbers.count == 2, words.count == 3 || words[3] == "late", 0...Thing.longestRow * 12 ~= numbers[0] else { return nil }
            self = .cue(numbers[0], milliseconds: numbers[1], isLate: words.count == 4)
        case (.ended, 1): self = .ended
        case (.hear, 2):
            guard let hearing = Hearing(rawValue: words[1]) else { return nil }
            self = .hear(hearing)
        case (.toggle, 2):
            guard let option = PractiseOption(rawValue: words[1]) else { return nil }
            self = .toggle(option)
        case (.draft, 2...):
            guard let part = DraftPart(rawValue: words[1]) else { return nil }
            self = .draft(part, words.count > 2 ? words.dropFirst(2).joined(separator: " ") : value ?? "")
        case (.export, 1): self = .export
        case (.askToForget, 2): self = .askToForget(words[1] == "yes")
        case (.forget, 1): self = .forget
        default:
            guard let moment else { return nil }
            switch (word, words.count) {
            case (.look, 3): self = .look(moment)
            case (.leave, 3): self = .leave(moment)
            case (.press, 4):
                guard let pitch = Int(words[3]), 0...127 ~= pitch else { return nil }
                self = .press(pitch: pitch, at: moment)
            case (.check, 3): self = .check(moment)
            case (.choose, 4):
                guard let index = Int(words[3]), index >= 0 else { return nil }
                self = .choose(index, moment)
            case (.turn, 3): self = .turn(moment)
            case (.grade, 4):
                guard let grade = Quality.Known(rawValue: words[3]) else { return nil }
                self = .grade(grade, moment)
            case (.skip, 3): self = .skip(moment)
            case (.pause, 3): self = .pause(moment)
            case (.again, 3): self = .again(moment)
            case (.unheard, 3): self = .unheard(moment)
            case (.start, 3): self = .start(moment)
            default: return nil
            }
        }
    }
}
