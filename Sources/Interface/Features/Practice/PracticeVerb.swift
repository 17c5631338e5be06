import Exchange
import Harmony
import Practice

/// An action of the practice screens.
///
/// Times are milliseconds of the page's clock. Dates are seconds since 1970 with the offset from UTC in minutes.
indirect enum PracticeVerb: Sendable {
    /// The host delivers the stored log, one answer per line, and where it is stored: `adopt here 4711 1790000000+60`.
    case adopt(isStored: Bool, at: Moment, lines: String)
    /// The host delivers the lines of another device with the same shelf, after the stored ones.
    case device(String)
    /// `offer yes`: offer to practice together with another device, or no longer.
    case offer(Bool)
    /// Another tab has added these lines to the log.
    case learn(String)
    /// `keeping here`: whether answers can be stored from now on.
    case keeping(isStored: Bool)
    /// A requested delay has passed, or the page is visible again.
    case look(Moment)
    /// The page is hidden.
    case leave(Moment)

    /// A key on the screen is clicked. It stays down until it is clicked again.
    case press(pitch: Int, at: Moment)
    /// The keys that are down on the screen are the answer.
    case check(Moment)
    /// One of the offered answers, by its index.
    case choose(Int, Moment)
    /// Show the answer.
    case turn(Moment)
    /// How well the user knew the answer that was shown.
    case grade(Quality.SelfGrade, Moment)
    /// The next question.
    case skip(Moment)
    case pause(Moment)
    /// Repeat the exercise.
    case again(Moment)
    /// The browser did not allow the question to be played without a user gesture.
    case unheard(Moment)
    /// Play the sound of the question.
    case hear(SoundPart)
    /// Start or stop the accompaniment of an exercise in time.
    case start(Moment)
    /// A chord of the accompaniment starts; by the index of its question.
    /// - Parameter isLate: whether the page was suspended at that moment.
    case cue(Int, milliseconds: Int, isLate: Bool)
    /// The accompaniment has ended.
    case ended
    /// The player of the accompaniment could not be loaded.
    case failed
    case toggle(PracticeOption)
    /// The length of the daily session, or whether it is played on an instrument: see ``Settings/setToday(_:)``.
    case plan(String)

    /// A field of the custom exercise has a new value.
    case draft(DraftPart, String)

    /// A condition of the open assignment has a new value, or an exercise is removed.
    case assign(AssignmentPart, String)

    /// Save the result of the open assignment as a file.
    case sendResult
    case export
    /// Import a practice log from a file.
    case importLog(OpenedFile)
    /// Ask whether to delete the whole log, or cancel that.
    case confirmDeletion(Bool)
    /// Delete the whole log.
    case forget

    /// Which part of a sound is played, and how.
    enum SoundPart: String, Sendable {
        case all, slower, left, right, first, second
    }

    enum DraftPart: String, Sendable {
        case kind, thing, order, from, task, pace, tempo, beats, bass, landing, written, voiced
        case withBass = "with-bass"
    }

    enum AssignmentPart: String, Sendable {
        /// The last day: `2026-12-05`; empty for none.
        case due
        /// The percentage of good cards.
        case good
        /// The longest time of a good answer in seconds; 0 for any.
        case within
        /// The exercise at this index is removed.
        case drop
    }

    /// The first word of each action but `bring`.
    private enum Word: String {
        case adopt, device, offer, learn, keeping, cue, ended, failed, hear, toggle, plan, draft, assign, export
        case sendResult = "send-result"
        case confirmDeletion = "ask-to-forget"
        case forget, look, leave, press, check, choose, turn, grade, skip, pause, again, unheard, start
    }

    static func read(practice words: [String], value: String?) -> PracticeVerb? { PracticeVerb(words, value: value) }

    init?(_ words: [String], _ file: OpenedFile) {
        guard words == ["bring"] else { return nil }
        self = .importLog(file)
    }

    private init?(_ words: [String], value: String?) {
        let numbers = words.dropFirst().compactMap { Int($0) }
        let word = words.first.flatMap(Word.init)
        let moment = words.count > 2 ? Moment(words[1], words[2]) : nil
        switch (word, words.count) {
        case (.adopt, 4):
            guard let moment = Moment(words[2], words[3]) else { return nil }
            self = .adopt(isStored: words[1] == "here", at: moment, lines: value ?? "")
        case (.device, 1): self = .device(value ?? "")
        case (.offer, 2): self = .offer(words[1] == "yes")
        case (.learn, 1): self = .learn(value ?? "")
        case (.keeping, 2): self = .keeping(isStored: words[1] == "here")
        case (.cue, 3), (.cue, 4):
            guard numbers.count == 2, words.count == 3 || words[3] == "late",
                0...PracticeMaterial.maximumRowLength * 12 ~= numbers[0]
            else { return nil }
            self = .cue(numbers[0], milliseconds: numbers[1], isLate: words.count == 4)
        case (.ended, 1): self = .ended
        case (.failed, 1): self = .failed
        case (.hear, 2):
            guard let part = SoundPart(rawValue: words[1]) else { return nil }
            self = .hear(part)
        case (.toggle, 2):
            guard let option = PracticeOption(rawValue: words[1]) else { return nil }
            self = .toggle(option)
        case (.plan, 2):
            guard Settings.isPartOfToday(words[1]) else { return nil }
            self = .plan(words[1])
        case (.draft, 2...):
            guard let part = DraftPart(rawValue: words[1]) else { return nil }
            self = .draft(part, words.count > 2 ? words.dropFirst(2).joined(separator: " ") : value ?? "")
        case (.assign, 2...3):
            guard let part = AssignmentPart(rawValue: words[1]) else { return nil }
            self = .assign(part, words.count > 2 ? words[2] : value ?? "")
        case (.export, 1): self = .export
        case (.sendResult, 1): self = .sendResult
        case (.confirmDeletion, 2): self = .confirmDeletion(words[1] == "yes")
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
                guard let grade = Quality.SelfGrade(rawValue: words[3]) else { return nil }
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
