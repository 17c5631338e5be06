import Harmony
import Instruments
import Practice
import Rendering

/// The question, the keyboard and the verdict, in letters that can be read from the piano.
///
/// Unchanged parts are not written again, so that a key lights up without delay.
/// - Parameters:
///   - before: the session as it was last written; nil if it was not on the screen.
///   - hasSameSettings: whether the settings and the instruments are the same as then.
func practiceSessionView(
    _ practice: PracticeSession, _ midi: MIDIStatus, _ session: Session,
    since before: PracticeSession?, hasSameSettings: Bool, to html: inout HTML
) {
    let isAsked = hasSameSettings && before?.hasSameQuestion(as: practice) == true
    let isPlayed = isAsked && before?.hasSameKeys(as: practice) == true
    // A desk has the question beside the keys, unless a chart needs the width.
    let isBeside = practice.passage == nil && !practice.isOver
    html.element("div class=? data-awake='heard'", isBeside ? "sitting beside" : "sitting") { screen in
        screen.part("div class='sign-room'", id: "practise-sign", isKept: isAsked) { room in
            sign(practice, session, to: &room)
            if let passage = practice.passage { barsView(passage, practice, session.presentation, to: &room) }
        }
        screen.part(
            "div class='verdict' role='status'", id: "practise-verdict",
            isKept: isAsked && before?.hasSameVerdict(as: practice) == true
        ) {
            verdictLine(practice, session.presentation, to: &$0)
        }
        screen.part(
            "div class='practise-keys' data-dark", id: "practise-keys", isKept: isPlayed,
            [("data-unlit", practice.isAnswerHeard ? "" : nil)]
        ) { keys in
            if let question = practice.question, practice.showsKeys(session.settings) {
                practiceKeyboard(question, practice, session).write(to: &keys, session.presentation)
            }
        }
        screen.part("div class='practise-staff'", id: "practise-staff", isKept: isAsked) { staff in
            guard let question = practice.question, practice.showsStaff(session.settings) else { return }
            staffHint(question, session, to: &staff)
        }
        screen.part("div class='practise-answers'", id: "practise-answers", isKept: isAsked) { answers in
            if !practice.isOver { answersView(practice, session, midi, to: &answers) }
        }
        screen.part(
            "div class='practise-marks'", id: "practise-marks",
            isKept: hasSameSettings && before?.tally.marks == practice.tally.marks
        ) {
            marks(practice, to: &$0)
        }
    }
}

// MARK: The question

private func sign(_ practice: PracticeSession, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    if practice.isOver { return summary(practice, presentation, to: &html) }
    guard let question = practice.question else {
        return html.element("p class='practise-sign'", text: "…")
    }
    let instruction = practice.isNew ? PracticeText.new(question.instruction) : question.instruction
    html.element(
        "p class='practise-task' id='practise-task'", text: practice.isPaused ? PracticeText.paused : instruction)
    let isShort =
        question.term == nil && question.scale == nil && question.style == nil && question.markTitle.utf8.count < 6
    html.element("p class=? id=?", isShort ? "practise-sign short" : "practise-sign", "practise-name") { sign in
        if question.hidesName, !practice.answer.isShown, practice.answer.settled == nil {
            sign.element("span class='practise-mystery'", text: question.task.isByEar ? "♪" : "?")
        } else {
            write(question, practice, presentation, to: &sign)
        }
    }
    if session.settings.isOn(.degrees) || practice.answer.isShown, let subject = question.subject,
        !question.hidesName || practice.answer.isShown
    {
        html.element(
            "p class='practise-degrees' translate='no'", text: degrees(of: subject.chord, in: question, presentation))
    }
    guard let next = practice.next, !next.hidesName else { return }
    html.element("p class='practise-next'") { line in
        line.write(PracticeText.next)
        write(next, nil, presentation, to: &line)
    }
}

/// Writes the question.
/// - Parameter practice: nil for a question that is only announced.
private func write(
    _ question: Question, _ practice: PracticeSession?, _ presentation: Presentation, to html: inout HTML
) {
    if let tone = question.tone, practice == nil { return html.name(presentation.name(tone.name)) }
    if let scale = question.scale {
        html.element("span class='practise-scale' translate='no'", text: presentation.name(scale))
        if let tone = question.tone, practice != nil {
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
            let isKnown = practice == nil ? false : practice?.answer.isShown == true || practice?.answer.settled != nil
            half(pair, .lower, isHidden: term == .lower && !isKnown, presentation, to: &html)
            html.element("span class='practise-plus'", text: "+")
            half(pair, .upper, isHidden: term == .upper && !isKnown, presentation, to: &html)
            html.element("span class='practise-plus'", text: "=")
            html.element("span class='big-symbol' translate='no'") { $0.set(.chord(result), presentation) }
        } else {
            half(pair, .lower, isHidden: false, presentation, to: &html)
            html.element("span class='practise-with'", text: PracticeText.with)
            half(pair, .upper, isHidden: false, presentation, to: &html)
            html.element("span class='practise-with'", text: PracticeText.onTop)
        }
    case nil: break
    }
}

private func half(_ pair: Combination, _ half: Half, isHidden: Bool, _ presentation: Presentation, to html: inout HTML)
{
    html.element("span class=? translate='no'", "big-symbol " + half.rawValue) { symbol in
        if isHidden { symbol.write("?") } else { symbol.set(.chord(pair[half]), presentation) }
    }
}

/// The degrees of the chord or, if the question has a voicing style, those of the voicing from the bottom up.
private func degrees(of chord: Chord, in question: Question, _ presentation: Presentation) -> String {
    let own = question.style == nil ? nil : question.voicing?.tones.compactMap { $0.degree }
    return (own ?? Array(chord.type.degrees)).map { presentation.name($0) }.joined(separator: " ")
}

extension Question {
    /// Whether the name is the answer.
    var hidesName: Bool {
        switch task {
        case .name, .echo, .hear, .tension: true
        case .play, .complete, .compare, .changed: false
        }
    }

    /// A few words, such as “Which chord is it?”.
    var instruction: String {
        switch task {
        case .play: tone == nil ? PracticeText.play : PracticeText.playScale
        case .name: PracticeText.whichChord
        case .echo: PracticeText.playBack
        case .hear: scale == nil ? PracticeText.hearChord : PracticeText.hearScale
        case .complete: PracticeText.missingChord
        case .compare: PracticeText.whichOfTwo
        case .tension: PracticeText.tension
        case .changed: PracticeText.changedNote
        }
    }
}

private func summary(_ practice: PracticeSession, _ presentation: Presentation, to html: inout HTML) {
    html.element("p class='practise-task'", text: PracticeText.done)
    // The page was suspended all the time.
    guard practice.firstCount > 0 else {
        return html.element("p class='practise-next'", text: PracticeText.nothingJudged)
    }
    html.element(
        "p class='practise-sign practise-sum'", text: PracticeText.score(practice.rightCount, of: practice.firstCount))
    html.element("p class='practise-next'", text: PracticeText.firstTry)
    if let report = practice.report { write(report, presentation, to: &html) }
    if practice.isAgainstClock { writeResult(practice, presentation, to: &html) }
}

/// The result of ten chords as a line to copy.
private func writeResult(_ practice: PracticeSession, _ presentation: Presentation, to html: inout HTML) {
    guard let source = practice.source, case .ten(let isOfDay, _) = practice.place else { return }
    // The first question may be about a similar chord.
    let chord = isOfDay ? TenChords.ofDay(source.day, .play).first : nil
    func line(in notation: Notation) -> String {
        PracticeText.result(
            of: chord.map { $0.title(in: notation) }, on: source.day,
            practice.rightCount, of: practice.firstCount, practice.tally.shownSeconds)
    }
    html.element("p class='practise-report'", text: line(in: presentation.inSentences.notation))
    html.element("div class='chips practise-turn'") { chips in
        chips.element(
            "button type='button' data-action=?", "app copy " + line(in: presentation.notation),
            text: PracticeText.copyResult)
    }
}

/// The end of the daily session: one sentence about today, and a preview of tomorrow.
private func write(_ report: TodayReport, _ presentation: Presentation, to html: inout HTML) {
    let notation = presentation.inSentences.notation
    html.element(
        "p class='practise-report'",
        text: PracticeText.report(
            report.result, faster: report.faster?.title(in: notation),
            needsWork: report.needsWork?.title(in: notation)))
    var preview = PracticeText.tomorrow(report.dueTomorrow)
    if let new = report.nextNew { preview += " " + PracticeText.nextNew(new.title(in: notation)) }
    html.element("p class='practise-report caption'", text: preview)
}

// MARK: Feedback

private func verdictLine(_ practice: PracticeSession, _ presentation: Presentation, to html: inout HTML) {
    guard let (outcome, sentence) = practice.feedback(in: presentation.inSentences.notation) else { return }
    html.element("span class=? aria-hidden=?", "practise-outcome " + outcome.rawValue, "true", text: outcome.sign)
    html.element("span", text: sentence)
}

extension Outcome {
    /// A sign that is understood without its color.
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
        case .asWritten: PracticeText.markAsWritten
        case .right: PracticeText.markRight
        case .late: PracticeText.markLate
        case .almost: PracticeText.markAlmost
        case .wrong: PracticeText.markWrong
        case .missed: PracticeText.markMissed
        }
    }
}

private func marks(_ practice: PracticeSession, to html: inout HTML) {
    guard !practice.tally.marks.isEmpty else { return }
    html.element("ol class='mark-row' aria-label=?", PracticeText.lastAnswers) { list in
        for mark in practice.tally.marks {
            list.element("li class=?", "mark " + mark.outcome.rawValue) { item in
                item.element("span aria-hidden='true'", text: mark.outcome.sign)
                item.name(mark.title)
                item.element("span class='spoken'", text: ", " + mark.outcome.title)
            }
        }
    }
}

/// The bars of the tune in the daily session, each with its chords and what was played.
private func barsView(
    _ passage: LearnedTune.Passage, _ practice: PracticeSession, _ presentation: Presentation, to html: inout HTML
) {
    let chords = passage.chords
    guard let first = chords.first?.bar, let last = chords.last?.bar else { return }
    html.element("p class='practise-next'", text: PracticeText.bars(first, to: last, of: passage.title))
    let now = practice.isOver || practice.answer.settled != nil ? nil : practice.passageIndex
    html.element("ol class='practise-chart'") { list in
        for bar in first...last {
            let indices = chords.indices.filter { chords[$0].bar == bar }
            let length = indices.reduce(0) {
                $0 + chords[$1].subject.title(in: presentation.notation).unicodeScalars.count
            }
            list.element(
                "li class=? aria-current=?", length > 8 ? "dense" : nil,
                now.map { indices.contains($0) } == true ? "step" : nil
            ) { item in
                item.element("span class='spoken'", text: PracticeText.bar(bar))
                for index in indices {
                    item.element("span class=?", "mark " + (chords[index].outcome?.rawValue ?? "")) { mark in
                        mark.element("span aria-hidden='true'", text: chords[index].outcome?.sign ?? "")
                        mark.element("span class='chord-symbol' translate='no'") {
                            $0.set(chords[index].subject.symbol, presentation)
                        }
                        let word = index == now ? PracticeText.markCurrent : chords[index].outcome?.title
                        if let word { mark.element("span class='spoken'", text: ", " + word) }
                    }
                }
            }
        }
    }
}

extension LearnedTune.Chord {
    /// How the answer is shown: what was right at a later attempt is almost right.
    fileprivate var outcome: Outcome? {
        quality.map { $0 >= Quality.rightAtOnce ? .right : $0 > Quality.shown ? .almost : .missed }
    }
}

// MARK: Keys and staff

/// The keys that sound in the colors of the hands, wrong keys, and after a verdict the missing ones.
private func practiceKeyboard(_ question: Question, _ practice: PracticeSession, _ session: Session) -> KeyboardPicture
{
    let asked = question.expected
    let voicing = question.voicing
    let left = Set(voicing?.left.map { $0.pitch } ?? [])
    let right = Set(voicing?.right.map { $0.pitch } ?? [])
    let sounding = practice.sounding
    let hands = Hands(sounding.map { $0.pitch }, split: session.settings.split)
    func part(of pitch: Int) -> Part {
        if left.contains(pitch) { return .lower }
        if right.contains(pitch) { return .upper }
        return hands.lower.contains(pitch) ? .lower : .upper
    }
    func note(_ pitch: Int) -> Combination.Note {
        Combination.Note(
            tone: Tone(pitch: pitch, name: asked.name(of: pitch), degree: asked.degree(of: pitch)),
            part: part(of: pitch))
    }
    var notes = sounding.filter { $0.part == .right }.map { note($0.pitch) }
    let all = PitchClassSet(sounding.map { $0.pitch })
    var remarks = sounding.filter { $0.part == .foreign }.map {
        KeyboardPicture.Remark($0.pitch, .foreign, asked.foreign($0.pitch, among: all).name)
    }
    let isShown = practice.answer.isShown || session.settings.isOn(.keys) || question.task == .name || practice.isNew
    if isShown, sounding.isEmpty || practice.answer.isShown {
        // The answer.
        notes = (voicing?.tones.map { $0.pitch } ?? asked.written).map { note($0) }
    } else {
        let missing = Set(practice.missing.map { (asked.root.pitchClass + $0.pitchClass) % 12 })
        let tones = voicing?.tones ?? []
        // In the octave that is played.
        func matches(_ octave: Int) -> Int {
            tones.filter { tone in notes.contains { $0.tone.pitch == tone.pitch + 12 * octave } }.count
        }
        let octave = [0, -1, 1, -2, 2].reduce(0) { matches($1) > matches($0) ? $1 : $0 }
        for tone in tones where missing.contains(tone.pitch % 12) {
            let isLeft = part(of: tone.pitch) == .lower
            remarks.append(
                KeyboardPicture.Remark(tone.pitch + 12 * octave, isLeft ? .missingLower : .missingUpper, tone.name))
        }
    }
    let shown = remarks.map { $0.pitch }
    let room =
        shown + (voicing?.tones.map { $0.pitch } ?? question.sounds.flatMap { $0.pitches }) + sounding.map { $0.pitch }
    return KeyboardPicture(
        practising: notes, remarks, within: practice.range(including: room),
        pressing: practice.isAnsweredByPlaying ? "practise press {now} {date}" : nil)
}

private func staffHint(_ question: Question, _ session: Session, to html: inout HTML) {
    guard let voicing = question.voicing else { return }
    StaffPicture(of: voicing, showing: session.settings.isOn(.degrees) ? .degrees : .nothing)
        .write(to: &html, session.presentation)
}

// MARK: Answers

private func answersView(_ practice: PracticeSession, _ session: Session, _ midi: MIDIStatus, to html: inout HTML) {
    guard let question = practice.question else { return }
    if question.task.isByEar {
        html.element("div class='chips practise-hear' role='group' aria-label=?", SharedText.listen) { chips in
            hear(
                "all", question.sounds.count > 1 && question.scale == nil ? PracticeText.both : PracticeText.again,
                key: "Space", to: &chips)
            if question.sounds.count == 2, question.scale == nil {
                hear("first", PracticeText.first, to: &chips)
                hear("second", PracticeText.second, to: &chips)
            }
            hear("slower", PracticeText.slowly, to: &chips)
            if question.sounds.contains(where: { !$0.left.isEmpty && !$0.right.isEmpty }) {
                hear("left", PracticeText.leftHand, to: &chips)
                hear("right", PracticeText.rightHand, to: &chips)
            }
        }
    }
    if !question.choices.isEmpty, !question.task.isPlayed || !midi.hasInstrument && question.task == .complete {
        // Long words of scale names do not fit into half the width of a phone.
        let isLong = question.choices.contains { choice in
            let title = choice.title(in: session.presentation.notation)
            return title.utf8.count > 14
                || title.contains(" ") && title.parts(at: " ").contains { $0.utf8.count > 7 }
        }
        html.element(
            "div class=? role='group' aria-labelledby='practise-task practise-name'",
            isLong ? "practise-choices long" : "practise-choices"
        ) { choices in
            for (index, choice) in question.choices.enumerated() {
                let isShown = practice.answer.settled != nil
                let isMistake = isShown && !choice.isRight && practice.answer.chosen == index
                let kind = isMistake ? "choice false" : isShown && choice.isRight ? "choice true" : "choice"
                choices.element(
                    "button type='button' class=? data-hotkey=? data-action=? aria-disabled=?",
                    kind, "\(index + 1)", "practise choose {now} {date} \(index)", isShown ? "true" : nil
                ) { button in
                    button.element("kbd aria-hidden='true'", text: "\(index + 1)")
                    if midi.hasKeys, let letter = Letter(rawValue: index) {
                        button.element(
                            "span class='piano-key' aria-hidden='true' translate='no'",
                            text: session.presentation.notation.names.name(of: letter))
                    }
                    button.element("span translate='no'", text: choice.title(in: session.presentation.notation))
                    if isShown, choice.isRight {
                        button.element("span class='spoken'", text: ", " + PracticeText.markRight)
                    }
                    if isMistake {
                        button.element("span class='spoken'", text: ", " + PracticeText.markWrong)
                    }
                }
            }
        }
    }
    html.element("div class='chips practise-turn' role='group' aria-label=?", PracticeText.answer) { chips in
        if practice.isAnsweredByPlaying, practice.answer.isShown {
            chips.element("span class='caption'", text: PracticeText.didYouKnow)
            for (grade, title, key) in [
                ("yes", PracticeText.knewIt, "1"), ("nearly", PracticeText.nearly, "2"),
                ("no", PracticeText.notYet, "3"),
            ] {
                chips.element(
                    "button type='button' data-action=? data-hotkey=?",
                    "practise grade {now} {date} " + grade, key, text: title)
            }
        } else if practice.isAnsweredByPlaying, practice.answer.settled == nil, !practice.isInTime {
            if !practice.answer.pressed.isEmpty {
                chips.element(
                    "button type='button' data-action='practise check {now} {date}' data-hotkey='Enter'",
                    text: PracticeText.check)
            }
            // Against the clock, nothing is graded by the learner.
            if !practice.isAgainstClock {
                chips.element(
                    "button type='button' data-action='practise turn {now} {date}' data-hotkey=?",
                    question.task.isByEar ? "0" : "Space", text: PracticeText.showAnswer)
            }
        }
        if practice.answer.settled == nil, !practice.answer.isShown, !practice.isInTime {
            chips.element("button type='button' data-action='practise skip {now} {date}'", text: PracticeText.skip)
        }
        if practice.answer.settled != nil, !practice.advancesAutomatically {
            chips.element(
                """
                    button type='button' class='main-action' data-action='practise skip {now} {date}' \
                    data-hotkey='Enter'
                    """,
                text: PracticeText.goOn)
        }
    }
}

private func hear(_ what: String, _ title: String, key: String? = nil, to html: inout HTML) {
    html.element("button type='button' data-action=? data-hotkey=?", "practise hear " + what, key, text: title)
}
