import Exchange
import Harmony
import Instruments
import Practice
import Rendering

/// The question in large letters, what is played, and the verdict, readable from the piano. Unchanged parts are kept: a key
/// that goes down lights at once.
func sittingView(
    _ sitting: Sitting, hasInstrument: Bool, _ session: Session,
    since before: (sitting: Sitting, session: Session)?, to html: inout HTML
) {
    let isShownAlike = before?.session.settings == session.settings
    let isAsked = isShownAlike && before?.sitting.asks(as: sitting) == true
    let isPlayed = isAsked && before?.sitting.sounds(as: sitting) == true
    html.element("div class='sitting' data-awake='heard'") { screen in
        screen.part("div class='sign-room'", id: "practise-sign", isKept: isAsked) { sign(sitting, session, to: &$0) }
        screen.part("div class='verdict' role='status'", id: "practise-verdict", isKept: isAsked && before?.sitting.says(as: sitting) == true) {
            verdictLine(sitting, session.presentation, to: &$0)
        }
        screen.part("div class='practise-keys' data-dark", id: "practise-keys", isKept: isPlayed) { keys in
            if let question = sitting.question, sitting.showsKeys(session.settings) {
                practiceKeyboard(question, sitting, session).write(to: &keys, session.presentation)
            }
        }
        screen.part("div class='practise-staff'", id: "practise-staff", isKept: isAsked) { staff in
            guard let question = sitting.question, sitting.showsStaff(session.settings) else { return }
            staffHint(question, session, to: &staff)
        }
        screen.part("div class='practise-answers'", id: "practise-answers", isKept: isAsked) { answers in
            if !sitting.isOver { answersView(sitting, session, hasInstrument: hasInstrument, to: &answers) }
        }
        screen.part("div class='practise-marks'", id: "practise-marks", isKept: isShownAlike && before?.sitting.marks == sitting.marks) {
            marks(sitting, to: &$0)
        }
    }
}

// MARK: The question

private func sign(_ sitting: Sitting, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    if sitting.isOver { return summary(sitting, to: &html) }
    guard let question = sitting.question else {
        return html.element("p class='practise-sign'", text: "…")
    }
    html.element("p class='practise-task'", text: sitting.isPaused ? PractiseText.paused : question.instruction)
    let isShort = question.term == nil && question.scale == nil && question.style == nil && question.markTitle.utf8.count < 6
    html.element("p class=? id=?", isShort ? "practise-sign short" : "practise-sign", "practise-name") { sign in
        if question.hidesName, !sitting.isTurned, sitting.settled == nil {
            sign.element("span class='practise-mystery'", text: question.task.isByEar ? "♪" : "?")
        } else {
            write(question, sitting, presentation, to: &sign)
        }
    }
    if session.settings.practises(with: .degrees) || sitting.isTurned, let subject = question.subject, !question.hidesName || sitting.isTurned {
        html.element("p class='practise-degrees' translate='no'", text: degrees(of: subject.chord, in: question, presentation))
    }
    guard let next = sitting.next, !next.hidesName else { return }
    html.element("p class='practise-next'") { line in
        line.write(PractiseText.next)
        write(next, nil, presentation, to: &line)
    }
}

/// The question as it is read from the music stand.
private func write(_ question: Question, _ sitting: Sitting?, _ presentation: Presentation, to html: inout HTML) {
    if let tone = question.tone, sitting == nil { return html.name(presentation.name(tone.name)) }
    if let scale = question.scale {
        html.element("span class='practise-scale' translate='no'", text: presentation.name(scale))
        if let tone = question.tone, sitting != nil {
            html.element("span class='practise-tone' translate='no'", text: presentation.name(tone.name))
        }
        return
    }
    switch question.subject {
    case .chord(let chord):
        html.element("span class='big-symbol' translate='no'") { $0.set(.chord(chord), presentation) }
        if let style = question.style { html.element("span class='practise-style'", text: style.title) }
    case .pair(let pair):
        if let term = question.term, let result = question.result {
            let isKnown = sitting == nil ? false : sitting?.isTurned == true || sitting?.settled != nil
            half(pair, .lower, isHidden: term == .lower && !isKnown, presentation, to: &html)
            html.element("span class='practise-plus'", text: "+")
            half(pair, .upper, isHidden: term == .upper && !isKnown, presentation, to: &html)
            html.element("span class='practise-plus'", text: "=")
            html.element("span class='big-symbol' translate='no'") { $0.set(.chord(result), presentation) }
        } else {
            half(pair, .lower, isHidden: false, presentation, to: &html)
            html.element("span class='practise-with'", text: PractiseText.with)
            half(pair, .upper, isHidden: false, presentation, to: &html)
            html.element("span class='practise-with'", text: PractiseText.onTop)
        }
    case nil: break
    }
}

private func half(_ pair: Combination, _ half: Half, isHidden: Bool, _ presentation: Presentation, to html: inout HTML) {
    html.element("span class=? translate='no'", "big-symbol " + half.rawValue) { symbol in
        if isHidden { symbol.write("?") } else { symbol.set(.chord(pair[half]), presentation) }
    }
}

/// Of a form that is asked for its own, from the lowest key up.
private func degrees(of chord: Chord, in question: Question, _ presentation: Presentation) -> String {
    let own = question.style == nil ? nil : question.voicing?.tones.compactMap { $0.degree }
    return (own ?? Array(chord.type.degrees)).map { presentation.name($0) }.joined(separator: " ")
}

extension Question {
    /// Whether what it is about is what is to be found out.
    var hidesName: Bool {
        switch task {
        case .name, .echo, .hear, .tension: true
        case .play, .complete, .compare, .changed: false
        }
    }

    /// What one does, in a word or two.
    var instruction: String {
        switch task {
        case .play: tone == nil ? PractiseText.play : PractiseText.playScale
        case .name: PractiseText.whichChord
        case .echo: PractiseText.playBack
        case .hear: scale == nil ? PractiseText.hearChord : PractiseText.hearScale
        case .complete: PractiseText.missingChord
        case .compare: PractiseText.whichOfTwo
        case .tension: PractiseText.tension
        case .changed: PractiseText.changedNote
        }
    }
}

private func summary(_ sitting: Sitting, to html: inout HTML) {
    html.element("p class='practise-task'", text: PractiseText.done)
    // The page was frozen all the time.
    guard sitting.firstCount > 0 else { return html.element("p class='practise-next'", text: PractiseText.nothingJudged) }
    html.element("p class='practise-sign practise-sum'", text: PractiseText.score(sitting.rightCount, of: sitting.firstCount))
    html.element("p class='practise-next'", text: PractiseText.firstTry)
}

// MARK: What is said

private func verdictLine(_ sitting: Sitting, _ presentation: Presentation, to html: inout HTML) {
    guard let (outcome, sentence) = sitting.said(in: presentation.notation) else { return }
    html.element("span class=? aria-hidden=?", "practise-outcome " + outcome.rawValue, "true", text: outcome.sign)
    html.element("span", text: sentence)
}

extension Outcome {
    /// So that no colour has to tell.
    var sign: String {
        switch self {
        case .asWritten, .right: "✓"
        case .late: "✓…"
        case .almost: "≈"
        case .wrong, .missed: "✗"
        }
    }

    var title: String {
        switch self {
        case .asWritten: PractiseText.markAsWritten
        case .right: PractiseText.markRight
        case .late: PractiseText.markLate
        case .almost: PractiseText.markAlmost
        case .wrong: PractiseText.markWrong
        case .missed: PractiseText.markMissed
        }
    }
}

private func marks(_ sitting: Sitting, to html: inout HTML) {
    guard !sitting.marks.isEmpty else { return }
    html.element("ol class='mark-row' aria-label=?", PractiseText.lastAnswers) { list in
        for mark in sitting.marks {
            list.element("li class=?", "mark " + mark.outcome.rawValue) { item in
                item.element("span aria-hidden='true'", text: mark.outcome.sign)
                item.write(mark.title)
                item.element("span class='spoken'", text: ", " + mark.outcome.title)
            }
        }
    }
}

// MARK: Keys and staff

/// What is played in the colours of the hands, what is foreign, and what is missing where something was said of it.
private func practiceKeyboard(_ question: Question, _ sitting: Sitting, _ session: Session) -> KeyboardPicture {
    let asked = question.asked
    let voicing = question.voicing
    let left = Set(voicing?.left.map { $0.pitch } ?? [])
    let right = Set(voicing?.right.map { $0.pitch } ?? [])
    let sounding = sitting.sounding
    let hands = Hands(sounding.map { $0.pitch }, split: session.settings.split)
    func part(of pitch: Int) -> Part {
        if left.contains(pitch) { return .lower }
        if right.contains(pitch) { return .upper }
        return hands.lower.contains(pitch) ? .lower : .upper
    }
    func note(_ pitch: Int) -> Combination.Note {
        Combination.Note(tone: Tone(pitch: pitch, name: asked.name(of: pitch), degree: asked.degree(of: pitch)), part: part(of: pitch))
    }
    var notes = sounding.filter { $0.part == .right }.map { note($0.pitch) }
    let all = PitchClassSet(sounding.map { $0.pitch })
    var remarks = sounding.filter { $0.part == .foreign }.map {
        KeyboardPicture.Remark($0.pitch, .foreign, asked.foreign($0.pitch, among: all).name)
    }
    let isShown = sitting.isTurned || session.settings.practises(with: .keys) || question.task == .name
    if isShown, sounding.isEmpty || sitting.isTurned {
        // What is meant, as it lies.
        notes = (voicing?.tones.map { $0.pitch } ?? asked.written).map { note($0) }
    } else {
        let missing = Set(sitting.missing.map { (asked.root.pitchClass + $0.pitchClass) % 12 })
        let tones = voicing?.tones ?? []
        // In the octave in which the hands are.
        func matches(_ octave: Int) -> Int { tones.filter { tone in notes.contains { $0.tone.pitch == tone.pitch + 12 * octave } }.count }
        let octave = [0, -1, 1, -2, 2].reduce(0) { matches($1) > matches($0) ? $1 : $0 }
        for tone in tones where missing.contains(tone.pitch % 12) {
            let isLeft = part(of: tone.pitch) == .lower
            remarks.append(KeyboardPicture.Remark(tone.pitch + 12 * octave, isLeft ? .missingLower : .missingUpper, tone.name))
        }
    }
    let shown = remarks.map { $0.pitch }
    let room = shown + (voicing?.tones.map { $0.pitch } ?? question.sounds.flatMap { $0.pitches }) + sounding.map { $0.pitch }
    return KeyboardPicture(
        practising: notes, remarks, within: sitting.room(for: room),
        pressing: sitting.isAnsweredByHand ? "practise press {now} {date}" : nil)
}

private func staffHint(_ question: Question, _ session: Session, to html: inout HTML) {
    guard let voicing = question.voicing else { return }
    StaffPicture(of: voicing, showing: session.settings.practises(with: .degrees) ? .degrees : .nothing)
        .write(to: &html, session.presentation)
}

// MARK: Answers

private func answersView(_ sitting: Sitting, _ session: Session, hasInstrument: Bool, to html: inout HTML) {
    guard let question = sitting.question else { return }
    if question.task.isByEar {
        html.element("div class='chips practise-hear' role='group' aria-label=?", PractiseText.listen) { chips in
            hear("all", question.sounds.count > 1 && question.scale == nil ? PractiseText.both : PractiseText.again, key: "Space", to: &chips)
            if question.sounds.count == 2, question.scale == nil {
                hear("first", PractiseText.first, to: &chips)
                hear("second", PractiseText.second, to: &chips)
            }
            hear("slower", PractiseText.slowly, to: &chips)
            if question.sounds.contains(where: { !$0.left.isEmpty && !$0.right.isEmpty }) {
                hear("left", PractiseText.leftHand, to: &chips)
                hear("right", PractiseText.rightHand, to: &chips)
            }
        }
    }
    if !question.choices.isEmpty, !question.task.isPlayed || !hasInstrument && question.task == .complete {
        // Names of scales have words that half a phone has no room for.
        let isLong = question.choices.contains { choice in
            let title = choice.title(in: session.presentation.notation)
            return title.utf8.count > 14 || title.contains(" ") && title.split(separator: " ").contains { $0.utf8.count > 7 }
        }
        html.element("div class=? role='group' aria-labelledby='practise-name'", isLong ? "practise-choices long" : "practise-choices") { choices in
            for (index, choice) in question.choices.enumerated() {
                let isShown = sitting.settled != nil
                let kind = !isShown ? "choice" : choice.isRight ? "choice true" : sitting.chosen == index ? "choice false" : "choice"
                choices.element("button type='button' class=? data-hotkey=? data-action=? aria-disabled=?",
                    kind, "\(index + 1)", "practise choose {now} {date} \(index)", isShown ? "true" : nil) { button in
                    button.element("kbd aria-hidden='true'", text: "\(index + 1)")
                    button.element("span translate='no'", text: choice.title(in: session.presentation.notation))
                    if isShown, choice.isRight { button.element("span class='spoken'", text: ", " + PractiseText.markRight) }
                    if isShown, !choice.isRight, sitting.chosen == index { button.element("span class='spoken'", text: ", " + PractiseText.markWrong) }
                }
            }
        }
    }
    html.element("div class='chips practise-turn' role='group' aria-label=?", PractiseText.answer) { chips in
        if sitting.isAnsweredByHand, sitting.isTurned {
            chips.element("span class='caption'", text: PractiseText.didYouKnow)
            for (grade, title, key) in [("yes", PractiseText.knewIt, "1"), ("nearly", PractiseText.nearly, "2"), ("no", PractiseText.notYet, "3")] {
                chips.element("button type='button' data-action=? data-hotkey=?",
                    "practise grade {now} {date} " + grade, key, text: title)
            }
        } else if sitting.isAnsweredByHand, sitting.settled == nil, !sitting.isInTime {
            if !sitting.pressed.isEmpty {
                chips.element("button type='button' data-action='practise check {now} {date}' data-hotkey='Enter'", text: PractiseText.check)
            }
            chips.element("button type='button' data-action='practise turn {now} {date}' data-hotkey=?",
                question.task.isByEar ? "0" : "Space", text: PractiseText.showAnswer)
        }
        if sitting.settled == nil, !sitting.isTurned, !sitting.isInTime {
            chips.element("button type='button' data-action='practise skip {now} {date}'", text: PractiseText.skip)
        }
        if sitting.settled != nil, !sitting.goesOnByItself {
            chips.element("button type='button' class='start-practice' data-action='practise skip {now} {date}' data-hotkey='Enter'", text: PractiseText.goOn)
        }
    }
}

private func hear(_ what: String, _ title: String, key: String? = nil, to html: inout HTML) {
    html.element("button type='button' data-action=? data-hotkey=?", "practise hear " + what, key, text: title)
}
