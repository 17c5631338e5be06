import Harmony
import Instruments
import JSONText
import Practice
import Rendering

/// Carries out an action of the practice screens.
/// - Parameter place: the open practice screen; nil if another screen is open.
func updatePractice(
    _ state: inout PracticeState, at place: inout PracticeRoute?, _ session: inout Session, _ verb: PracticeVerb
) -> [Effect] {
    switch verb {
    case .adopt(let isStored, let moment, let lines):
        state.moment = moment
        state.storage = isStored ? .browser : .unavailable
        state.log = PracticeLog(minutesEast: moment.stamp.minutesEast ?? 0)
        let corrections = state.log.add(lines: lines, now: moment.stamp.at)
        let isLong = lines.utf8.count > PracticeState.maximumLinesLength
        if isLong, isStored { return [.storage(.compactPractice(state.log.compactLines))] }
        // The corrected lines are added to those with wrong times, which would count as new again tomorrow.
        return corrections.isEmpty ? [] : [.storage(.keepPractice(corrections.joined(separator: "\n")))]
    case .device(let lines):
        var log = PracticeLog(minutesEast: state.log.minutesEast)
        log.add(lines: lines, now: state.moment.stamp.at)
        state.log.merge(log)
        return []
    case .offer(let isOffered):
        state.isOffered = isOffered
        return []
    case .learn(let lines):
        state.log.add(lines: lines, now: state.moment.stamp.at)
        // Another tab may have answered the question of the daily session.
        return state.current?.today == nil ? [] : [.timer(.schedulePracticeUpdate(milliseconds: 0))]
    case .keeping(let isStored):
        state.storage = isStored ? .browser : .unavailable
        return isStored ? [] : session.notify(PracticeText.outOfSpace)
    case .draft(let part, let value):
        state.draft.choose(part, value)
        return []
    case .assign(let part, let value):
        guard case .assignment(let words) = place, var assignment = try? Assignment(words: words) else { return [] }
        assignment.choose(part, value)
        place = .assignment(assignment)
        // The button is gone; the one after it must not get a second press.
        return part == .drop ? [.navigation(.focus(changeAssignmentID))] : []
    case .sendResult:
        guard case .assignment(let words) = place, let assignment = try? Assignment(words: words) else { return [] }
        let result = state.log.result(of: assignment, for: session.settings.pianist)
        return [.sharing(.download(name: PracticeText.resultFile, type: "application/json", result.text))]
    case .toggle(let option):
        session.settings.toggle(option)
        let isSilenced = option == .speak && !session.settings.isOn(.speak)
        return [session.rememberingSettings] + (isSilenced ? [.speech(.speak(""))] : [])
    case .plan(let value):
        session.settings.setToday(value)
        return [session.rememberingSettings]
    case .export:
        return [.sharing(.download(name: PracticeText.logFile, type: "application/json", state.log.json.text))]
    case .importLog(let file): return importLog(file, &state, &session)
    case .confirmDeletion(let isAsking):
        state.isConfirmingDeletion = isAsking
        return [.navigation(.focus(isAsking ? keepLogID : deleteLogID))]
    case .forget:
        state.isConfirmingDeletion = false
        return [.storage(.forgetPractice), .navigation(.focus(screenID))]
    case .failed:
        guard state.current?.isPlaying == true else { return [] }
        return updateSession(&state, at: &place, session, verb) + session.notify(SharedText.noPlayer)
    default: return updateSession(&state, at: &place, session, verb)
    }
}

/// Carries out an action on the current exercise.
private func updateSession(
    _ state: inout PracticeState, at place: inout PracticeRoute?, _ session: Session, _ verb: PracticeVerb
) -> [Effect] {
    guard place != nil else { return [] }
    if let moment = verb.moment { state.moment = moment }
    let moment = state.moment
    let (now, date) = (moment.seconds, moment.stamp)
    var effects: [Effect] = []
    func sound(_ part: PracticeVerb.SoundPart, of practice: PracticeSession) {
        practice.markHeard()
        if let heard = practice.question?.playEffect(part) { effects.append(heard) }
    }
    let log = state.log
    let stored = state.stored
    let resulting = state.changeSession(at: &place, now, session) { practice in
        switch verb {
        case .look:
            if practice.source != nil {
                practice.show(at: now)
                practice.catchUp(log, moment, session)
                return practice.evaluate(at: now, date: date)
            }
            if practice.isAgainstClock { return nil }
            practice.begin(log, moment, session, restoring: stored.flatMap { $0.progress(in: practice, on: date.at) })
            return nil
        case .leave:
            // A hidden page receives nothing that could be judged.
            practice.hide(at: now)
            guard practice.isPlaying else { return nil }
            effects.append(.sound(.stopTune))
            return practice.stopClock(date: date, isComplete: false)
        case .press(let pitch, _):
            if !practice.answer.pressed.contains(pitch) { effects.append(.sound(.play(Playing([pitch])))) }
            practice.press(pitch, at: now)
            return practice.evaluate(at: now, date: date)
        case .check: return practice.submit(at: now, date: date)
        case .choose(let index, _):
            guard practice.answer.isUnheard else { return practice.choose(index, at: now, date: date) }
            // A question by ear has to be heard before it is answered.
            sound(.all, of: practice)
            return nil
        case .unheard:
            practice.markUnheard()
            return nil
        case .turn:
            practice.showAnswer(at: now)
            sound(.all, of: practice)
            return nil
        case .grade(let known, _): return practice.grade(known, at: now, date: date)
        case .skip: return practice.skip(at: now, date: date)
        case .pause:
            practice.pause(at: now)
            effects += [
                .speech(.speak("")), .speech(.announce(practice.isPaused ? PracticeText.paused : PracticeText.resumed)),
            ]
            return nil
        case .again:
            if practice.today != nil || practice.isAgainstClock {
                practice.begin(log, moment, session)
            } else {
                practice.restart(at: now)
            }
            return nil
        case .hear(let part):
            sound(part, of: practice)
            return nil
        case .start:
            guard let exercise = practice.exercise, let drill = practice.source?.drill, practice.isInTime else {
                return nil
            }
            if practice.isPlaying {
                effects.append(.sound(.stopTune))
                return practice.stopClock(date: date, isComplete: false)
            }
            practice.startClock(at: now)
            let plan = PracticePlan(drill.questions, exercise, session.settings, practice.passage)
            effects += [.sound(.setTunePlan(plan.json.text)), .sound(.startTune(turn: 0))]
            return nil
        case .cue(let index, let milliseconds, let isLate):
            return practice.cue(index, at: seconds(milliseconds), isLate: isLate, date: date)
        case .ended: return practice.stopClock(date: date, isComplete: true)
        case .failed: return practice.stopClock(date: date, isComplete: false)
        default: return nil
        }
    }
    return effects + resulting
}

/// Judges what is played on an instrument or on the computer's keyboard.
/// - Parameters:
///   - struck: the MIDI number of the key that was struck, if any.
///   - isFromComputerKeyboard: whether it was struck on the computer's keyboard. Such keys stay down, like keys on the
///     screen.
///   - isAlone: whether no finger was on a key of an instrument before.
///   - strokes: the strokes on instruments, at written pitch.
///   - seconds: the time of the page's clock.
func judgePlayedKeys(
    struck: Int?, isFromComputerKeyboard: Bool, isAlone: Bool, _ strokes: [Stroke], at seconds: Double,
    _ state: inout PracticeState, at place: inout PracticeRoute?, _ session: Session
) -> [Effect] {
    guard let current = state.current else { return [] }
    // What is in time is stopped with its button, and the end needs no pause.
    let canPause = current.source != nil && !current.isInTime && !current.isOver
    if canPause, let struck, session.settings.practiceOptions.contains(where: { $0.pitch == struck }) {
        let effects = state.changeSession(at: &place, seconds, session) { practice in
            practice.pause(at: seconds)
            return nil
        }
        return effects + [
            .speech(.announce(state.current?.isPaused == true ? PracticeText.paused : PracticeText.resumed))
        ]
    }
    let date = state.date(at: seconds)
    if isFromComputerKeyboard, let struck {
        guard current.source != nil else { return [] }
        return state.changeSession(at: &place, seconds, session) { practice in
            practice.press(struck + session.presentation.reader.semitones, at: seconds)
            return practice.evaluate(at: seconds, date: date)
        }
    }
    var effects: [Effect] = []
    for stroke in strokes {
        effects += state.changeSession(at: &place, seconds, session) { practice in
            practice.receive(stroke, at: seconds)
            return practice.evaluate(at: seconds, date: date)
        }
    }
    // After the strokes: the key is no part of the answer to the question that follows.
    let moment = Moment(milliseconds: Int(1000 * seconds + 0.5), stamp: date)
    guard let struck, isAlone,
        let verb = current.action(ofKey: struck + session.presentation.reader.semitones, at: moment)
    else { return effects }
    // The home screen shows a question, but neither start nor end.
    if place == .home, current.isOver || current.isInTime || current.question == nil { return effects }
    let last = state.moment
    effects += updateSession(&state, at: &place, session, verb)
    state.moment = last
    return effects
}

/// Judges what was heard through the microphone.
/// - Parameter struckAt: the time of the strike on the page's clock.
func judgeHeardChord(
    _ heard: HeardStrike.Answer, struckAt: Double, _ moment: Moment, _ state: inout PracticeState,
    at place: inout PracticeRoute?, _ session: Session
) -> [Effect] {
    guard state.current?.source != nil else { return [] }
    state.moment = moment
    let heard = heard.raised(by: session.presentation.reader.semitones)
    return state.changeSession(at: &place, moment.seconds, session) { practice in
        practice.hear(heard, struckAt: struckAt, at: moment.seconds, date: moment.stamp)
    }
}

extension PracticeVerb {
    /// The time of the action, if it has one.
    fileprivate var moment: Moment? {
        switch self {
        case .adopt(_, let moment, _), .look(let moment), .leave(let moment), .press(_, let moment), .check(let moment),
            .choose(_, let moment),
            .turn(let moment), .grade(_, let moment), .skip(let moment), .pause(let moment), .again(let moment),
            .start(let moment), .unheard(let moment):
            moment
        default: nil
        }
    }
}

// MARK: Effects

extension PracticeState {
    /// The date at a time of the page's clock.
    fileprivate func date(at seconds: Double) -> Timestamp {
        Timestamp(at: moment.stamp.at + Int64(seconds - moment.seconds), minutesEast: moment.stamp.minutesEast)
    }

    /// Changes the current session.
    /// - Returns: what to store, announce and play, and when to evaluate the session again.
    @inline(never)
    fileprivate mutating func changeSession(
        at place: inout PracticeRoute?, _ seconds: Double, _ session: Session,
        _ act: (PracticeSession) -> Attempt?
    ) -> [Effect] {
        guard let before = current else { return [] }
        let after = PracticeSession(copying: before)
        let attempt = act(after)
        var effects: [Effect] = []
        if let attempt {
            log.add(attempt)
            var lines = attempt.line
            // The result of an assignment tells the teacher what was played.
            if !session.settings.assignmentWords.isEmpty, let played = after.played {
                log.played.append(played)
                lines += "\n" + played
            }
            effects.append(.storage(.keepPractice(lines)))
            // An answer on the home screen opens the exercise.
            if place == .home { place = after.place }
        }
        after.writeReport(log)
        current = after
        if after.tally.digits != before.tally.digits || after.today != nil && after.isOver != before.isOver {
            let progress = StoredProgress(after, on: date(at: seconds).at)
            effects.append(.storage(.rememberPracticeSession(progress.text)))
            // The daily session continues after a visit to another screen.
            if after.today != nil { stored = progress }
        }
        effects += after.feedbackEffects(since: before, session)
        if let delay = after.delay(at: seconds) { effects.append(.timer(.schedulePracticeUpdate(milliseconds: delay))) }
        return effects
    }
}

extension PracticeSession {
    /// Speech and sound that follow a change: the question and the feedback on the answer.
    fileprivate func feedbackEffects(since before: PracticeSession, _ session: Session) -> [Effect] {
        let presentation = session.presentation
        var effects: [Effect] = []
        var words: [String] = []
        if let said = feedback(in: presentation.notation),
            said.sentence != before.feedback(in: presentation.notation)?.sentence
        {
            words.append(said.sentence)
            if !said.outcome.isRight, session.settings.isOn(.sound), let sound = question?.playEffect(.all) {
                effects.append(sound)
            }
        }
        let isAsked =
            question !== before.question || tally.count != before.tally.count && answer.settled == nil
            || before.source == nil && source != nil
        if isOver, !before.isOver {
            let end = spokenEnd
            words.append(end)
            effects.append(.speech(.announce(end)))
        }
        // Only the first note of a scale is read, because the notes follow each other quickly.
        // Both chords of a change are read before it begins.
        if isAsked, !isPaused, let question, answer.settled == nil, question.tone == nil || question.index == 0,
            today?.isCardBegun != true
        {
            var asked = question.spoken(presentation)
            if question.tone == nil, let second = today?.next?.subject?.chord {
                asked += PracticeText.spokenThen + presentation.spoken(second)
            }
            words.append(asked)
            if question.task.isByEar, case .sound(.play(let sound)) = question.playEffect(.all) {
                effects.append(.sound(.playAutomatically(sound)))
            }
            if !isInTime { effects.append(.speech(.announce(asked))) }
        }
        if session.settings.isOn(.speak), !words.isEmpty, !isInTime {
            effects.append(.speech(.speak(words.joined(separator: " "))))
        }
        return effects
    }

    /// The end of the session as speech.
    private var spokenEnd: String {
        PracticeText.doneSpoken(rightCount, of: firstCount)
            + (report.map { " " + PracticeText.tomorrow($0.dueTomorrow) } ?? "")
            + (isAgainstClock ? " " + PracticeText.seconds(spokenCount: tally.shownSeconds) : "")
    }
}

extension Question {
    /// The question as speech.
    func spoken(_ presentation: Presentation) -> String {
        if hidesName { return instruction }
        switch subject {
        case .chord(let chord):
            return instruction + " " + presentation.spoken(chord) + (style.map { ", " + $0.title } ?? "")
        case .pair(let pair):
            if let given, let result {
                return instruction + " "
                    + PracticeText.equation(presentation.spoken(given), presentation.spoken(result))
            }
            return instruction + " " + presentation.spoken(pair.lower) + PracticeText.with
                + presentation.spoken(pair.upper) + PracticeText.onTop
        case nil:
            let note = tone.map { ": " + Spoken.note($0.name, presentation.notation.names) } ?? ""
            return instruction + (scale.map { " " + presentation.name($0) } ?? "") + note
        }
    }

    /// Plays a part of the question's sound; nil if it has none.
    func playEffect(_ part: PracticeVerb.SoundPart) -> Effect? {
        func chord(_ pitches: [Int]?) -> Effect? { pitches.flatMap { $0.isEmpty ? nil : .sound(.play(Playing($0))) } }
        // A voicing that has to be played sounds as written.
        let sounds = !task.isByEar && voicing != nil ? [voicing!.tones.map { $0.pitch }] : sounds.map { $0.pitches }
        switch part {
        case .all: return sounds.count > 1 ? .sound(.play(Playing(progression: sounds))) : chord(sounds.first)
        case .slower:
            let notes = sounds.count > 1 && scale != nil ? sounds : sounds.flatMap { $0.map { [$0] } }
            return notes.isEmpty ? nil : .sound(.play(Playing(progression: notes)))
        case .left: return chord(self.sounds.first?.left)
        case .right: return chord(self.sounds.first?.right)
        case .first: return chord(sounds.first)
        case .second: return sounds.count > 1 ? chord(sounds[1]) : nil
        }
    }
}

// MARK: Files

private func importLog(_ file: OpenedFile, _ state: inout PracticeState, _ session: inout Session) -> [Effect] {
    let text = file.text
    do throws(PracticeLogError) {
        let imported = try state.log.add(text, now: state.moment.stamp.at)
        // The file is stored as one line. The host delivers the whole log again, with its corrections of the clock.
        let line = (try? JSON(text))?.text
        return
            (imported.newCount == 0 ? [] : line.map { [.storage(.keepPractice($0)), .storage(.openPractice)] } ?? [])
            + session.notify(imported.sentence)
    } catch {
        return session.notify(PracticeText.notImported(file.name, error.message))
    }
}
