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
    /// The answer to the current question so far.
    private(set) var answer = PracticeAnswer()
    private(set) var tally = PracticeTally()
    /// Since when the page has been hidden or the exercise paused, if it is. This time does not count.
    private var awayAt: Double?
    private(set) var isPaused = false
    /// The bars of the tune that is practiced; nil in other exercises.
    private var bars: LearnedTune.Passage?
    /// What the daily session has come to, once it is over.
    private(set) var report: TodayReport?
    /// The keys that were held before the recent strokes.
    private var held = HeldKeys()
    /// Strokes of the last moments, which may belong to the next beat.
    private var recent: [TimedStroke] = []
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
    /// From when on a key of an instrument may choose an answer or go on: see ``action(ofKey:at:)``.
    private var readyAt = 0.0

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
        answer = other.answer
        tally = other.tally
        awayAt = other.awayAt
        isPaused = other.isPaused
        bars = other.bars
        report = other.report
        held = other.held
        recent = other.recent
        played = other.played
        pianist = other.pianist
        cueIndex = other.cueIndex
        wasFrozen = other.wasFrozen
        isClockFinished = other.isClockFinished
        keys = other.keys
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

    var advancesAutomatically: Bool { answer.settled?.outcome.isRight ?? false }

    /// The daily session; nil in other exercises.
    var today: TodayRun? { source?.today }

    /// Whether it is ten chords against the clock. They begin with a button.
    var isAgainstClock: Bool { if case .ten = place { true } else { false } }

    /// How many cards were answered. Each counts once, with its first answer, as in ``DayResult``: a chord that a row
    /// repeats, or that a growing loop passes again, has one card.
    var firstCount: Int { today?.today.result.cards ?? tally.cardCount }

    /// How many of these were right at the first attempt.
    var rightCount: Int { today?.today.result.right ?? tally.rightCount }

    /// How many questions are done, and how many there are with repetitions. In the daily session, seconds.
    var progress: (done: Int, all: Int) {
        if let today { return (min(Int(today.seconds), 60 * today.minutes), 60 * today.minutes) }
        guard let drill = source?.drill else { return (0, 0) }
        if isInTime { return (isClockFinished ? drill.questions.count : max(cueIndex ?? 0, 0), drill.questions.count) }
        // An answered question counts at once; the drill counts it only when the next one is asked.
        let finished = tally.digits.utf8.count
        return (finished + (answer.settled == nil ? 0 : 1), finished + drill.leftCount)
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
        return answer.verdict?.missing.filter { now.contains($0) } ?? []
    }

    func showsKeys(_ settings: Settings) -> Bool {
        guard let question else { return false }
        if question.task.isPlayed || answer.isShown || answer.settled != nil { return true }
        return question.task == .name && (settings.isOn(.keys) || !settings.isOn(.staff))
    }

    /// Whether what sounds is the answer, so that its keys must not be lit.
    var isAnswerHeard: Bool { question?.task.isByEar == true && !answer.isShown && answer.settled == nil }

    func showsStaff(_ settings: Settings) -> Bool {
        guard let question, question.voicing != nil else { return false }
        if answer.isShown { return true }
        guard settings.isOn(.staff) else { return false }
        return !question.task.isByEar || answer.settled != nil
    }

    /// The pitches that the keyboard has to show: these, and the ends of the range of all questions.
    func range(including pitches: [Int]) -> [Int] { [keys.lowerBound, keys.upperBound] + pitches }

    /// The feedback on the answer; nil if there is no answer yet.
    func feedback(in notation: Notation) -> (outcome: Outcome, sentence: String)? {
        guard let question else { return nil }
        if let chosen = answer.chosen, question.choices.indices.contains(chosen),
            let right = question.choices.first(where: { $0.isRight })
        {
            if question.choices[chosen].isRight { return (.right, PracticeText.right) }
            return (.wrong, PracticeText.itWas(right.title(in: notation)))
        }
        if let sentence = answer.heard?.sentence(
            of: question.expected, isRepeated: answer.unsureCount > 1, in: notation)
        {
            return (.almost, sentence)
        }
        if let verdict = answer.verdict {
            return (verdict.outcome, verdict.sentence(of: question.expected, in: notation))
        }
        return answer.settled.map { ($0.outcome, $0.outcome == .missed ? PracticeText.nextTime : PracticeText.right) }
    }

    /// Whether the question and its presentation are the same.
    func hasSameQuestion(as other: PracticeSession) -> Bool {
        question === other.question && next === other.next && answer.isShown == other.answer.isShown
            && answer.settled == other.answer.settled && answer.chosen == other.answer.chosen
            && isPaused == other.isPaused && isOver == other.isOver && isPlaying == other.isPlaying
            && tally.count == other.tally.count && answer.pressed.isEmpty == other.answer.pressed.isEmpty
    }

    func hasSameKeys(as other: PracticeSession) -> Bool { sounding == other.sounding && missing == other.missing }

    func hasSameVerdict(as other: PracticeSession) -> Bool {
        answer.verdict == other.answer.verdict && answer.heard == other.answer.heard
            && answer.unsureCount == other.answer.unsureCount
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
            bars = settings.practicedTune(in: exercise)?.passage(of: exercise)
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
                reviewing: asked, seed: seed, day: day, isAgainstClock: isAgainstClock, for: pianist)
        }
        for digit in stored?.digits.utf8 ?? "".utf8 where !drill.isOver && 48...53 ~= digit {
            let quality = Int(digit) - 48
            if let index = drill.index {
                if drill.next?.continuesScale == true {
                    tally.addNote(quality)
                } else {
                    tally.add(drill.questions[index].card, tally.lowest(quality), at: 0)
                }
                bars?.answer(index, quality)
            }
            drill.finish(quality)
        }
        tally.digits = stored?.digits ?? ""
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
        tally.count = started.answers.count
        tally.digits = started.answers.map { "\($0.quality)" }.joined()
        keys = PracticeSession.usualKeys
        source = QuestionSource(today: started)
    }

    private static func seed(at moment: Moment) -> UInt64 {
        UInt64(truncatingIfNeeded: moment.stamp.at) &* 1_000_003 &+ UInt64(truncatingIfNeeded: moment.milliseconds)
    }

    /// Takes the answers to the daily session that were given in another tab.
    func catchUp(_ log: PracticeLog, _ moment: Moment, _ session: Session) {
        guard let today, answer.settled == nil, today.isAnswered(in: log) else { return }
        let marks = tally.marks
        begin(log, moment, session, restoring: (today.seed, today.start.text))
        tally.keep(marks)
    }

    /// Reports on the daily session when it is over.
    /// - Parameter log: all answers.
    func writeReport(_ log: PracticeLog) {
        if report == nil, isOver, let today { report = TodayReport(today, log) }
    }

    private func ask(at seconds: Double) {
        // The feedback on a right answer was long enough, unless the end is shown now.
        if !advancesAutomatically || isOver { wait(after: seconds) }
        answer = PracticeAnswer(askedAt: seconds)
        // The keyboard of the daily session grows, and never jumps.
        if today != nil, let voicing = question?.voicing {
            for tone in voicing.tones { keys = min(keys.lowerBound, tone.pitch)...max(keys.upperBound, tone.pitch) }
        }
        startJudging(at: seconds)
    }

    /// Judges only what is played from now on.
    private func startJudging(at seconds: Double) {
        if !isInTime, let judge { held = judge.held }
        answer.heldBefore = held
        answer.strokes = []
        judge = question.flatMap {
            $0.task.isPlayed ? Judge($0.expected, landing: landing, at: seconds, held: held) : nil
        }
    }

    /// What was played for a right answer, as ``PlayedAnswer/line``; nil if it cannot be judged again.
    private func record(_ question: Question, _ attempt: Attempt) -> String? {
        guard attempt.outcome.isRight, attempt.quality >= Quality.rightAtOnce, !answer.isTold,
            answer.strokes.count < PracticeSession.maximumStrokes
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
            guard answer.chosen == nil, question.index == 0, today?.next == nil,
                let own = question.card.exercise()
            else { return nil }
            words = own.words
        }
        return PlayedAnswer.line(
            at: attempt.stamp, words, seed: source?.questionSeed ?? 0, index: index, for: pianist,
            chordsInBar: chordsInBar,
            answer.chosen.map { "c\($0)" }
                ?? PlayedAnswer.word(answer.heldBefore, answer.strokes, since: answer.askedAt))
    }

    private var landing: Double { exercise?.conditions.landingSeconds ?? Conditions().landingSeconds }

    /// Continues with the next question, or ends the session after the last one.
    func advance(at seconds: Double) {
        guard let settled = answer.settled else { return }
        let isCardFinished = today == nil || settled.attempt != nil
        source?.finish(settled.quality, settled.attempt)
        if isCardFinished { tally.digits += "\(settled.quality)" }
        releasePressed(at: seconds)
        ask(at: seconds)
    }

    /// Releases the keys on the screen.
    private func releasePressed(at seconds: Double) {
        for pitch in answer.pressed { judge?.receive(.up(pitch), at: seconds) }
        answer.pressed = []
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
    ///   - endsCard: whether other questions about the same card are left out, in the daily session.
    /// - Returns: the attempt to store; nil if the question has ended already, or if others about its card follow.
    private func settle(
        _ outcome: Outcome, _ quality: Int, at seconds: Double, answered: Double? = nil, date: Timestamp,
        endsCard: Bool = true
    ) -> Attempt? {
        guard answer.settled == nil, let question else { return nil }
        let isContinued = !endsCard && today?.next != nil
        let attempt =
            isContinued
            ? nil : note(question, outcome, quality, seconds: (answered ?? seconds) - answer.askedAt, date: date)
        answer.settled = PracticeAnswer.Settled(
            outcome: outcome, quality: attempt?.quality ?? quality, at: seconds, attempt: attempt)
        wait(after: seconds)
        return attempt
    }

    /// - Returns: the answer; nil if other notes of the same scale follow, which are one answer.
    private func note(
        _ question: Question, _ outcome: Outcome, _ quality: Int, seconds: Double, date: Timestamp
    ) -> Attempt? {
        if today == nil, next?.continuesScale == true {
            tally.addNote(quality)
            tally.mark(question.markTitle, outcome.isRight && quality < 3 ? .almost : outcome)
            return nil
        }
        let isPlayed = question.task.isPlayed && answer.chosen == nil
        let ofToday = today?.attempt(outcome, quality, seconds: seconds, isPlayed: isPlayed, at: date)
        let quality = ofToday?.quality ?? tally.lowest(quality)
        tally.spend(seconds)
        var stamp = date
        stamp.at = max(date.at, tally.earliest(question.card))
        tally.add(question.card, quality, at: stamp.at)
        if let questionIndex { bars?.answer(questionIndex, quality) }
        tally.mark(question.markTitle, outcome.isRight && quality < 3 ? .almost : outcome)
        let attempt =
            ofToday
            ?? Attempt(
                question.card, at: stamp, outcome,
                milliseconds: Int(1000 * min(max(seconds, 0), PracticeSession.longest) + 0.5),
                quality: quality, isPlayed: isPlayed)
        played = record(question, attempt)
        return attempt
    }

    private func resetTally() {
        isPaused = false
        awayAt = nil
        tally = PracticeTally()
        bars?.restart()
        report = nil
    }

    func markUnheard() { if question?.task.isByEar == true, answer.settled == nil { answer.isUnheard = true } }

    func markHeard() { answer.isUnheard = false }

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
        if answer.settled != nil { return advancesAutomatically ? nil : .skip(moment) }
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
        if answer.settled == nil, answer.strokes.count < PracticeSession.maximumStrokes {
            answer.strokes.append(TimedStroke(stroke, at: seconds))
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
        if let settled = answer.settled {
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
        if isAgainstClock, question != nil { tally.showClock(with: seconds - answer.askedAt) }
        guard let new = judge?.verdict(at: seconds) else { return nil }
        return take(new, at: seconds, date: date)
    }

    /// Takes a verdict on what was played, and ends the question if that is right. Its time is that of the last key.
    private func take(
        _ new: Verdict, at seconds: Double, date: Timestamp
    ) -> Attempt? {
        answer.verdict = new
        answer.heard = nil
        answer.firstOutcome = answer.firstOutcome ?? new.outcome
        guard new.outcome.isRight, !isInTime else { return nil }
        let quality =
            answer.isShown
            ? Quality.shown
            : Quality.of(
                first: answer.firstOutcome ?? new.outcome, final: new.outcome, seconds: new.landedAt - answer.askedAt,
                fast: source?.fastSeconds ?? 0)
        let isChange = today?.today.current?.kind == .change
        let attempt = settle(
            new.outcome, quality, at: seconds, answered: new.landedAt, date: date, endsCard: false)
        // In a scale, each note is a question, without a pause between them.
        guard question?.tone != nil || attempt == nil else { return attempt }
        let asked = answer.askedAt
        advance(at: seconds)
        // The time of a change is that between its chords, and the time of a scale is that of all notes.
        if attempt == nil { answer.askedAt = isChange ? new.landedAt : asked }
        return attempt
    }

    /// Takes what was heard through the microphone. While a right answer is shown, it is about the next question.
    /// - Parameter struckAt: the time of the strike, which counts for the speed.
    func hear(_ heard: HeardStrike.Answer, struckAt: Double, at seconds: Double, date: Timestamp) -> Attempt? {
        guard questionToHear != nil else { return nil }
        let isRight = heard == .right
        if answer.settled != nil {
            guard isRight else { return nil }
            advance(at: struckAt)
        }
        if isRight {
            answer.isTold = true
            let landedAt = max(struckAt, answer.askedAt)
            return take(
                Verdict(.right, landedAt: landedAt, delay: landedAt - answer.askedAt), at: seconds, date: date)
        }
        // Earlier strikes were about the question before.
        guard struckAt >= answer.askedAt else { return nil }
        if heard == .unsure {
            answer.unsureCount += 1
        } else {
            answer.firstOutcome = answer.firstOutcome ?? .almost
        }
        answer.heard = heard
        return nil
    }

    /// What is listened for, as `ExpectedSound` reads it; nil if nothing is. A question by ear would be heard itself,
    /// unless it sounds in headphones.
    func listened(_ reader: TransposingInstrument, hasHeadphones: Bool) -> String? {
        guard let question = questionToHear, hasHeadphones || !question.task.isByEar else { return nil }
        return question.expected.listened(loweredBy: reader.semitones)
    }

    /// The question that a strike on the piano answers.
    private var questionToHear: Question? {
        guard !isPaused, !isInTime else { return nil }
        let asked = answer.settled == nil ? question : advancesAutomatically ? next : nil
        return asked?.task.isPlayed == true ? asked : nil
    }

    /// When the daily session ends although a question is open, by the page's clock. If that is long after the
    /// question, the learner is away, and the session waits.
    private var timeLimit: Double? {
        guard let today, question != nil, answer.settled == nil else { return nil }
        let rest = today.today.limit - today.seconds
        return rest <= TodayRun.maximumAnswer ? answer.askedAt + rest : nil
    }

    /// When the clock shows the next second.
    private var nextTick: Double? {
        isAgainstClock && question != nil ? answer.askedAt + Double(tally.shownSeconds + 1) - tally.time : nil
    }

    /// In how many milliseconds to call `evaluate` again; nil if there is nothing to wait for.
    func delay(at seconds: Double) -> Int? {
        if isPaused { return nil }
        let next =
            answer.settled.map { advancesAutomatically && !isInTime ? $0.at + PracticeSession.feedbackTime : nil }
            ?? [judge?.nextCheck, timeLimit, nextTick].compactMap { $0 }.min()
        // Timers may fire early.
        return next.map { Int(1000 * min(max($0 - seconds, 0), PracticeSession.longest)) + 2 }
    }

    /// Presses or releases a key on the screen.
    func press(_ pitch: Int, at seconds: Double) {
        guard isAnsweredByPlaying, answer.settled == nil, !isPaused else { return }
        if let index = answer.pressed.firstIndex(of: pitch) {
            answer.pressed.remove(at: index)
            receive(.up(pitch), at: seconds)
        } else {
            answer.pressed.append(pitch)
            receive(.down(pitch), at: seconds)
        }
    }

    /// Judges the keys that are down on the screen as the complete answer.
    func submit(at seconds: Double, date: Timestamp) -> Attempt? {
        guard !answer.pressed.isEmpty else { return nil }
        return evaluate(at: seconds + Judge.patience + landing, date: date)
    }

    // MARK: Cards

    func choose(_ index: Int, at seconds: Double, date: Timestamp) -> Attempt? {
        guard answer.settled == nil, !isPaused, let choices = question?.choices, choices.indices.contains(index) else {
            return nil
        }
        answer.chosen = index
        let isRight = choices[index].isRight
        return settle(
            isRight ? .right : .wrong,
            Quality.of(isRight: isRight, seconds: seconds - answer.askedAt, fast: source?.fastSeconds ?? 0),
            at: seconds, date: date)
    }

    func showAnswer(at seconds: Double) {
        guard answer.settled == nil, question != nil else { return }
        answer.isShown = true
    }

    func grade(_ known: Quality.SelfGrade, at seconds: Double, date: Timestamp) -> Attempt? {
        guard answer.isShown else { return nil }
        answer.isTold = true
        let outcome: Outcome = known == .yes ? .right : known == .nearly ? .almost : .wrong
        let attempt = settle(outcome, known.quality, at: seconds, date: date)
        advance(at: seconds)
        return attempt
    }

    func skip(at seconds: Double, date: Timestamp) -> Attempt? {
        if answer.settled != nil {
            advance(at: seconds)
            return nil
        }
        let attempt = settle(.missed, answer.isShown ? Quality.shown : Quality.missed, at: seconds, date: date)
        advance(at: seconds)
        return attempt
    }

    /// Pauses the exercise, or goes on with the same question: its mistakes, its shown answer and its time remain.
    func pause(at seconds: Double) {
        isPaused.toggle()
        if isPaused { return hide(at: seconds) }
        show(at: seconds)
        guard answer.settled == nil else { return }
        // What was played during the pause is not an answer.
        releasePressed(at: seconds)
        startJudging(at: seconds)
    }

    /// The page is hidden. In an exercise that waits, this time does not count.
    func hide(at seconds: Double) { awayAt = awayAt ?? seconds }

    /// The page is visible.
    func show(at seconds: Double) {
        guard !isPaused, let since = awayAt else { return }
        awayAt = nil
        if answer.settled == nil, !isInTime { answer.askedAt += max(seconds - since, 0) }
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
        // Keys on the screen stay down.
        answer = PracticeAnswer(askedAt: seconds, heldBefore: held, strokes: recent, pressed: answer.pressed)
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
            first: answer.firstOutcome ?? final.outcome, final: final.outcome, seconds: max(0, final.delay))
        return note(question, final.outcome, quality, seconds: max(0, final.delay), date: date)
    }

    /// - Parameter isComplete: whether the accompaniment was played to its end.
    func stopClock(date: Timestamp, isComplete: Bool) -> Attempt? {
        let end = answer.askedAt + (exercise?.pace.secondsForEach ?? 0)
        let attempt = isComplete ? endQuestion(at: end, date: date) : nil
        if cueIndex != nil { isClockFinished = isComplete }
        wait(after: end)
        cueIndex = nil
        judge = nil
        answer.verdict = nil
        return attempt
    }
}

extension Question {
    /// Whether it is a note of a scale, and not the first one.
    fileprivate var continuesScale: Bool { tone != nil && index > 0 }

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
