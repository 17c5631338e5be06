import Exchange
import Harmony
import Practice
import Rendering

/// How far the page hears instruments.
struct Listening: Sendable, Hashable {
    let hasInstrument: Bool
    /// Whether the browser lets the page listen.
    let isAllowed: Bool
    /// What is in the way, and what to do about it.
    let trouble: String?
}

/// The screens of practising.
/// - Parameter before: what was shown last of this very screen; nil where that was another.
func practiseView(
    _ place: PractisePlace, _ state: PractiseState, _ listening: Listening, _ session: Session,
    since before: (state: PractiseState, listening: Listening, session: Session)?, to html: inout HTML
) {
    html.element("div class=?", place.isSitting ? "practise at-piano" : "practise") { screen in
        switch place {
        case .home: homeView(state, listening, session, since: before, to: &screen)
        case .exercise, .review: exerciseView(place, state, listening, session, since: before, to: &screen)
        case .course(let id):
            if let course = Course(id: id) { courseView(course, for: session.settings.pianist, session.presentation, to: &screen) }
        case .results: resultsView(state, session.presentation, to: &screen)
        }
    }
}

extension PractisePlace {
    /// What the tab of the browser is called.
    func practiceTitle(_ state: PractiseState, _ presentation: Presentation) -> [String] {
        switch self {
        case .home: [PractiseText.practise]
        case .exercise: [(state.sitting?.exercise ?? exercise)?.title(in: presentation.notation) ?? "", PractiseText.practise]
        case .review: [PractiseText.due, PractiseText.practise]
        case .course(let id): [Course(id: id)?.title ?? "", PractiseText.practise]
        case .results: [PractiseText.progress, PractiseText.practise]
        }
    }
}

// MARK: An exercise

private func exerciseView(
    _ place: PractisePlace, _ state: PractiseState, _ listening: Listening, _ session: Session,
    since before: (state: PractiseState, listening: Listening, session: Session)?, to html: inout HTML
) {
    let presentation = session.presentation
    let sitting = state.sitting
    html.part("div class='practise-head'", id: "practise-head", isKept: before != nil && before?.session.settings == session.settings
        && before?.state.sitting?.progress.done == sitting?.progress.done && before?.state.sitting?.progress.all == sitting?.progress.all
        && before?.state.sitting?.isPaused == sitting?.isPaused && before?.state.sitting?.isPlaying == sitting?.isPlaying
        && before?.state.sitting?.isOver == sitting?.isOver
    ) { head in
        head.link(to: .practise, presentation, class: "up") { $0.write(PractiseText.practise) }
        let title = place.practiceTitle(state, presentation)[0]
        // A numeral is small because its chord is minor.
        head.element(title.hasPrefix("ii–") ? "h2 class='as-written'" : "h2", text: title)
        if let exercise = sitting?.exercise { head.element("p class='caption'", text: exercise.manner(presentation)) }
        guard let sitting, sitting.drill != nil else { return }
        let progress = sitting.progress
        head.element("div class='practise-progress'") { line in
            line.element("progress aria-label=? max=? value=?",
                PractiseText.answered, "\(max(progress.all, 1))", "\(progress.done)", text: "")
            line.element("span", text: "\(progress.done) / \(progress.all)")
        }
        head.element("div class='practise-tools' role='group' aria-label=?", PractiseText.exercise) { tools in
            if sitting.isInTime { timeButtons(sitting, presentation, to: &tools) }
            if sitting.isOver {
                tools.element("button type='button' class='start-practice' data-action='practise again {now} {date}' data-hotkey='Enter'", text: PractiseText.again)
            } else if !sitting.isInTime {
                tools.element("button type='button' data-action='practise pause {now} {date}' aria-pressed=?",
                    sitting.isPaused ? "true" : "false", text: PractiseText.pause)
            }
        }
    }
    if let sitting, sitting.drill != nil {
        if sitting.drill?.questions.isEmpty == true {
            html.element("p class='empty'", text: PractiseText.nothingDue)
        } else {
            sittingView(
                sitting, hasInstrument: listening.hasInstrument, session,
                since: before.flatMap { before in before.state.sitting.map { ($0, before.session) } }, to: &html)
        }
    } else {
        html.element("p class='caption' role='status'", text: "…")
    }
    html.part("div class='practise-foot'", id: "practise-foot", isKept: before != nil && before?.session.settings == session.settings
        && before?.listening == listening && before?.state.keeping == state.keeping
    ) { foot in
        foot.element("div class='chips' role='group' aria-label=?", PractiseText.hints) { chips in
            for option in PractiseOption.allCases {
                chips.element("button type='button' data-action=? aria-pressed=?",
                    "practise toggle " + option.rawValue, session.settings.practises(with: option) ? "true" : "false", text: option.title)
            }
        }
        foot.element("div class='chips'") { chips in
            if !listening.isAllowed {
                chips.element("button type='button' class='needs-midi' data-action='play enable'", text: PractiseText.useKeyboard)
            }
            chips.element("button type='button' data-action='app copy-link'", text: PractiseText.copyLink)
            chips.link(to: PractisePlace.results.address, presentation, class: "chip") { $0.write(PractiseText.progress) }
        }
        if let message = listening.trouble { foot.element("p class='caption' role='alert'", text: message) }
        unkept(state, to: &foot)
    }
}

private func timeButtons(_ sitting: Sitting, _ presentation: Presentation, to html: inout HTML) {
    html.element("button type='button' class='start-practice' data-action='practise start {now} {date}' data-hotkey='Space'", text: sitting.isPlaying ? PractiseText.stop : PractiseText.start)
    guard let exercise = sitting.exercise, case .inTime(let tempo, let beats) = exercise.pace else { return }
    for (step, title) in [(-10, PractiseText.slower), (10, PractiseText.faster)] where Pace.tempos.contains(tempo + step) {
        var other = exercise
        other.pace = .inTime(tempo: tempo + step, beats: beats)
        html.link(to: .practise(other), presentation, class: "chip") { $0.write(title) }
    }
    html.element("span class='caption'", text: "♩ = \(tempo)")
}

/// That nothing is kept, where that is so.
func unkept(_ state: PractiseState, to html: inout HTML) {
    guard state.keeping == .nowhere else { return }
    html.element("p class='trouble' role='status'", text: PractiseText.notStored)
}

// MARK: What to do

private func homeView(
    _ state: PractiseState, _ listening: Listening, _ session: Session,
    since before: (state: PractiseState, listening: Listening, session: Session)?, to html: inout HTML
) {
    let presentation = session.presentation
    let isShownAlike = before?.session.settings == session.settings
    html.part("section class='panel practise-now'", id: "practise-advice", isKept: isShownAlike
        && before?.state.log == state.log && before?.state.day == state.day && before?.state.keeping == state.keeping && before?.listening == listening,
        [("aria-label", PractiseText.whatNext)]
    ) { panel in
        panel.element("h2", text: PractiseText.practise)
        guard state.keeping.isKnown else { return panel.element("p class='caption' role='status'", text: PractiseText.loading) }
        let advice = state.log.advice(on: state.day, in: presentation.notation)
        panel.element("p class='advice'", text: advice.sentence)
        panel.link(to: state.suggested.address, presentation, class: "chip start-practice") { $0.write(PractiseText.start) }
        if listening.hasInstrument {
            panel.element("p class='caption'", text: PractiseText.justPlay)
        } else if !listening.isAllowed {
            panel.element("div class='chips needs-midi'") { chips in
                chips.element("button type='button' data-action='play enable'", text: PractiseText.useKeyboard)
                chips.element("span class='caption'", text: PractiseText.withoutKeyboard)
            }
        }
        if let message = listening.trouble { panel.element("p class='caption' role='alert'", text: message) }
        unkept(state, to: &panel)
    }
    if let sitting = state.sitting, sitting.drill != nil {
        sittingView(
            sitting, hasInstrument: listening.hasInstrument, session,
            since: before.flatMap { before in before.state.sitting.map { ($0, before.session) } }, to: &html)
    }
    html.part("section class='panel'", id: "practise-courses", isKept: isShownAlike, [("aria-label", PractiseText.courses)]) { panel in
        panel.element("h2", text: PractiseText.courses)
        panel.element("ul class='course-list'") { list in
            for course in Course.all {
                list.element("li") { item in
                    item.link(to: PractisePlace.course(course.id).address, presentation, class: "course") { link in
                        link.element("b", text: course.title)
                        link.element("span class='caption'", text: course.summary)
                    }
                }
            }
        }
    }
    html.part(
        "section class='panel'", id: "practise-draft", isKept: isShownAlike && before?.state.draft == state.draft, [("aria-label", PractiseText.customExercise)]
    ) {
        draftView(state.draft, presentation, to: &$0)
    }
    html.part(
        "section class='panel'", id: "practise-sum", isKept: isShownAlike && before?.state.log == state.log && before?.state.day == state.day,
        [("aria-label", PractiseText.progress)]
    ) { panel in
        let days = state.log.days(until: state.day)
        let today = days.last.flatMap { $0.day == state.day ? $0 : nil }
        panel.element("h2", text: PractiseText.progress)
        panel.element("p", text: today.map { PractiseText.today($0.count, right: $0.rightCount, minutes: $0.minutes) } ?? PractiseText.nothingToday)
        panel.link(to: PractisePlace.results.address, presentation, class: "chip") { $0.write(PractiseText.showDetails) }
    }
}

/// Material, order, task and pace of a custom exercise.
private func draftView(_ draft: Draft, _ presentation: Presentation, to html: inout HTML) {
    let exercise = draft.exercise
    html.element("h2", text: PractiseText.customExercise)
    html.element("div class='tune-choices'") { choices in
        choices.choose(PractiseText.material, "practise draft kind", draft.kind.rawValue, Draft.Kind.allCases.map { ($0.rawValue, $0.title) })
        if draft.kind.choices.isEmpty {
            choices.element("label class='tune-choice'") { label in
                label.element("span", text: draft.kind.caption)
                label.void("input type='text' autocomplete='off' autocapitalize='off' spellcheck='false' id=? value=? data-input=? aria-invalid=? aria-describedby=?",
                    "practise-thing", draft.typed, "practise draft thing", draft.trouble == nil ? nil : "true",
                    draft.trouble == nil ? nil : "practise-trouble")
            }
        } else {
            choices.choose(draft.kind.caption, "practise draft thing", draft.typed, draft.kind.choices.map { ($0.value, presentation.written($0.label)) })
        }
        let tasks = exercise.thing.tasks
        choices.choose(PractiseText.task, "practise draft task", exercise.task.rawValue, tasks.map { ($0.rawValue, $0.title) })
        choices.choose(PractiseText.keys, "practise draft order", exercise.order.rawValue, [
            ("fourths", PractiseText.inFourths), ("fifths", PractiseText.inFifths), ("semitones", PractiseText.inSemitones),
            ("shuffled", PractiseText.shuffled), ("through", PractiseText.oneKey),
        ])
        choices.choose(PractiseText.startOn, areNames: true, "practise draft from", exercise.from.text, NoteName.roots.map { ($0.text, presentation.name($0)) })
        choices.choose(PractiseText.pace, "practise draft pace", exercise.pace == .waiting ? "wait" : "time", [("wait", PractiseText.waitForMe), ("time", PractiseText.inTime)])
        if exercise.pace != .waiting {
            choices.choose(PractiseText.tempo, "practise draft tempo", "\(draft.tempo)", Swift.stride(from: 30, through: 300, by: 10).map { ("\($0)", "♩ = \($0)") })
            choices.choose(PractiseText.beatsPerChord, "practise draft beats", "\(draft.beats)", [1, 2, 3, 4, 6, 8, 12, 16].map { ("\($0)", "\($0)") })
        }
        if exercise.task.isPlayed {
            choices.choose(PractiseText.bass, "practise draft bass", exercise.conditions.bass.rawValue, [
                ("lowest", PractiseText.iPlayBass), ("free", PractiseText.anyInversion), ("band", PractiseText.bassPlayer),
            ])
            choices.choose(PractiseText.notesStruck, "practise draft landing", "\(exercise.conditions.landing)", [40, 80, 120, 200, 300, 500, 1000].map { ("\($0)", PractiseText.struck(within: $0)) })
        }
    }
    html.element("div class='chips'") { chips in
        if exercise.task.isPlayed { toggle("written", PractiseText.exactVoicing, exercise.conditions.isAsWritten, to: &chips) }
        if exercise.task.isByEar {
            toggle("voiced", PractiseText.realVoicings, exercise.conditions.isVoiced, to: &chips)
            toggle("with-bass", PractiseText.withBassNote, exercise.conditions.hasBass, to: &chips)
        }
    }
    if let trouble = draft.trouble { html.element("p class='typing-trouble' role='alert' id='practise-trouble'", text: trouble) }
    html.element("p class='caption'", text: PractiseText.summary(exercise.thing.title(in: presentation.notation), exercise.manner(presentation)))
    html.link(to: .practise(exercise), presentation, class: "chip start-practice") { $0.write(PractiseText.start) }
}

private func toggle(_ part: String, _ title: String, _ isOn: Bool, to html: inout HTML) {
    html.element("button type='button' data-action=? aria-pressed=?",
        "practise draft " + part, isOn ? "true" : "false", text: title)
}

extension Exercise {
    /// What is practised; where it is to be named, it is one of several that are alike.
    fileprivate func title(in notation: Notation) -> String {
        let title = thing.title(in: notation)
        switch (task, thing) {
        case (.name, .row), (.name, .cadence), (.name, .scale), (.hear, .row), (.hear, .cadence), (.hear, .scale): return title
        case (.name, _), (.hear, _): return PractiseText.andSimilar(title)
        default: return title
        }
    }
}
