import Exchange
import Harmony
import Instruments
import Practice

/// An exercise in progress.
struct Sitting: Sendable {
    /// Where one sits to it.
    let place: PractisePlace
    /// Nil for all that is due.
    let exercise: Exercise?
    /// The questions and where one is among them; nil until it has begun.
    private(set) var drill: Drill?
    private(set) var seed: UInt64 = 0
    /// Judges what is played for the present question.
    private(set) var judge: Judge?
    /// What was said last of what was played for it.
    private(set) var verdict: Verdict?
    /// What each attempt at it came to.
    private var outcomes: [Outcome] = []
    /// When it was asked, in seconds of the page's clock.
    private var askedAt = 0.0
    /// Keys of the page that are pressed, as they are read.
    private(set) var pressed: [Int] = []
    /// Whether the answer is shown.
    private(set) var isTurned = false
    /// The answer that was chosen, by its place.
    private(set) var chosen: Int?
    /// What the present question has come to; after a moment one goes on.
    private(set) var settled: Settled?
    private(set) var isPaused = false
    /// What came of the last questions, the latest last.
    private(set) var marks: [Mark] = []
    private(set) var count = 0
    /// How many were asked for the first time, and how many of these were right at the first try.
    private(set) var firstCount = 0
    private(set) var rightCount = 0
    /// Whether the question was to sound by itself and could not: browsers keep silent until the page was touched.
    private(set) var isUnheard = false
    /// How well each was known, by the digits of ``Quality``: with the seed it leads back to where one was.
    private(set) var digits = ""
    /// What fingers hold, before the strokes of the last moments, which may belong to the next beat.
    private var held = HeldKeys()
    private var recent: [TimedStroke] = []
    /// Where one is in time; nil while no clock plays.
    private(set) var turn: Int?
    /// Whether the page had no turn for some of the time of this chord, so that it could not be seen or played in time.
    private var wasFrozen = false
    private var isTimeOver = false
    /// The keys that all questions need.
    private var keys = 60...60

    struct Settled: Sendable, Hashable {
        let outcome: Outcome
        let quality: Int
        let at: Double
    }

    /// What came of a question.
    struct Mark: Sendable, Hashable {
        let title: String
        let outcome: Outcome
    }

    private static let mostMarks = 24
    /// For how many seconds it is seen that something was right before the next question comes.
    private static let breath = 0.6
    /// In seconds: the maximum time for an answer.
    private static let longest = 3600.0
    /// More than the earliest that a chord may come before its beat.
    private static let memory = 0.5

    /// - Parameter place: an exercise, or what is due.
    init(at place: PractisePlace) {
        self.place = place
        exercise = place.exercise
    }

    // MARK: Where one is

    var question: Question? {
        guard isInTime, let questions = drill?.questions else { return drill?.current }
        let place = max(turn ?? 0, 0)
        return isTimeOver || place >= questions.count ? nil : questions[place]
    }

    var next: Question? {
        guard isInTime, let questions = drill?.questions else { return drill?.next }
        let place = max(turn ?? 0, 0) + 1
        return place < questions.count ? questions[place] : nil
    }

    var isOver: Bool { isInTime ? isTimeOver : drill?.isOver ?? false }

    /// Whether the music goes on by itself.
    var isInTime: Bool { exercise?.pace.secondsForEach != nil }

    var isPlaying: Bool { turn != nil }

    var isAnsweredByHand: Bool { question?.task.isPlayed ?? false }

    /// Whether the next question comes by itself.
    var goesOnByItself: Bool { settled?.outcome.isRight ?? false }

    /// Where one is among all: how many are behind, and how many there are with those that come again.
    var progress: (done: Int, all: Int) {
        guard let drill else { return (0, 0) }
        if isInTime { return (isTimeOver ? drill.questions.count : max(turn ?? 0, 0), drill.questions.count) }
        // One that is settled is counted, and the drill goes on from it only when the next one comes.
        return (count, count + drill.leftCount - (settled == nil ? 0 : 1))
    }

    // MARK: What is seen

    /// What sounds, and whether that is right.
    var sounding: [Judge.SoundingKey] { judge?.sounding ?? [] }

    /// What was missing when something was last said, as far as it has not come since.
    var missing: [Degree] {
        let now = judge?.missing ?? []
        return verdict?.missing.filter { now.contains($0) } ?? []
    }

    func showsKeys(_ settings: Settings) -> Bool {
        guard let question else { return false }
        if question.task.isPlayed || isTurned || settled != nil { return true }
        return question.task == .name && (settings.practises(with: .keys) || !settings.practises(with: .staff))
    }

    func showsStaff(_ settings: Settings) -> Bool {
        guard let question, question.voicing != nil else { return false }
        if isTurned { return true }
        guard settings.practises(with: .staff) else { return false }
        return !question.task.isByEar || settled != nil
    }

    /// The lowest and the highest key that are to find room.
    func room(for pitches: [Int]) -> [Int] { [keys.lowerBound, keys.upperBound] + pitches }

    /// What is said of the answer; nil while there is none.
    func said(in notation: Notation) -> (outcome: Outcome, sentence: String)? {
        guard let question else { return nil }
        if let chosen, question.choices.indices.contains(chosen), let right = question.choices.first(where: { $0.isRight }) {
            if question.choices[chosen].isRight { return (.right, PractiseText.right) }
            return (.wrong, PractiseText.itWas(right.title(in: notation)))
        }
        if let verdict { return (verdict.outcome, verdict.sentence(of: question.asked, in: notation)) }
        return settled.map { ($0.outcome, $0.outcome == .missed ? PractiseText.nextTime : PractiseText.right) }
    }

    /// Whether the question, and how it is shown, is the same as another one.
    func asks(as other: Sitting) -> Bool {
        question == other.question && next == other.next && isTurned == other.isTurned && settled == other.settled
            && chosen == other.chosen && isPaused == other.isPaused && isOver == other.isOver && isPlaying == other.isPlaying
            && pressed.isEmpty == other.pressed.isEmpty
    }

    func sounds(as other: Sitting) -> Bool { sounding == other.sounding && missing == other.missing }

    func says(as other: Sitting) -> Bool { verdict == other.verdict }

    // MARK: Going on

    /// - Parameter former: the seed and the digits of a visit that was broken off.
    mutating func begin(_ log: PracticeLog, _ moment: Moment, _ session: Session, former: (seed: UInt64, digits: String)? = nil) {
        let pianist = session.settings.pianist
        let day = log.day(of: moment.stamp)
        seed = former?.seed ?? UInt64(truncatingIfNeeded: moment.stamp.at) &* 1_000_003 &+ UInt64(truncatingIfNeeded: moment.milliseconds)
        var drill =
            exercise.map { Drill($0, seed: seed, cards: log.cards, day: day, for: pianist) }
            ?? Drill(due: log.cards, seed: seed, day: day, for: pianist)
        for digit in former?.digits.utf8 ?? "".utf8 where !drill.isOver && 48...53 ~= digit {
            let quality = Int(digit) - 48
            tally(quality, isFirstTime: drill.isFirstTime)
            drill.finish(quality)
        }
        digits = former?.digits ?? ""
        let pitches = drill.questions.flatMap { $0.voicing?.tones.map { $0.pitch } ?? $0.sounds.flatMap { $0.pitches } }
        keys = (pitches.min() ?? 60)...(pitches.max() ?? 60)
        self.drill = drill
        ask(at: moment.seconds)
    }

    private mutating func ask(at seconds: Double) {
        verdict = nil
        outcomes = []
        pressed = []
        isTurned = false
        chosen = nil
        settled = nil
        isUnheard = false
        askedAt = seconds
        if !isInTime, let judge { held = judge.held }
        judge = question.flatMap { $0.task.isPlayed ? Judge($0.asked, landing: landing, at: seconds, held: held) : nil }
    }

    private var landing: Double { exercise?.conditions.landingSeconds ?? Conditions().landingSeconds }

    /// The next question, or the end.
    mutating func goOn(at seconds: Double) {
        guard let settled else { return }
        drill?.finish(settled.quality)
        digits += "\(settled.quality)"
        // What was pressed on the page is let go.
        for pitch in pressed { judge?.receive(.up(pitch), at: seconds) }
        ask(at: seconds)
    }

    mutating func goRoundAgain(at seconds: Double) {
        drill?.goRoundAgain()
        digits = ""
        forgetTally()
        isTimeOver = false
        turn = nil
        ask(at: seconds)
    }

    /// What is to be remembered of the question, once it is settled.
    private mutating func settle(_ outcome: Outcome, _ quality: Int, at seconds: Double, date: Stamp) -> Attempt? {
        guard settled == nil, let question else { return nil }
        settled = Settled(outcome: outcome, quality: quality, at: seconds)
        return note(question, outcome, quality, seconds: seconds - askedAt, date: date)
    }

    private mutating func note(_ question: Question, _ outcome: Outcome, _ quality: Int, seconds: Double, date: Stamp) -> Attempt {
        tally(quality, isFirstTime: drill?.isFirstTime ?? true)
        marks.append(Mark(title: question.markTitle, outcome: outcome.isRight && quality < 3 ? .almost : outcome))
        if marks.count > Sitting.mostMarks { marks.removeFirst() }
        return Attempt(
            question.card, at: date, outcome, milliseconds: Int(1000 * min(max(seconds, 0), Sitting.longest)), quality: quality,
            isPlayed: question.task.isPlayed && chosen == nil)
    }

    private mutating func tally(_ quality: Int, isFirstTime: Bool) {
        count += 1
        guard isFirstTime else { return }
        firstCount += 1
        if quality >= 4 { rightCount += 1 }
    }

    private mutating func forgetTally() {
        marks = []
        count = 0
        firstCount = 0
        rightCount = 0
    }

    /// The question was to sound, and did not.
    mutating func missSound() { if question?.task.isByEar == true, settled == nil { isUnheard = true } }

    /// It sounds now.
    mutating func hear() { isUnheard = false }

    // MARK: Playing

    /// A stroke of keys or pedal, as it is read.
    mutating func receive(_ stroke: Stroke, at seconds: Double) {
        if begins(stroke) { goOn(at: seconds) }
        if isInTime {
            recent.append(TimedStroke(stroke, at: seconds))
            age(to: seconds - Sitting.memory)
        }
        if judge == nil, !isInTime { held.receive(stroke) }
        judge?.receive(stroke, at: seconds)
    }

    /// Whether the next chord is being played already, while it is still seen that the last one was right: after all keys have
    /// come up, or with a key that it has not.
    private func begins(_ stroke: Stroke) -> Bool {
        guard case .down(let key) = stroke, goesOnByItself, !isInTime, let judge else { return false }
        return judge.held.isLetGo || !judge.asked.allowed.contains(key % 12)
    }

    private mutating func age(to seconds: Double) {
        while let first = recent.first, first.seconds < seconds {
            held.receive(first.stroke)
            recent.removeFirst()
        }
    }

    /// Looks whether something has landed, or was seen for long enough.
    /// - Returns: what is to be remembered.
    mutating func look(at seconds: Double, date: Stamp) -> Attempt? {
        if isPaused { return nil }
        if let settled {
            if goesOnByItself, !isInTime, seconds >= settled.at + Sitting.breath - 0.001 { goOn(at: seconds) }
            return nil
        }
        guard let new = judge?.verdict(at: seconds) else { return nil }
        verdict = new
        outcomes.append(new.outcome)
        guard new.outcome.isRight, !isInTime else { return nil }
        let quality = isTurned
            ? Quality.shown : Quality.of(first: outcomes[0], final: new.outcome, seconds: new.landedAt - askedAt)
        let attempt = settle(new.outcome, quality, at: seconds, date: date)
        // A line goes on note by note.
        if question?.tone != nil { goOn(at: seconds) }
        return attempt
    }

    /// In how many milliseconds to look again; nil where nothing is waited for.
    func patience(at seconds: Double) -> Int? {
        if isPaused { return nil }
        let next = settled.map { goesOnByItself && !isInTime ? $0.at + Sitting.breath : nil } ?? judge?.nextLook
        // A little later rather than too early.
        return next.map { Int(1000 * min(max($0 - seconds, 0), Sitting.longest)) + 2 }
    }

    /// A key of the page goes down, or up again.
    mutating func press(_ pitch: Int, at seconds: Double) {
        guard isAnsweredByHand, settled == nil, !isPaused else { return }
        if let index = pressed.firstIndex(of: pitch) {
            pressed.remove(at: index)
            receive(.up(pitch), at: seconds)
        } else {
            pressed.append(pitch)
            receive(.down(pitch), at: seconds)
        }
    }

    /// What is pressed on the page is what is meant, though more might follow.
    mutating func check(at seconds: Double, date: Stamp) -> Attempt? {
        guard !pressed.isEmpty else { return nil }
        return look(at: seconds + Judge.patience + landing, date: date)
    }

    // MARK: Cards

    mutating func choose(_ index: Int, at seconds: Double, date: Stamp) -> Attempt? {
        guard settled == nil, !isPaused, let choices = question?.choices, choices.indices.contains(index) else { return nil }
        chosen = index
        let isRight = choices[index].isRight
        return settle(isRight ? .right : .wrong, Quality.of(isRight: isRight, seconds: seconds - askedAt), at: seconds, date: date)
    }

    mutating func turn(at seconds: Double) {
        guard settled == nil, question != nil else { return }
        isTurned = true
    }

    mutating func grade(_ known: Quality.Known, at seconds: Double, date: Stamp) -> Attempt? {
        guard isTurned else { return nil }
        let outcome: Outcome = known == .yes ? .right : known == .nearly ? .almost : .wrong
        let attempt = settle(outcome, known.quality, at: seconds, date: date)
        goOn(at: seconds)
        return attempt
    }

    mutating func skip(at seconds: Double, date: Stamp) -> Attempt? {
        if settled != nil {
            goOn(at: seconds)
            return nil
        }
        let attempt = settle(.missed, isTurned ? Quality.shown : Quality.missed, at: seconds, date: date)
        goOn(at: seconds)
        return attempt
    }

    mutating func pause(at seconds: Double) {
        isPaused.toggle()
        // What was played before the question is no answer.
        if !isPaused, settled == nil { ask(at: seconds) }
    }

    // MARK: In time

    mutating func startTime(at seconds: Double) {
        isTimeOver = false
        forgetTally()
        turn = -1
        wasFrozen = false
        ask(at: seconds)
    }

    /// The chord of a turn begins to sound.
    /// - Parameter isLate: whether that is some time ago, since the page had no turn.
    mutating func cue(_ index: Int, at seconds: Double, isLate: Bool, date: Stamp) -> Attempt? {
        guard let exercise, let each = exercise.pace.secondsForEach, turn != nil else { return nil }
        if isLate { wasFrozen = true }
        let attempt = endTurn(at: seconds, date: date)
        turn = index
        wasFrozen = isLate
        guard let question else { return attempt }
        let window = Window(chordsEach: each)
        age(to: seconds - window.early)
        var judge = Judge(
            question.asked, landing: landing, at: seconds - window.early, due: seconds, window: window, held: held)
        for stroke in recent { judge.receive(stroke.stroke, at: stroke.seconds) }
        verdict = nil
        outcomes = []
        settled = nil
        chosen = nil
        isTurned = false
        askedAt = seconds
        self.judge = judge
        return attempt
    }

    private mutating func endTurn(at seconds: Double, date: Stamp) -> Attempt? {
        guard let turn, turn >= 0, let question, var judge else { return nil }
        let final = judge.end(at: seconds)
        if wasFrozen, !final.outcome.isRight { return nil }
        let quality = Quality.of(first: outcomes.first ?? final.outcome, final: final.outcome, seconds: max(0, final.delay))
        return note(question, final.outcome, quality, seconds: max(0, final.delay), date: date)
    }

    /// The clock has come to its end, or was stopped.
    mutating func endTime(date: Stamp, isWhole: Bool) -> Attempt? {
        let end = askedAt + (exercise?.pace.secondsForEach ?? 0)
        let attempt = isWhole ? endTurn(at: end, date: date) : nil
        if turn != nil { isTimeOver = isWhole }
        turn = nil
        judge = nil
        verdict = nil
        return attempt
    }
}

extension Question {
    /// What it is called among others.
    var markTitle: String {
        if let tone { return tone.name.text }
        switch subject {
        case .chord(let chord): return chord.title
        case .pair(let pair): return pair.lower.title + " + " + pair.upper.title
        case nil: return scale?.root.text ?? ""
        }
    }
}
