import Harmony
import Instruments
import Practice
import Rendering

/// An exercise in progress.
///
/// A state that has one never changes: each action changes a copy. As a structure, it was copied field by field in
/// some hundred places, which were 20 kB of the engine.
final class PracticeSession: @unchecked Sendable {
    let place: PracticeRoute
    /// Nil in a review of all that is due, and in the daily session.
    let exercise: Exercise?
    /// The questions and the current one; nil until the session has started.
    private(set) var source: QuestionSource?
    private(set) var seed: UInt64 = 0
    /// Judges what is played for the current question.
    private(set) var judge: Judge?
    /// The last verdict on it.
    private(set) var verdict: Verdict?
    /// The last strike that was heard through the microphone and was not right.
    private(set) var heard: HeardStrike.Answer?
    /// How often it was unsure what was heard.
    private(set) var unsureCount = 0
    /// The outcome of the first attempt at it.
    private var firstOutcome: Outcome?
    /// When it was asked, in seconds of the page's clock.
    private var askedAt = 0.0
    /// When the page was hidden, if it is.
    private var hiddenAt: Double?
    /// Keys on the screen that are down, at written pitch.
    private(set) var pressed: [Int] = []
    private(set) var isAnswerShown = false
    /// The index of the answer that was chosen.
    private(set) var chosen: Int?
    /// The result of the current question, once it is answered.
    private(set) var settled: Settled?
    private(set) var isPaused = false
    /// The results of the last questions, newest last.
    private(set) var marks: [Mark] = []
    private(set) var count = 0
    /// The cards that were answered in a drill, each once: see ``firstCount``.
    private var answered: [AnsweredCard] = []
    /// The bars of the tune that is practiced; nil in other exercises.
    private var bars: LearnedTune.Passage?
    /// What the daily session has come to, once it is over.
    private(set) var report: TodayReport?
    /// Whether the browser has blocked the sound of the question, as it does before the first user gesture.
    private(set) var isUnheard = false
    /// The ``Quality`` of each answer as a digit. Together with the seed they restore the state of a drill.
    private(set) var digits = ""
    /// The keys that were held before the recent strokes.
    private var held = HeldKeys()
    /// Strokes of the last moments, which may belong to the next beat.
    private var recent: [TimedStroke] = []
    /// The keys that were held when the question was asked, and what was played since.
    private var heldBefore = HeldKeys()
    private var strokes: [TimedStroke] = []
    /// Whether the answer was graded by the learner, or heard through the microphone.
    private var isTold = false
    /// The last answer as ``PlayedAnswer/line``; nil if it was not right or cannot be judged again.
    private(set) var played: String?
    /// The hands of the questions.
    private var pianist = Pianist()
    /// The index of the question that is played in time; −1 during the count-in, nil while the clock is stopped.
    private(set) var cueIndex: Int?
    /// Whether the page was suspended for part of this chord, so that the answer cannot be judged as missed.
    private var wasFrozen = false
    private var isClockFinished = false
    /// The range of keys of all questions.
    private var keys = 60...60
    /// The time of all answers in seconds, without feedback and pauses.
    private(set) var time = 0.0
    /// The whole seconds of the clock that the screen shows.
    private(set) var shownSeconds = 0
    /// From when on a key of an instrument may choose an answer or go on: see ``action(ofKey:at:)``.
    private var readyAt = 0.0

    struct Settled: Sendable, Hashable {
        let outcome: Outcome
        let quality: Int
        let at: Double
        /// What is stored of it; nil within a card of the daily session that has several questions.
        let attempt: Attempt?
    }

    /// An answered question, as the row of marks shows it.
    struct Mark: Sendable, Hashable {
        let title: String
        let outcome: Outcome
    }

    /// A card with its first answer.
    private struct AnsweredCard: Sendable {
        let card: CardID
        let isRight: Bool
        /// The time of its last answer, in seconds since 1970; 0 after a reload.
        var at: Int64
    }

    private static let maximumMarks = 24
    /// For how many seconds a right answer is shown before the next question.
    private static let feedbackTime = Double(TodayRun.feedback) / 1000
    /// In seconds: the maximum time for an answer.
    private static let longest = 3600.0
    /// The keys that the daily session shows at least: C3 to C5.
    private static let usualKeys = 48...72
    /// In seconds: how long strokes stay in `recent`. Longer than a chord may come before its beat.
    private static let strokeMemory = 0.5
    /// How many strokes of one question are kept. An answer with more is not stored with what was played.
    private static let maximumStrokes = 500

    /// - Parameter place: an exercise, the review or the daily session.
    init(at place: PracticeRoute) {
        self.place = place
        exercise = place.exercise
    }

    /// Copies another session, so that changes do not reach earlier states.
    init(copying other: PracticeSession) {
        place = other.place
        exercise = other.exercise
        source = other.source
        seed = other.seed
        judge = other.judge
        verdict = other.verdict
        heard = other.heard
        unsureCount = other.unsureCount
        firstOutcome = other.firstOutcome
        askedAt = other.askedAt
        hiddenAt = other.hiddenAt
        pressed = other.pressed
        isAnswerShown = other.isAnswerShown
        chosen = other.chosen
        settled = other.settled
        isPaused = other.isPaused
        marks = other.marks
        count = other.count
        answered = other.answered
        report = other.report
        bars = other.bars
        isUnheard = other.isUnheard
        digits = other.digits
        held = other.held
        recent = other.recent
        heldBefore = other.heldBefore
        strokes = other.strokes
        isTold = other.isTold
        played = other.played
        pianist = other.pianist
        cueIndex = other.cueIndex
        wasFrozen = other.wasFrozen
        isClockFinished = other.isClockFinished
        keys = other.keys
        time = other.time
        shownSeconds = other.shownSeconds
        readyAt = other.readyAt
    }

    // MARK: Progress

    var question: Question? {
        guard isInTime, let questions = source?.drill?.questions else { return source?.current }
        let place = max(cueIndex ?? 0, 0)
        return isClockFinished || place >= questions.count ? nil : questions[place]
    }

    var next: Question? {
        guard isInTime, let questions = source?.drill?.questions else { return source?.next }
        let place = max(cueIndex ?? 0, 0) + 1
        return place < questions.count ? questions[place] : nil
    }

    var isOver: Bool { isInTime ? isClockFinished : source?.isOver ?? false }

    /// Whether the exercise is played to an accompaniment.
    var isInTime: Bool { exercise?.pace.secondsForEach != nil }

    var isPlaying: Bool { cueIndex != nil }

    var isAnsweredByPlaying: Bool { question?.task.isPlayed ?? false }

    var advancesAutomatically: Bool { settled?.outcome.isRight ?? false }

    /// The daily session; nil in other exercises.
    var today: TodayRun? { source?.today }

    /// Whether it is ten chords against the clock. They begin with a button.
    var isAgainstClock: Bool { if case .ten = place { true } else { false } }

    /// How many cards were answered. Each counts once, with its first answer, as in ``DayResult``: a chord that a row
    /// repeats, or that a growing loop passes again, has one card.
    var firstCount: Int { today?.today.result.cards ?? answered.count }

    /// How many of these were right at the first attempt.
    var rightCount: Int { today?.today.result.right ?? answered.reduce(0) { $0 + ($1.isRight ? 1 : 0) } }

    /// How many questions are done, and how many there are with repetitions. In the daily session, seconds.
    var progress: (done: Int, all: Int) {
        if let today { return (min(Int(today.seconds), 60 * today.minutes), 60 * today.minutes) }
        guard let drill = source?.drill else { return (0, 0) }
        if isInTime { return (isClockFinished ? drill.questions.count : max(cueIndex ?? 0, 0), drill.questions.count) }
        // An answered question counts at once; the drill counts it only when the next one is asked.
        return (count, count + drill.leftCount - (settled == nil ? 0 : 1))
    }

    /// The bars of the tune, in the daily session once they have begun.
    var passage: LearnedTune.Passage? {
        guard let today = today?.today else { return bars }
        guard let first = today.passage.chords.first else { return nil }
        return first.quality != nil || today.current?.part == .tune ? today.passage : nil
    }

    /// The index of the chord that is asked among those of ``passage``; nil if none is.
    var passageIndex: Int? {
        guard let today = today?.today else { return questionIndex }
        return today.current?.part == .tune ? today.passage.chords.firstIndex { $0.quality == nil } : nil
    }

    /// The index of the question among those of the exercise; nil in the daily session, and if there is none.
    private var questionIndex: Int? { isInTime ? cueIndex : source?.drill?.index }

    /// Whether the daily session asks this card for the first time. Its keys are shown then.
    var isNew: Bool { today?.today.current?.part == .new }

    // MARK: Display

    /// The keys that sound, and whether each is right.
    var sounding: [Judge.SoundingKey] { judge?.sounding ?? [] }

    /// The degrees that were missing at the last verdict and still are.
    var missing: [Degree] {
        let now = judge?.missing ?? []
        return verdict?.missing.filter { now.contains($0) } ?? []
    }

    func showsKeys(_ settings: Settings) -> Bool {
        guard let question else { return false }
        if question.task.isPlayed || isAnswerShown || settled != nil { return true }
        return question.task == .name && (settings.isOn(.keys) || !settings.isOn(.staff))
    }

    func showsStaff(_ settings: Settings) -> Bool {
        guard let question, question.voicing != nil else { return false }
        if isAnswerShown { return true }
        guard settings.isOn(.staff) else { return false }
        return !question.task.isByEar || settled != nil
    }

    /// The pitches that the keyboard has to show: these, and the ends of the range of all questions.
    func range(including pitches: [Int]) -> [Int] { [keys.lowerBound, keys.upperBound] + pitches }

    /// The feedback on the answer; nil if there is no answer yet.
    func feedback(in notation: Notation) -> (outcome: Outcome, sentence: String)? {
        guard let question else { return nil }
        if let chosen, question.choices.indices.contains(chosen),
            let right = question.choices.first(where: { $0.isRight })
        {
            if question.choices[chosen].isRight { return (.right, PracticeText.right) }
            return (.wrong, PracticeText.itWas(right.title(in: notation)))
        }
        if let sentence = heard?.sentence(of: question.expected, isRepeated: unsureCount > 1, in: notation) {
            return (.almost, sentence)
        }
        if let verdict { return (verdict.outcome, verdict.sentence(of: question.expected, in: notation)) }
        return settled.map { ($0.outcome, $0.outcome == .missed ? PracticeText.nextTime : PracticeText.right) }
    }

    /// Whether the question and its presentation are the same.
    func hasSameQuestion(as other: PracticeSession) -> Bool {
        question === other.question && next === other.next && isAnswerShown == other.isAnswerShown
            && settled == other.settled
            && chosen == other.chosen && isPaused == other.isPaused && isOver == other.isOver
            && isPlaying == other.isPlaying && count == other.count
            && pressed.isEmpty == other.pressed.isEmpty
    }

    func hasSameKeys(as other: PracticeSession) -> Bool { sounding == other.sounding && missing == other.missing }

    func hasSameVerdict(as other: PracticeSession) -> Bool {
        verdict == other.verdict && heard == other.heard && unsureCount == other.unsureCount
    }

    // MARK: Questions

    /// - Parameter stored: the seed and the digits of an interrupted session.
    func begin(
        _ log: PracticeLog, _ moment: Moment, _ session: Session,
        restoring stored: (seed: UInt64, digits: String)? = nil
    ) {
        resetTally()
        pianist = session.settings.pianist
        if case .today(let minutes, let hasInstrument) = place {
            begin(log, minutes, hasInstrument, moment, session.settings, stored)
        } else {
            beginDrill(log, moment, session.settings, stored)
        }
        ask(at: moment.seconds)
        writeReport(log)
    }

    private func beginDrill(
        _ log: PracticeLog, _ moment: Moment, _ settings: Settings, _ stored: (seed: UInt64, digits: String)?
    ) {
        let day = log.day(of: moment.stamp)
        seed = stored?.seed ?? PracticeSession.seed(at: moment)
        var drill: Drill
        if let exercise {
            drill = Drill(exercise, seed: seed, day: day, for: pianist) { log.card($0) }
            bars = settings.learnedTune?.passage(of: exercise)
            if bars == nil, exercise.conditions.hasBand {
                bars = LearnedTune(barForEachChordOf: exercise)?.passage(of: exercise)
            }
        } else {
            let asked: [CardID]
            if case .ten(let isOfDay, let hasInstrument) = place {
                let task: Exercise.Task = hasInstrument ? .play : .name
                if isOfDay { seed = UInt64(truncatingIfNeeded: day) }
                asked = isOfDay ? TenChords.ofDay(day, task) : TenChords.mixed(seed: seed, task)
            } else {
                asked = Schedule(log, on: day, minutes: settings.todayMinutes, feedback: TodayRun.feedback).review
            }
            drill = Drill(
                reviewing: asked, seed: seed, day: day, repeatsMissed: !isAgainstClock, for: pianist)
        }
        for digit in stored?.digits.utf8 ?? "".utf8 where !drill.isOver && 48...53 ~= digit {
            let quality = Int(digit) - 48
            if let index = drill.index {
                tally(drill.questions[index].card, quality, at: 0)
                bars?.answer(index, quality)
            }
            drill.finish(quality)
        }
        digits = stored?.digits ?? ""
        let pitches = drill.questions.flatMap { $0.voicing?.tones.map { $0.pitch } ?? $0.sounds.flatMap { $0.pitches } }
        keys = (pitches.min() ?? 60)...(pitches.max() ?? 60)
        source = QuestionSource(drill: drill)
    }

    /// Begins or continues the daily session.
    private func begin(
        _ log: PracticeLog, _ minutes: Int, _ hasInstrument: Bool, _ moment: Moment, _ settings: Settings,
        _ stored: (seed: UInt64, digits: String)?
    ) {
        let tune = settings.learnedTune
        var run: TodayRun?
        if let stored, let beginning = StoredProgress.beginning(stored.digits) {
            var continued = TodayRun(
                log, from: beginning.start, minutes: minutes, hasInstrument: hasInstrument, tune, seed: stored.seed,
                for: pianist)
            if beginning.isOver { continued.end() }
            // The log may have been deleted.
            if !continued.answers.isEmpty { run = continued }
        }
        let started =
            run
            ?? TodayRun(
                log, from: moment.stamp, minutes: minutes, hasInstrument: hasInstrument, tune,
                seed: PracticeSession.seed(at: moment), for: pianist)
        seed = started.seed
        count = started.answers.count
        digits = started.answers.map { "\($0.quality)" }.joined()
        keys = PracticeSession.usualKeys
        source = QuestionSource(today: started)
    }

    private static func seed(at moment: Moment) -> UInt64 {
        UInt64(truncatingIfNeeded: moment.stamp.at) &* 1_000_003 &+ UInt64(truncatingIfNeeded: moment.milliseconds)
    }

    /// Takes the answers to the daily session that were given in another tab.
    func catchUp(_ log: PracticeLog, _ moment: Moment, _ session: Session) {
        guard let today, settled == nil, today.isAnswered(in: log) else { return }
        let before = marks
        begin(log, moment, session, restoring: (today.seed, today.start.text))
        marks = before
    }

    /// Reports on the daily session when it is over.
    /// - Parameter log: all answers.
    func writeReport(_ log: PracticeLog) {
        if report == nil, isOver, let today { report = TodayReport(today, log) }
    }

    private func ask(at seconds: Double) {
        // The feedback on a right answer was long enough, unless the end is shown now.
        if !advancesAutomatically || isOver { wait(after: seconds) }
        verdict = nil
        heard = nil
        unsureCount = 0
        firstOutcome = nil
        pressed = []
        isAnswerShown = false
        chosen = nil
        settled = nil
        isUnheard = false
        askedAt = seconds
        if !isInTime, let judge { held = judge.held }
        beginRecording([])
        // The keyboard of the daily session grows, and never jumps.
        if today != nil, let voicing = question?.voicing {
            for tone in voicing.tones { keys = min(keys.lowerBound, tone.pitch)...max(keys.upperBound, tone.pitch) }
        }
        judge = question.flatMap {
            $0.task.isPlayed ? Judge($0.expected, landing: landing, at: seconds, held: held) : nil
        }
    }

    /// Forgets what was played for the last question.
    private func beginRecording(_ first: [TimedStroke]) {
        heldBefore = held
        strokes = first
        isTold = false
    }

    /// What was played for a right answer, as ``PlayedAnswer/line``; nil if it cannot be judged again.
    private func record(_ question: Question, _ attempt: Attempt) -> String? {
        guard attempt.outcome.isRight, attempt.quality >= Quality.rightAtOnce, !isTold,
            strokes.count < PracticeSession.maximumStrokes
        else { return nil }
        let words: String
        var (index, chordsInBar) = (0, 1)
        if let exercise {
            guard let asked = questionIndex else { return nil }
            index = asked
            // The bars of the tune are not in the exercise.
            chordsInBar = chordCount(inBarOf: asked)
            words = exercise.words
        } else {
            // Cards of the daily session that have several questions are left out.
            guard chosen == nil, question.index == 0, today?.next == nil, let own = question.card.exercise() else {
                return nil
            }
            words = own.words
        }
        return PlayedAnswer.line(
            at: attempt.stamp, words, seed: exercise == nil ? 0 : seed, index: index, for: pianist,
            chordsInBar: chordsInBar, chosen.map { "c\($0)" } ?? PlayedAnswer.word(heldBefore, strokes, since: askedAt))
    }

    private var landing: Double { exercise?.conditions.landingSeconds ?? Conditions().landingSeconds }

    /// Continues with the next question, or ends the session after the last one.
    func advance(at seconds: Double) {
        guard let settled else { return }
        let isCardFinished = today == nil || settled.attempt != nil
        source?.finish(settled.quality, settled.attempt)
        if isCardFinished { digits += "\(settled.quality)" }
        // Keys on the screen are released.
        for pitch in pressed { judge?.receive(.up(pitch), at: seconds) }
        ask(at: seconds)
    }

    func restart(at seconds: Double) {
        guard source?.drill != nil else { return }
        source?.drill?.restart()
        resetTally()
        isClockFinished = false
        cueIndex = nil
        ask(at: seconds)
    }

    /// Ends the question.
    /// - Parameters:
    ///   - answered: when it was answered, if that was earlier.
    ///   - endsCard: whether other questions about the same card are left out.
    /// - Returns: the attempt to store; nil if the question has ended already, or if others about its card follow.
    private func settle(
        _ outcome: Outcome, _ quality: Int, at seconds: Double, answered: Double? = nil, date: Timestamp,
        endsCard: Bool = true
    ) -> Attempt? {
        guard settled == nil, let question else { return nil }
        let isContinued = !endsCard && today?.next != nil
        let attempt =
            isContinued ? nil : note(question, outcome, quality, seconds: (answered ?? seconds) - askedAt, date: date)
        settled = Settled(outcome: outcome, quality: attempt?.quality ?? quality, at: seconds, attempt: attempt)
        wait(after: seconds)
        return attempt
    }

    private func note(
        _ question: Question, _ outcome: Outcome, _ quality: Int, seconds: Double, date: Timestamp
    ) -> Attempt {
        let isPlayed = question.task.isPlayed && chosen == nil
        let ofToday = today?.attempt(outcome, quality, seconds: seconds, isPlayed: isPlayed, at: date)
        let quality = ofToday?.quality ?? quality
        time += max(seconds, 0)
        shownSeconds = Int(time + 0.001)
        var stamp = date
        // The log takes only one answer to a card in a second.
        if let index = answered.firstIndex(where: { $0.card == question.card }) {
            stamp.at = max(date.at, answered[index].at + 1)
        }
        tally(question.card, quality, at: stamp.at)
        if let questionIndex { bars?.answer(questionIndex, quality) }
        marks.append(Mark(title: question.markTitle, outcome: outcome.isRight && quality < 3 ? .almost : outcome))
        if marks.count > PracticeSession.maximumMarks { marks.removeFirst() }
        let attempt =
            ofToday
            ?? Attempt(
                question.card, at: stamp, outcome,
                milliseconds: Int(1000 * min(max(seconds, 0), PracticeSession.longest) + 0.5),
                quality: quality, isPlayed: isPlayed)
        played = record(question, attempt)
        return attempt
    }

    /// Counts an answer.
    private func tally(_ card: CardID, _ quality: Int, at date: Int64) {
        count += 1
        if let index = answered.firstIndex(where: { $0.card == card }) {
            answered[index].at = date
        } else {
            answered.append(AnsweredCard(card: card, isRight: quality >= Quality.rightAtOnce, at: date))
        }
    }

    private func resetTally() {
        marks = []
        count = 0
        digits = ""
        time = 0
        shownSeconds = 0
        answered = []
        bars?.restart()
        report = nil
    }

    func markUnheard() { if question?.task.isByEar == true, settled == nil { isUnheard = true } }

    func markHeard() { isUnheard = false }

    // MARK: Playing

    /// What a key of an instrument does where no chord is asked for: the white keys from C on choose an answer; any key
    /// goes on after a wrong answer, starts, or starts again.
    ///
    /// A key that was struck for the last question must do nothing. Therefore nothing happens within the feedback time
    /// after a question has ended, and the caller sees to it that no other key is down.
    /// - Parameter key: its MIDI number at written pitch.
    func action(ofKey key: Int, at moment: Moment) -> PracticeVerb? {
        guard let source else { return isAgainstClock ? .again(moment) : nil }
        guard !isPaused, !source.isEmpty, moment.seconds >= readyAt - 0.001 else { return nil }
        if isInTime { return isPlaying ? nil : .start(moment) }
        if isOver { return .again(moment) }
        if settled != nil { return advancesAutomatically ? nil : .skip(moment) }
        guard let question, !question.task.isPlayed else { return nil }
        return Letter.allCases.firstIndex { NoteName($0).pitchClass == key % 12 }.map { .choose($0, moment) }
    }

    private func wait(after seconds: Double) { readyAt = seconds + PracticeSession.feedbackTime }

    /// Takes a stroke of a key or pedal, at written pitch.
    func receive(_ stroke: Stroke, at seconds: Double) {
        if startsNextQuestion(stroke) { advance(at: seconds) }
        if isInTime {
            recent.append(TimedStroke(stroke, at: seconds))
            applyStrokes(before: seconds - PracticeSession.strokeMemory)
        }
        if judge == nil, !isInTime { held.receive(stroke) }
        if settled == nil, strokes.count < PracticeSession.maximumStrokes {
            strokes.append(TimedStroke(stroke, at: seconds))
        }
        judge?.receive(stroke, at: seconds)
    }

    /// Whether the stroke belongs to the next question, while the feedback on the last one is still shown: all keys
    /// were released before, or the last chord does not contain the key.
    private func startsNextQuestion(_ stroke: Stroke) -> Bool {
        guard case .down(let key) = stroke, advancesAutomatically, !isInTime, let judge else { return false }
        return judge.held.isReleased || !judge.expected.allowed.contains(key % 12)
    }

    private func applyStrokes(before seconds: Double) {
        while let first = recent.first, first.seconds < seconds {
            held.receive(first.stroke)
            recent.removeFirst()
        }
    }

    /// Judges what is held, or continues after the feedback time.
    /// - Returns: the attempt to store, if the question was answered.
    func evaluate(at seconds: Double, date: Timestamp) -> Attempt? {
        if isPaused { return nil }
        if let settled {
            if advancesAutomatically, !isInTime, seconds >= settled.at + PracticeSession.feedbackTime - 0.001 {
                advance(at: seconds)
            }
            return nil
        }
        if let end = timeLimit, seconds >= end - 0.001 {
            source?.today?.end()
            ask(at: seconds)
            return nil
        }
        if isAgainstClock, question != nil { shownSeconds = Int(time + max(seconds - askedAt, 0) + 0.001) }
        guard let new = judge?.verdict(at: seconds) else { return nil }
        return take(new, at: seconds, date: date)
    }

    /// Takes a verdict on what was played, and ends the question if that is right. Its time is that of the last key.
    private func take(
        _ new: Verdict, at seconds: Double, date: Timestamp
    ) -> Attempt? {
        verdict = new
        heard = nil
        firstOutcome = firstOutcome ?? new.outcome
        guard new.outcome.isRight, !isInTime else { return nil }
        let quality =
            isAnswerShown
            ? Quality.shown
            : Quality.of(
                first: firstOutcome ?? new.outcome, final: new.outcome, seconds: new.landedAt - askedAt,
                fast: source?.fastSeconds ?? 0)
        let isChange = today?.today.current?.kind == .change
        let attempt = settle(
            new.outcome, quality, at: seconds, answered: new.landedAt, date: date, endsCard: false)
        // In a scale, each note is a question, without a pause between them.
        guard question?.tone != nil || attempt == nil else { return attempt }
        let asked = askedAt
        advance(at: seconds)
        // The time of a change is that between its chords, and the time of a scale is that of all notes.
        if attempt == nil { askedAt = isChange ? new.landedAt : asked }
        return attempt
    }

    /// Takes what was heard through the microphone. While a right answer is shown, it is about the next question.
    /// - Parameter struckAt: the time of the strike, which counts for the speed.
    func hear(_ heard: HeardStrike.Answer, struckAt: Double, at seconds: Double, date: Timestamp) -> Attempt? {
        guard listened(.c) != nil else { return nil }
        let isRight = heard == .right
        if settled != nil {
            guard isRight else { return nil }
            advance(at: struckAt)
        }
        if isRight {
            isTold = true
            let landedAt = max(struckAt, askedAt)
            return take(
                Verdict(.right, landedAt: landedAt, delay: landedAt - askedAt), at: seconds, date: date)
        }
        // Earlier strikes were about the question before.
        guard struckAt >= askedAt else { return nil }
        if heard == .unsure { unsureCount += 1 } else { firstOutcome = firstOutcome ?? .almost }
        self.heard = heard
        return nil
    }

    /// What is listened for, as `ExpectedSound` reads it; nil if nothing is.
    func listened(_ reader: TransposingInstrument) -> String? {
        guard !isPaused, !isInTime else { return nil }
        let asked = settled == nil ? question : advancesAutomatically ? next : nil
        return asked.flatMap { $0.task.isPlayed ? $0.expected.listened(loweredBy: reader.semitones) : nil }
    }

    /// When the daily session ends although a question is open, by the page's clock. If that is long after the
    /// question, the learner is away, and the session waits.
    private var timeLimit: Double? {
        guard let today, question != nil, settled == nil else { return nil }
        let rest = today.today.limit - today.seconds
        return rest <= TodayRun.maximumAnswer ? askedAt + rest : nil
    }

    /// When the clock shows the next second.
    private var nextTick: Double? {
        isAgainstClock && question != nil ? askedAt + Double(shownSeconds + 1) - time : nil
    }

    /// In how many milliseconds to call `evaluate` again; nil if there is nothing to wait for.
    func delay(at seconds: Double) -> Int? {
        if isPaused { return nil }
        let next =
            settled.map { advancesAutomatically && !isInTime ? $0.at + PracticeSession.feedbackTime : nil }
            ?? [judge?.nextCheck, timeLimit, nextTick].compactMap { $0 }.min()
        // Timers may fire early.
        return next.map { Int(1000 * min(max($0 - seconds, 0), PracticeSession.longest)) + 2 }
    }

    /// Presses or releases a key on the screen.
    func press(_ pitch: Int, at seconds: Double) {
        guard isAnsweredByPlaying, settled == nil, !isPaused else { return }
        if let index = pressed.firstIndex(of: pitch) {
            pressed.remove(at: index)
            receive(.up(pitch), at: seconds)
        } else {
            pressed.append(pitch)
            receive(.down(pitch), at: seconds)
        }
    }

    /// Judges the keys that are down on the screen as the complete answer.
    func submit(at seconds: Double, date: Timestamp) -> Attempt? {
        guard !pressed.isEmpty else { return nil }
        return evaluate(at: seconds + Judge.patience + landing, date: date)
    }

    // MARK: Cards

    func choose(_ index: Int, at seconds: Double, date: Timestamp) -> Attempt? {
        guard settled == nil, !isPaused, let choices = question?.choices, choices.indices.contains(index) else {
            return nil
        }
        chosen = index
        let isRight = choices[index].isRight
        return settle(
            isRight ? .right : .wrong,
            Quality.of(isRight: isRight, seconds: seconds - askedAt, fast: source?.fastSeconds ?? 0), at: seconds,
            date: date)
    }

    func showAnswer(at seconds: Double) {
        guard settled == nil, question != nil else { return }
        isAnswerShown = true
    }

    func grade(_ known: Quality.SelfGrade, at seconds: Double, date: Timestamp) -> Attempt? {
        guard isAnswerShown else { return nil }
        isTold = true
        let outcome: Outcome = known == .yes ? .right : known == .nearly ? .almost : .wrong
        let attempt = settle(outcome, known.quality, at: seconds, date: date)
        advance(at: seconds)
        return attempt
    }

    func skip(at seconds: Double, date: Timestamp) -> Attempt? {
        if settled != nil {
            advance(at: seconds)
            return nil
        }
        let attempt = settle(.missed, isAnswerShown ? Quality.shown : Quality.missed, at: seconds, date: date)
        advance(at: seconds)
        return attempt
    }

    func pause(at seconds: Double) {
        isPaused.toggle()
        // What was played during the pause is not an answer.
        guard !isPaused, settled == nil else { return }
        source?.today?.restartCard()
        ask(at: seconds)
    }

    /// The page is hidden. In an exercise that waits, this time does not count.
    func hide(at seconds: Double) { hiddenAt = seconds }

    func show(at seconds: Double) {
        if let hiddenAt, settled == nil, !isInTime { askedAt += max(seconds - hiddenAt, 0) }
        hiddenAt = nil
    }

    // MARK: In time

    func startClock(at seconds: Double) {
        isClockFinished = false
        resetTally()
        cueIndex = -1
        wasFrozen = false
        ask(at: seconds)
    }

    /// The accompaniment starts the chord of a question.
    /// - Parameter isLate: whether that was some time ago, because the page was suspended.
    func cue(_ index: Int, at seconds: Double, isLate: Bool, date: Timestamp) -> Attempt? {
        guard let exercise, let each = exercise.pace.secondsForEach, cueIndex != nil else { return nil }
        if isLate { wasFrozen = true }
        let attempt = endQuestion(at: seconds, date: date)
        cueIndex = index
        wasFrozen = isLate
        guard let question else { return attempt }
        let window = Window(chordsEach: each / Double(chordCount(inBarOf: index)))
        applyStrokes(before: seconds - window.early)
        var judge = Judge(
            question.expected, landing: landing, at: seconds - window.early, due: seconds, window: window, held: held)
        for stroke in recent { judge.receive(stroke.stroke, at: stroke.seconds) }
        beginRecording(recent)
        verdict = nil
        firstOutcome = nil
        settled = nil
        chosen = nil
        isAnswerShown = false
        askedAt = seconds
        self.judge = judge
        return attempt
    }

    /// How many chords share the bar of one, if a band plays the bars of a tune.
    private func chordCount(inBarOf index: Int) -> Int {
        guard exercise?.conditions.hasBand == true, let chords = bars?.chords, chords.indices.contains(index) else {
            return 1
        }
        return chords.reduce(0) { $0 + ($1.bar == chords[index].bar ? 1 : 0) }
    }

    private func endQuestion(at seconds: Double, date: Timestamp) -> Attempt? {
        guard let cueIndex, cueIndex >= 0, let question, var judge else { return nil }
        let final = judge.end(at: seconds)
        if wasFrozen, !final.outcome.isRight { return nil }
        let quality = Quality.of(
            first: firstOutcome ?? final.outcome, final: final.outcome, seconds: max(0, final.delay))
        return note(question, final.outcome, quality, seconds: max(0, final.delay), date: date)
    }

    /// - Parameter isComplete: whether the accompaniment was played to its end.
    func stopClock(date: Timestamp, isComplete: Bool) -> Attempt? {
        let end = askedAt + (exercise?.pace.secondsForEach ?? 0)
        let attempt = isComplete ? endQuestion(at: end, date: date) : nil
        if cueIndex != nil { isClockFinished = isComplete }
        wait(after: end)
        cueIndex = nil
        judge = nil
        verdict = nil
        return attempt
    }
}

extension Question {
    /// A short title for the row of marks.
    var markTitle: String {
        if let tone { return tone.name.text }
        switch subject {
        case .chord(let chord): return chord.title
        case .pair(let pair): return pair.lower.title + " + " + pair.upper.title
        case nil: return scale?.root.text ?? ""
        }
    }
}
