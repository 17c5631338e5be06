import Harmony
import Practice
import Rendering

/// An assignment: its exercises with what is left of each, and its conditions, which the teacher can change.
@inline(never)
func assignmentView(_ words: String, _ state: PracticeState, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    let assignment = (try? Assignment(words: words)) ?? Assignment()
    // Before the practice log is there, nothing is known of the answers. What it will say has its place, so nothing
    // moves.
    let isKnown = state.storage.isKnown
    let progress = AssignmentProgress(assignment, isKnown ? state.log : PracticeLog(), for: session.settings.pianist)
    let visibility = isKnown ? "" : "to-come"
    html.element("section class='panel lesson'") { panel in
        panel.element("h2", text: PracticeText.assignment)
        if assignment.exercises.isEmpty {
            return panel.element("p", text: PracticeText.emptyAssignment)
        }
        panel.element(
            "p",
            text: PracticeText.conditions(
                percent: assignment.percent, seconds: assignment.seconds, due: assignment.due,
                in: isKnown ? assignment.due.map { $0 - state.day } : nil))
        panel.element(
            "p role='status' class=?", visibility,
            text: PracticeText.done(progress.doneCount, of: assignment.exercises.count))
        panel.element("div class='chips'") { chips in
            chips.element("button type='button' data-action='app copy-link'", text: PracticeText.copyLink)
            chips.element(
                "button type='button' data-action=? class=?",
                "app copy " + result(of: assignment, progress, on: state.day, presentation.notation), visibility,
                text: PracticeText.copyResult)
            chips.element(
                "button type='button' data-action='practise send-result' class=?", visibility,
                text: PracticeText.sendResult)
        }
    }
    html.element("ol class='lessons short'") { list in
        let next = isKnown ? progress.parts.firstIndex { !$0.isDone } : nil
        for (index, exercise) in assignment.exercises.enumerated() {
            list.element("li class='panel lesson'") { item in
                part(exercise, progress.parts[index], visibility, isNext: index == next, presentation, to: &item)
            }
        }
    }
    conditions(assignment, presentation, to: &html)
}

/// An exercise of an assignment.
private func part(
    _ exercise: Exercise, _ part: AssignmentProgress.Part, _ visibility: String, isNext: Bool,
    _ presentation: Presentation, to html: inout HTML
) {
    let written = presentation.inSentences
    html.element("h3", text: PracticeText.capitalized(exercise.material.title(in: written.notation)))
    html.element("p class='caption'", text: exercise.manner(written))
    let said = good(part)
    html.element("p class=?", visibility, text: part.isDone ? "✓ " + said : said)
    html.element("div class='practise-progress'") {
        $0.element(
            "progress aria-label=? max=? value=? class=?", said, "\(max(part.count, 1))", "\(part.goodCount)",
            visibility, text: "")
    }
    if !part.isDone, part.goodCount > 0 {
        let left = part.left.prefix(12).map { $0.title(in: written.notation) }
        html.element("p class='caption'", text: PracticeText.left(left, more: part.left.count - left.count))
    }
    html.element("div class='chips'") { chips in
        chips.link(to: .practice(.exercise(exercise)), presentation, class: isNext ? "chip main-action" : "chip") {
            $0.write(PracticeText.start)
        }
    }
}

private func good(_ part: AssignmentProgress.Part) -> String {
    PracticeText.good(part.goodCount, of: part.count, part.median.map { duration($0) })
}

/// The result as a line to copy.
private func result(
    of assignment: Assignment, _ progress: AssignmentProgress, on today: Int, _ notation: Notation
) -> String {
    var line = PracticeText.assignment
    if let due = assignment.due { line += " · " + SharedText.date(due, from: today) }
    line += " · " + PracticeText.done(progress.doneCount, of: progress.parts.count)
    for (exercise, part) in zip(assignment.exercises, progress.parts) {
        line += " " + exercise.material.title(in: notation) + ": " + good(part) + "."
    }
    return line
}

/// What unfolds the conditions of an assignment.
let changeAssignmentID = "assignment-conditions"

/// The conditions, folded: a pupil only reads them.
private func conditions(_ assignment: Assignment, _ presentation: Presentation, to html: inout HTML) {
    html.element("details class='panel' id='assignment-change'") { fold in
        fold.element("summary id=?", changeAssignmentID, text: PracticeText.changeAssignment)
        fold.element("div class='tune-choices'") { choices in
            choices.element("label class='tune-choice'") { label in
                label.element("span", text: PracticeText.dueDate)
                label.void(
                    "input type='date' id='assignment-due' min='1970-01-01' max='9999-12-31' value=? data-input=?",
                    assignment.due.map { Timestamp.text(of: $0) } ?? "", "practise assign due")
            }
            choices.choose(
                PracticeText.goodShare, "practise assign good", "\(assignment.percent)",
                options([70, 80, 90, 100], assignment.percent, PracticeText.right(percent:)))
            choices.choose(
                PracticeText.timeLimit, "practise assign within", "\(assignment.seconds ?? 0)",
                options([0, 2, 3, 5, 10], assignment.seconds ?? 0, PracticeText.within(_:)))
        }
        fold.element("div class='chips'") { chips in
            for (index, exercise) in assignment.exercises.enumerated() {
                chips.element(
                    "button type='button' data-action=?", "practise assign drop \(index)",
                    text: PracticeText.remove(exercise.material.title(in: presentation.inSentences.notation)))
            }
            if !assignment.exercises.isEmpty {
                chips.link(to: .practice(.assignment(words: "")), presentation, class: "chip") {
                    $0.write(PracticeText.newAssignment)
                }
            }
        }
    }
}

/// The usual values, and the chosen one if a link has another.
private func options(_ usual: [Int], _ chosen: Int, _ title: (Int) -> String) -> [(value: String, label: String)] {
    let all = usual.contains(chosen) ? usual : usual + [chosen]
    return all.map { (value: "\($0)", label: title($0)) }
}

/// A link that adds an exercise to the assignment that was opened last, or to a new one. If it is part of it, the link
/// leads there.
func assignmentLink(
    _ words: String, _ state: PracticeState, _ settings: Settings, _ presentation: Presentation, to html: inout HTML
) {
    guard state.storage.isKnown, let exercise = try? Exercise(words: words) else { return }
    var assignment = settings.assignment ?? Assignment(start: state.day)
    let isPart = assignment.exercises.contains(exercise)
    if !isPart {
        guard assignment.exercises.count < Assignment.maximumExercises else { return }
        assignment.exercises.append(exercise)
    }
    html.link(to: .practice(.assignment(assignment)), presentation, class: "chip") {
        $0.write(isPart ? PracticeText.assignment : PracticeText.addToAssignment)
    }
}

/// The assignment on the first screen of practice.
func assignmentLine(_ assignment: Assignment, _ state: PracticeState, _ session: Session, to html: inout HTML) {
    let progress = AssignmentProgress(assignment, state.log, for: session.settings.pianist)
    html.element("h3", text: PracticeText.assignment)
    html.element("div class='chips'") { chips in
        chips.link(to: .practice(.assignment(assignment)), session.presentation, class: "chip") {
            $0.write(PracticeText.assignment)
        }
        chips.element(
            "span class='caption'", text: PracticeText.done(progress.doneCount, of: assignment.exercises.count))
    }
}

extension Assignment {
    /// Gives a condition another value. Values that are none are ignored.
    mutating func choose(_ part: PracticeVerb.AssignmentPart, _ value: String) {
        switch part {
        case .due:
            let day = Timestamp.day(value)
            // While a year is typed, the date has others: 0002-12-05.
            if day != nil || value.isEmpty { due = day }
        case .good: if let number = Int(value), Assignment.percents.contains(number) { percent = number }
        case .within:
            guard let number = Int(value) else { return }
            seconds = Assignment.times.contains(number) ? number : nil
        case .drop:
            if let index = Int(value), exercises.indices.contains(index) { exercises.remove(at: index) }
        }
    }
}
