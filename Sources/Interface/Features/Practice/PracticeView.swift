import Harmony
import Practice
import Rendering

/// The access to instruments, as the practice screens show it.
struct MIDIStatus: Sendable, Hashable {
    /// Whether there is a MIDI instrument, or the page listens to a piano.
    let hasInstrument: Bool
    /// Whether there is a MIDI instrument, whose keys choose answers.
    let hasKeys: Bool
    /// Whether the browser has granted access.
    let isAllowed: Bool
    /// Whether the microphone is off.
    let offersListening: Bool
    /// An error message with advice.
    let errorMessage: String?

    /// Whether the daily session is answered on an instrument. Without a choice, it is if one is connected, or was used
    /// before: then the browser has granted access.
    func answers(_ settings: Settings) -> Bool { settings.todayHasInstrument ?? (hasInstrument || isAllowed) }
}

/// The practice screens.
/// - Parameter before: the state in which this screen was last written; nil if another screen was shown.
func practiceView(
    _ place: PracticeRoute, _ state: PracticeState, _ midi: MIDIStatus, _ session: Session,
    since before: (state: PracticeState, midi: MIDIStatus, session: Session)?, to html: inout HTML
) {
    html.element("div class=?", place.hasExercise ? "practise at-piano" : "practise") { screen in
        switch place {
        case .home: homeView(state, midi, session, since: before, to: &screen)
        case .exercise, .review, .today, .ten: exerciseView(place, state, midi, session, since: before, to: &screen)
        case .assignment(let words): assignmentView(words, state, session, to: &screen)
        case .course(let id):
            if let course = Course(id: id) {
                courseView(course, for: session.settings.pianist, session.presentation, to: &screen)
            }
        case .results:
            resultsView(
                state, hasInstrument: midi.answers(session.settings), session, to: &screen)
        }
    }
}

extension PracticeRoute {
    /// The title of the browser tab.
    func practiceTitle(_ state: PracticeState, _ presentation: Presentation) -> [String] {
        switch self {
        case .home: [PracticeText.practice]
        case .exercise:
            [
                PracticeText.capitalized((state.current?.exercise ?? exercise)?.title(in: presentation.notation) ?? ""),
                PracticeText.practice,
            ]
        case .review: [PracticeText.due, PracticeText.practice]
        case .today(let minutes, _): [PracticeText.today(minutes), PracticeText.practice]
        case .ten(let isOfDay, _):
            [isOfDay ? PracticeText.chordOfTheDay : PracticeText.tenChords, PracticeText.practice]
        case .assignment: [PracticeText.assignment, PracticeText.practice]
        case .course(let id): [Course(id: id)?.title ?? "", PracticeText.practice]
        case .results: [PracticeText.progress, PracticeText.practice]
        }
    }
}

// MARK: An exercise

private func exerciseView(
    _ place: PracticeRoute, _ state: PracticeState, _ midi: MIDIStatus, _ session: Session,
    since before: (state: PracticeState, midi: MIDIStatus, session: Session)?, to html: inout HTML
) {
    let presentation = session.presentation
    let practice = state.current
    html.part(
        "div class='practise-head'", id: "practise-head",
        isKept: before != nil && before?.session.settings == session.settings
            && before?.state.current?.progress.done == practice?.progress.done
            && before?.state.current?.progress.all == practice?.progress.all
            && before?.state.current?.tally.shownSeconds == practice?.tally.shownSeconds
            && before?.state.current?.isPaused == practice?.isPaused
            && before?.state.current?.isPlaying == practice?.isPlaying
            && before?.state.current?.isOver == practice?.isOver
    ) { head in
        let title = place.practiceTitle(state, presentation)[0]
        let written = presentation.inSentences
        // A lower-case numeral is a minor chord, so it is not capitalized.
        head.element(
            title.hasPrefix("ii–") ? "h2 class='as-written'" : "h2", text: place.practiceTitle(state, written)[0])
        if let exercise = practice?.exercise {
            head.element("p class='caption'", text: exercise.manner(written))
            if practice?.passage != nil, exercise.task == .play {
                let beats = session.settings.practicedTune(in: exercise)?.beats ?? 4
                stepLinks(exercise, beats: beats, presentation, to: &head)
            }
        }
        guard let practice, let source = practice.source, !source.isEmpty else { return }
        let progress = practice.progress
        head.element("div class='practise-progress'") { line in
            line.element(
                "progress aria-label=? max=? value=?",
                source.today == nil ? PracticeText.answered : PracticeText.practiceTime, "\(max(progress.all, 1))",
                "\(practice.isOver ? progress.all : progress.done)", text: "")
            let minutesLeft = practice.isOver ? 0 : (progress.all - progress.done + 59) / 60
            line.element(
                "span",
                text: source.today == nil
                    ? "\(progress.done) / \(progress.all)"
                        + (practice.isAgainstClock ? " · " + PracticeText.seconds(practice.tally.shownSeconds) : "")
                    : PracticeText.minutesLeft(minutesLeft))
        }
        head.element("div class='practise-tools' role='group' aria-label=?", PracticeText.exercise) { tools in
            if practice.isInTime { timeButtons(practice, presentation, to: &tools) }
            if practice.isOver {
                tools.element(
                    """
                    button type='button' class='main-action' data-action='practise again {now} {date}' \
                    data-hotkey='Enter'
                    """,
                    text: PracticeText.again)
            } else if !practice.isInTime {
                tools.element(
                    "button type='button' data-action='practise pause {now} {date}' aria-pressed=?",
                    practice.isPaused ? "true" : "false", text: PracticeText.pause)
            }
        }
    }
    if let practice, let source = practice.source {
        if source.isEmpty {
            html.element("p class='empty'", text: PracticeText.nothingDue)
        } else {
            practiceSessionView(
                practice, midi, session, since: before?.state.current,
                hasSameSettings: before?.session.settings == session.settings && before?.midi == midi, to: &html)
        }
    } else if practice != nil, case .ten(let isOfDay, let hasInstrument) = place {
        // The practice log is there: before, nothing could be started.
        let chord = isOfDay ? TenChords.ofDay(state.day, .play).first : nil
        html.element(
            "p",
            text: PracticeText.ten(of: chord?.title(in: presentation.inSentences.notation), isPlayed: hasInstrument))
        html.element("div class='chips'") { chips in
            chips.element(
                """
                button type='button' class='main-action' data-action='practise again {now} {date}' \
                data-hotkey='Enter'
                """,
                text: PracticeText.start)
            chips.link(
                to: .practice(.ten(isOfDay: isOfDay, hasInstrument: !hasInstrument)), presentation, class: "chip"
            ) {
                $0.write(hasInstrument ? PracticeText.onCards : PracticeText.onInstrument)
            }
        }
    } else {
        // The exercise would push the buttons below it away from a finger.
        return html.element("p class='caption' role='status'", text: "…")
    }
    html.part(
        "div class='practise-foot'", id: "practise-foot",
        isKept: before != nil && before?.session.settings == session.settings
            && before?.midi == midi && before?.state.storage == state.storage && before?.state.day == state.day
            && before?.state.current?.isInTime == practice?.isInTime
    ) { foot in
        foot.element("div class='chips' role='group' aria-label=?", PracticeText.hints) { chips in
            for option in PracticeOption.allCases {
                chips.toggle(option.title, "practise toggle " + option.rawValue, isOn: session.settings.isOn(option))
            }
        }
        foot.element("div class='chips'") { chips in
            if !midi.isAllowed {
                chips.element(
                    "button type='button' class='needs-midi' data-action='play enable'", text: PracticeText.useKeyboard)
            }
            if midi.offersListening, practice?.isInTime != true { listenButton(to: &chips) }
            chips.element("button type='button' data-action='app copy-link'", text: PracticeText.copyLink)
            if case .exercise(let words) = place {
                assignmentLink(words, state, session.settings, presentation, to: &chips)
            }
            chips.link(to: .practice(.results), presentation, class: "chip") { $0.write(PracticeText.progress) }
        }
        if let message = midi.errorMessage { foot.element("p class='caption' role='alert'", text: message) }
        storageWarning(state, to: &foot)
    }
}

/// The steps in which a tune is practiced: one chord after the other, in time, and with the band.
private func stepLinks(_ exercise: Exercise, beats: Int, _ presentation: Presentation, to html: inout HTML) {
    var tempo = 90
    if case .inTime(let chosen, _) = exercise.pace { tempo = chosen }
    let isInTime = exercise.pace != .waiting
    html.element("div class='chips practise-steps' role='group' aria-label=?", PracticeText.steps) { chips in
        func link(_ title: String, _ pace: Pace, hasBand: Bool) {
            var step = exercise
            step.pace = pace
            // The bass player of the band has the roots.
            if step.conditions.hasBand != hasBand { step.conditions.bass = hasBand ? .band : .lowest }
            step.conditions.hasBand = hasBand
            chips.link(
                to: .practice(.exercise(step)), presentation, class: "chip",
                isCurrent: isInTime == (pace != .waiting) && exercise.conditions.hasBand == hasBand
            ) { $0.write(title) }
        }
        let pace = Pace.inTime(tempo: tempo, beats: beats)
        link(PracticeText.waitForMe, .waiting, hasBand: false)
        link(PracticeText.inTime, pace, hasBand: false)
        link(PracticeText.withBand, pace, hasBand: true)
    }
}

private func timeButtons(_ practice: PracticeSession, _ presentation: Presentation, to html: inout HTML) {
    html.element(
        "button type='button' class='main-action' data-action='practise start {now} {date}' data-hotkey='Space'",
        text: practice.isPlaying ? PracticeText.stop : PracticeText.start)
    guard let exercise = practice.exercise, case .inTime(let tempo, let beats) = exercise.pace else { return }
    for (step, title) in [(-10, PracticeText.slower), (10, PracticeText.faster)]
    where Pace.tempos.contains(tempo + step) {
        var other = exercise
        other.pace = .inTime(tempo: tempo + step, beats: beats)
        html.link(to: .practice(.exercise(other)), presentation, class: "chip") { $0.write(title) }
    }
    html.element("span class='caption'", text: "♩ = \(tempo)")
}

/// A warning if answers cannot be stored.
func storageWarning(_ state: PracticeState, to html: inout HTML) {
    guard state.storage == .unavailable else { return }
    html.element("p class='trouble' role='status'", text: PracticeText.notStored)
}

// MARK: Home

private func homeView(
    _ state: PracticeState, _ midi: MIDIStatus, _ session: Session,
    since before: (state: PracticeState, midi: MIDIStatus, session: Session)?, to html: inout HTML
) {
    let presentation = session.presentation
    let hasSameSettings = before?.session.settings == session.settings
    html.part(
        "section class='panel practise-now'", id: "practise-advice",
        isKept: hasSameSettings
            && before?.state.logVersion == state.logVersion && before?.state.day == state.day
            && before?.state.storage == state.storage && before?.midi == midi
            && before?.state.isOffered == state.isOffered,
        [("aria-label", PracticeText.whatNext)]
    ) { panel in
        let schedule = state.storage.isKnown ? state.schedule(session.settings) : nil
        panel.element("div class='practise-part'") { part in
            part.element("h2", text: PracticeText.practice)
            todayView(schedule, midi, session, to: &part)
            guard schedule != nil else {
                return part.element("p class='caption' role='status'", text: PracticeText.loading)
            }
            if state.isOffered {
                part.element("p role='status'", text: PracticeText.otherDevice)
                part.element("div class='chips'") { chips in
                    chips.element("button type='button' data-action='shelf do travel'", text: PracticeText.together)
                    chips.element("button type='button' data-action='shelf do stay'", text: PracticeText.apart)
                }
            }
            if let assignment = session.settings.assignment, !assignment.exercises.isEmpty {
                assignmentLine(assignment, state, session, to: &part)
            }
        }
        guard let schedule else { return }
        panel.element("div class='practise-part'") { part in
            part.element("h3", text: PracticeText.againstClock)
            part.element("div class='chips'") { chips in
                for isOfDay in [false, true] {
                    let place = PracticeRoute.ten(isOfDay: isOfDay, hasInstrument: midi.answers(session.settings))
                    chips.link(to: .practice(place), presentation, class: "chip") {
                        $0.write(place.practiceTitle(state, presentation)[0])
                    }
                }
            }
            let advice = state.log.advice(schedule, in: presentation.inSentences.notation)
            part.element("h3", text: PracticeText.orElse)
            part.element("p class='advice'", text: advice.sentence)
            part.link(to: .practice(advice.place), presentation, class: "chip") { $0.write(PracticeText.start) }
            if midi.hasKeys {
                part.element("p class='caption'", text: PracticeText.justPlay)
            } else if !midi.isAllowed {
                part.element("div class='chips needs-midi'") { chips in
                    chips.element("button type='button' data-action='play enable'", text: PracticeText.useKeyboard)
                    chips.element("span class='caption'", text: PracticeText.withoutKeyboard)
                }
            }
            if let message = midi.errorMessage { part.element("p class='caption' role='alert'", text: message) }
            storageWarning(state, to: &part)
        }
    }
    if let practice = state.current, practice.source != nil {
        practiceSessionView(
            practice, midi, session,
            since: before?.state.current, hasSameSettings: hasSameSettings && before?.midi == midi, to: &html)
    }
    html.part(
        "section class='panel'", id: "practise-courses", isKept: hasSameSettings, [("aria-label", PracticeText.courses)]
    ) { panel in
        panel.element("h2", text: PracticeText.courses)
        panel.element("ul class='course-list'") { list in
            for course in Course.all {
                list.element("li") { item in
                    item.link(to: .practice(.course(course.id)), presentation, class: "course") { link in
                        link.element("b", text: course.title(in: presentation.inSentences.notation))
                        link.element("span class='caption'", text: course.summary)
                    }
                }
            }
        }
    }
    html.part(
        "section class='panel'", id: "practise-draft",
        isKept: hasSameSettings && before?.state.draft == state.draft && before?.state.day == state.day,
        [("aria-label", PracticeText.customExercise)]
    ) { panel in
        draftView(state.draft, presentation, to: &panel)
        panel.element("div class='chips'") { chips in
            chips.link(to: .practice(.exercise(state.draft.exercise)), presentation, class: "chip main-action") {
                $0.write(PracticeText.start)
            }
            assignmentLink(state.draft.exercise.words, state, session.settings, presentation, to: &chips)
        }
    }
    html.part(
        "section class='panel'", id: "practise-sum",
        isKept: hasSameSettings && before?.state.logVersion == state.logVersion && before?.state.day == state.day,
        [("aria-label", PracticeText.progress)]
    ) { panel in
        let days = state.log.days(until: state.day)
        let today = days.last.flatMap { $0.day == state.day ? $0 : nil }
        panel.element("h2", text: PracticeText.progress)
        panel.element(
            "p",
            text: today.map { PracticeText.today($0.count, right: $0.rightCount, minutes: $0.minutes) }
                ?? PracticeText.nothingToday)
        panel.link(to: .practice(.results), presentation, class: "chip") { $0.write(PracticeText.showDetails) }
        panel.link(to: .progressions(in: session.key), presentation, class: "chip") {
            $0.write(SharedText.progressions)
        }
    }
}

/// The daily session: one link, its length, and how it is answered.
/// - Parameter schedule: nil while the practice log is loading.
private func todayView(_ schedule: Schedule?, _ midi: MIDIStatus, _ session: Session, to html: inout HTML) {
    let settings = session.settings
    let hasInstrument = midi.answers(settings)
    let place = PracticeRoute.today(minutes: settings.todayMinutes, hasInstrument: hasInstrument)
    html.link(to: .practice(place), session.presentation, class: "chip main-action today") {
        $0.write(PracticeText.today(settings.todayMinutes))
    }
    let tune = settings.learnedTune?.title
    let due = schedule.map { " " + PracticeText.today(due: $0.dueCount(hasInstrument: hasInstrument)) }
    html.element("p class='caption'", text: PracticeText.todayParts(tune) + (due ?? ""))
    html.element("div class='chips practise-lengths' role='group' aria-label=?", PracticeText.length) { chips in
        for minutes in Today.minutes {
            plan("\(minutes)", PracticeText.minutes(minutes), isOn: minutes == settings.todayMinutes, to: &chips)
        }
    }
    html.element("div class='chips' role='group' aria-label=?", PracticeText.answerWith) { chips in
        plan("piano", PracticeText.onInstrument, isOn: hasInstrument, to: &chips)
        plan("cards", PracticeText.onCards, isOn: !hasInstrument, to: &chips)
    }
    if let tune {
        html.element("div class='chips'") {
            $0.element(
                "button type='button' data-action=?", "practise plan " + Settings.withoutTune,
                text: PracticeText.leaveOut(tune))
        }
    }
}

private func plan(_ value: String, _ title: String, isOn: Bool, to html: inout HTML) {
    html.toggle(title, "practise plan " + value, isOn: isOn)
}

/// Material, order, task and pace of a custom exercise.
private func draftView(_ draft: Draft, _ presentation: Presentation, to html: inout HTML) {
    let exercise = draft.exercise
    html.element("h2", text: PracticeText.customExercise)
    html.element("div class='tune-choices'") { choices in
        choices.choose(
            PracticeText.material, "practise draft kind", draft.kind.rawValue,
            Draft.Kind.allCases.map { ($0.rawValue, $0.title) })
        if draft.kind.choices.isEmpty {
            choices.element("label class='tune-choice'") { label in
                label.element("span", text: draft.kind.caption)
                label.void(
                    """
                    input type='text' autocomplete='off' autocapitalize='off' spellcheck='false' id=? value=? \
                    data-input=? aria-invalid=? aria-describedby=?
                    """,
                    "practise-thing", draft.typed, "practise draft thing", draft.errorMessage == nil ? nil : "true",
                    draft.errorMessage == nil ? nil : "practise-trouble")
            }
        } else {
            choices.choose(
                draft.kind.caption, areNames: draft.kind == .upperStructure, "practise draft thing", draft.typed,
                draft.kind.choices.map { ($0.value, presentation.written($0.label)) })
        }
        let tasks = exercise.material.tasks
        choices.choose(
            PracticeText.task, "practise draft task", exercise.task.rawValue, tasks.map { ($0.rawValue, $0.title) })
        choices.choose(
            PracticeText.order, "practise draft order", exercise.order.rawValue,
            [
                ("fourths", PracticeText.inFourths), ("fifths", PracticeText.inFifths),
                ("semitones", PracticeText.inSemitones),
                ("shuffled", PracticeText.shuffled), ("through", PracticeText.oneKey),
            ])
        choices.choose(
            PracticeText.startOn, areNames: true, "practise draft from", exercise.from.text,
            NoteName.roots.map { ($0.text, presentation.name($0)) })
        choices.choose(
            PracticeText.pace, "practise draft pace", exercise.pace == .waiting ? "wait" : "time",
            [("wait", PracticeText.waitForMe), ("time", PracticeText.inTime)])
        if exercise.pace != .waiting {
            choices.choose(
                PracticeText.tempo, "practise draft tempo", "\(draft.tempo)",
                Swift.stride(from: 30, through: 300, by: 10).map { ("\($0)", "♩ = \($0)") })
            choices.choose(
                PracticeText.beatsPerChord, "practise draft beats", "\(draft.beats)",
                [1, 2, 3, 4, 6, 8, 12, 16].map { ("\($0)", "\($0)") })
        }
        if exercise.task.isPlayed {
            choices.choose(
                PracticeText.bass, "practise draft bass", exercise.conditions.bass.rawValue,
                [
                    ("lowest", PracticeText.iPlayBass), ("free", PracticeText.anyInversion),
                    ("band", PracticeText.bassPlayer),
                ])
            choices.choose(
                PracticeText.notesStruck, "practise draft landing", "\(exercise.conditions.landing)",
                [40, 80, 120, 200, 300, 500, 1000].map { ("\($0)", PracticeText.struck(within: $0)) })
        }
    }
    html.element("div class='chips'") { chips in
        if exercise.task.isPlayed {
            toggle("written", PracticeText.exactVoicing, exercise.conditions.isAsWritten, to: &chips)
        }
        if exercise.task.isByEar {
            toggle("voiced", PracticeText.realVoicings, exercise.conditions.isVoiced, to: &chips)
            toggle("with-bass", PracticeText.withBassNote, exercise.conditions.hasBass, to: &chips)
        }
    }
    let written = presentation.inSentences
    if let message = draft.errorMessage {
        html.element("p class='typing-trouble' role='alert' id='practise-trouble'", text: message)
    }
    html.element(
        "p class='caption'",
        text: PracticeText.summary(exercise.material.title(in: written.notation), exercise.manner(written)))
}

private func toggle(_ part: String, _ title: String, _ isOn: Bool, to html: inout HTML) {
    html.toggle(title, "practise draft " + part, isOn: isOn)
}

extension Exercise {
    /// The material. If a chord has to be recognized, its name is one of several.
    fileprivate func title(in notation: Notation) -> String {
        let title = material.title(in: notation)
        switch (task, material) {
        case (.name, .row), (.name, .cadence), (.name, .scale), (.hear, .row), (.hear, .cadence), (.hear, .scale):
            return title
        case (.name, _), (.hear, _): return PracticeText.andSimilar(title)
        default: return title
        }
    }
}
