import Answers
import Harmony
import Instruments
import JSONText
import Practice

/// What follows when something is done while practising, or about it.
/// - Parameter place: which of its screens is open; nil elsewhere.
func updatePractise(
    _ state: inout PractiseState, at place: inout PractisePlace?, _ session: inout Session, _ verb: PractiseVerb
) -> [Effect] {
    switch verb {
    case .adopt(let isKept, let moment, let lines):
        state.moment = moment
        state.keeping = isKept ? .here : .nowhere
        state.log = PracticeLog(minutesEast: moment.stamp.minutesEast ?? 0)
        let corrections = state.log.add(lines: lines, now: moment.stamp.at)
        let isLong = lines.utf8.count > PractiseState.longestLines
        if isLong, isKept { return [.storage(.foldPractice(state.log.json.text))] }
        // Kept beside what the wrong clock said, so that they do not count as new again tomorrow.
        return corrections.isEmpty ? [] : [.storage(.keepPractice(corrections.joined(separator: "\n")))]
    case .learn(let lines):
        state.log.add(lines: lines, now: state.moment.stamp.at)
        return []
    case .keeping(let isKept):
        state.keeping = isKept ? .here : .nowhere
        return isKept ? [] : session.tell(PractiseText.outOfSpace)
    case .draft(let part, let value):
        state.draft.choose(part, value)
        return []
    case .toggle(let option):
        session.settings.toggle(option)
        let isSilenced = option == .speak && !session.settings.practises(with: .speak)
        return [session.rememberingSettings] + (isSilenced ? [.speech(.speak(""))] : [])
    case .export:
        return [.sharing(.download(name: PractiseText.logFile, type: "application/json", state.log.json.text))]
    case .bring(let file): return bring(file, &state, &session)
    case .askToForget(let isAsking):
        state.isAskingToForget = isAsking
        return []
    case .forget:
        state.isAskingToForget = false
        return [.storage(.forgetPractice)]
    default: return sit(&state, at: &place, session, verb)
    }
}

/// What is done with the exercise that goes on.
private func sit(
    _ state: inout PractiseState, at place: inout PractisePlace?, _ session: Session, _ verb: PractiseVerb
) -> [Effect] {
    guard place != nil else { return [] }
    if let moment = verb.moment { state.moment = moment }
    let moment = state.moment
    let (now, date) = (moment.seconds, moment.stamp)
    var effects: [Effect] = []
    func sound(_ hearing: PractiseVerb.Hearing, of sitting: inout Sitting) {
        sitting.hear()
        if let heard = sitting.question?.heard(hearing) { effects.append(heard) }
    }
    let log = state.log
    let former = state.former
    let followed = state.follow(at: &place, now, session) { sitting in
        switch verb {
        case .look:
            if sitting.drill != nil { return sitting.look(at: now, date: date) }
            sitting.begin(log, moment, session, former: former.flatMap { $0.progress(in: sitting, on: date.at) })
            return nil
        case .leave:
            // Nothing is heard any more that could be judged.
            guard sitting.isPlaying else { return nil }
            effects.append(.sound(.stopTune))
            return sitting.endTime(date: date, isWhole: false)
        case .press(let pitch, _):
            if !sitting.pressed.contains(pitch) { effects.append(.sound(.play(Playing([pitch])))) }
            sitting.press(pitch, at: now)
            return sitting.look(at: now, date: date)
        case .check: return sitting.check(at: now, date: date)
        case .choose(let index, _):
            guard sitting.isUnheard else { return sitting.choose(index, at: now, date: date) }
            // A question by ear cannot be answered before it was heard.
            sound(.all, of: &sitting)
            return nil
        case .unheard:
            sitting.missSound()
            return nil
        case .turn:
            sitting.turn(at: now)
            sound(.all, of: &sitting)
            return nil
        case .grade(let known, _): return sitting.grade(known, at: now, date: date)
        case .skip: return sitting.skip(at: now, date: date)
        case .pause:
            sitting.pause(at: now)
            effects += [.speech(.speak("")), .speech(.announce(sitting.isPaused ? PractiseText.paused : PractiseText.resumed))]
            return nil
        case .again:
            sitting.goRoundAgain(at: now)
            return nil
        case .hear(let hearing):
            sound(hearing, of: &sitting)
            return nil
        case .start:
            guard let exercise = sitting.exercise, let drill = sitting.drill, sitting.isInTime else { return nil }
            if sitting.isPlaying {
                effects.append(.sound(.stopTune))
                return sitting.endTime(date: date, isWhole: false)
            }
            sitting.startTime(at: now)
            let plan = PracticePlan(drill.questions, exercise, for: session.presentation.reader)
            effects += [.sound(.rehearse(plan.json.text)), .sound(.startTune(turn: 0))]
            return nil
        case .cue(let index, let milliseconds, let isLate):
            return sitting.cue(index, at: seconds(milliseconds), isLate: isLate, date: date)
        case .ended: return sitting.endTime(date: date, isWhole: true)
        default: return nil
        }
    }
    return effects + followed
}

/// What hands play on an instrument, or on the computer's keyboard, is judged.
/// - Parameters:
///   - struck: the key that was struck, as it sounds; nil where none was.
///   - isOfPage: whether it comes from the computer's keyboard, whose keys stay down like those of the page.
///   - strokes: what instruments have done to the keys, as they are read.
///   - seconds: when, by the page's clock.
func hearAtPractice(
    struck: Int?, isOfPage: Bool, _ strokes: [Stroke], at seconds: Double, _ state: inout PractiseState,
    at place: inout PractisePlace?, _ session: Session
) -> [Effect] {
    guard state.sitting?.drill != nil else { return [] }
    if let struck, session.settings.practiseOptions.contains(where: { $0.pitch == struck }) {
        let effects = state.follow(at: &place, seconds, session) { sitting in
            sitting.pause(at: seconds)
            return nil
        }
        return effects + [.speech(.announce(state.sitting?.isPaused == true ? PractiseText.paused : PractiseText.resumed))]
    }
    let date = state.date(at: seconds)
    if isOfPage, let struck {
        return state.follow(at: &place, seconds, session) { sitting in
            sitting.press(struck + session.presentation.reader.semitones, at: seconds)
            return sitting.look(at: seconds, date: date)
        }
    }
    var effects: [Effect] = []
    for stroke in strokes {
        effects += state.follow(at: &place, seconds, session) { sitting in
            sitting.receive(stroke, at: seconds)
            return sitting.look(at: seconds, date: date)
        }
    }
    return effects
}

extension PractiseVerb {
    /// When it was done; nil where that is no matter.
    fileprivate var moment: Moment? {
        switch self {
        case .adopt(_, let moment, _), .look(let moment), .leave(let moment), .press(_, let moment), .check(let moment), .choose(_, let moment),
            .turn(let moment), .grade(_, let moment), .skip(let moment), .pause(let moment), .again(let moment),
            .start(let moment), .unheard(let moment):
            moment
        default: nil
        }
    }
}

// MARK: What follows

extension PractiseState {
    /// The date at a time of the page's clock.
    fileprivate func date(at seconds: Double) -> Stamp {
        Stamp(at: moment.stamp.at + Int64(seconds - moment.seconds), minutesEast: moment.stamp.minutesEast)
    }

    /// Does something with the sitting, and says what follows: what is kept, said and sounded, and when to look again.
    @inline(never)
    fileprivate mutating func follow(
        at place: inout PractisePlace?, _ seconds: Double, _ session: Session, _ act: (inout Sitting) -> Attempt?
    ) -> [Effect] {
        guard let before = sitting else { return [] }
        var after = before
        let attempt = act(&after)
        sitting = after
        var effects: [Effect] = []
        if let attempt {
            log.add(attempt)
            effects.append(.storage(.keepPractice(attempt.line)))
            // An answer on the first screen begins the exercise.
            if place == .home { place = after.place }
        }
        if after.digits != before.digits { effects.append(.storage(.rememberSitting(Former(after, on: date(at: seconds).at).text))) }
        effects += after.saying(after: before, session)
        if let patience = after.patience(at: seconds) { effects.append(.timer(.lookAtPractice(milliseconds: patience))) }
        return effects
    }
}

extension Sitting {
    /// What is to be heard of what has changed: the question, for those who do not see it or are to answer by ear, and what is
    /// said of the answer.
    fileprivate func saying(after before: Sitting, _ session: Session) -> [Effect] {
        let presentation = session.presentation
        var effects: [Effect] = []
        var words: [String] = []
        if let said = said(in: presentation.notation), said.sentence != before.said(in: presentation.notation)?.sentence {
            words.append(said.sentence)
            if !said.outcome.isRight, session.settings.practises(with: .sound), let sound = question?.heard(.all) {
                effects.append(sound)
            }
        }
        let isAsked = question != before.question || count != before.count && settled == nil || before.drill == nil && drill != nil
        if isOver, !before.isOver { words.append(PractiseText.doneSpoken(rightCount, of: firstCount)) }
        // Of a line only its beginning is said: the notes follow each other quickly.
        if isAsked, !isPaused, let question, settled == nil, question.tone == nil || question.index == 0 {
            words.append(question.spoken(presentation))
            if question.task.isByEar, case .sound(.play(let sound)) = question.heard(.all) { effects.append(.sound(.playUnasked(sound))) }
            if !isInTime { effects.append(.speech(.announce(question.spoken(presentation)))) }
        }
        if session.settings.practises(with: .speak), !words.isEmpty, !isInTime {
            effects.append(.speech(.speak(words.joined(separator: " "))))
        }
        return effects
    }
}

extension Question {
    /// What is asked, as it is said aloud.
    func spoken(_ presentation: Presentation) -> String {
        if hidesName { return instruction }
        switch subject {
        case .chord(let chord):
            return instruction + " " + presentation.spoken(chord) + (style.map { ", " + $0.title } ?? "")
        case .pair(let pair):
            if let given, let result {
                return instruction + " " + PractiseText.equation(presentation.spoken(given), presentation.spoken(result))
            }
            return instruction + " " + presentation.spoken(pair.lower) + PractiseText.with + presentation.spoken(pair.upper) + PractiseText.onTop
        case nil:
            let note = tone.map { ": " + Spoken.note($0.name, presentation.notation.names) } ?? ""
            return instruction + (scale.map { " " + presentation.name($0) } ?? "") + note
        }
    }

    /// What sounds of it; nil where that is nothing.
    func heard(_ hearing: PractiseVerb.Hearing) -> Effect? {
        func chord(_ pitches: [Int]?) -> Effect? { pitches.flatMap { $0.isEmpty ? nil : .sound(.play(Playing($0))) } }
        // What is played sounds as it is written.
        let sounds = !task.isByEar && voicing != nil ? [voicing!.tones.map { $0.pitch }] : sounds.map { $0.pitches }
        switch hearing {
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

private func bring(_ file: OpenedFile, _ state: inout PractiseState, _ session: inout Session) -> [Effect] {
    let text = file.text
    do throws(PracticeLogError) {
        let imported = try state.log.add(text, now: state.moment.stamp.at)
        // As one line. The host hands all over again, since it knows how far the clock was ahead when older answers came.
        let line = (try? JSON(text))?.text
        return (imported.newCount == 0 ? [] : line.map { [.storage(.keepPractice($0)), .storage(.openPractice)] } ?? []) + session.tell(imported.sentence)
    } catch {
        return session.tell(PractiseText.notImported(file.name, error.message))
    }
}
