import Harmony
import Practice
import Rendering

/// The progress: chords and keys by speed, what got faster, days, what is due; export, import and deletion.
/// - Parameter hasInstrument: whether the daily session is answered on an instrument.
func resultsView(_ state: PracticeState, hasInstrument: Bool, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    html.element("h2", text: PracticeText.progress)
    storageWarning(state, to: &html)
    guard state.storage.isKnown else {
        return html.element("p class='caption' role='status'", text: PracticeText.loading)
    }
    if state.log.isEmpty {
        html.element("p class='empty'", text: PracticeText.nothingYet)
    } else {
        let schedule = state.schedule(session.settings)
        speedTable(schedule, presentation, to: &html)
        chart(state.log.days(until: state.day), today: state.day, to: &html)
        html.element("div class='progress-lists'") { lists in
            let notation = presentation.inSentences.notation
            let gains = state.log.gains(until: state.day).prefix(maximumGains).map {
                PracticeText.faster($0.card.title(in: notation), from: duration($0.before), to: duration($0.now))
            }
            list(PracticeText.gotFaster, gains, to: &lists)
            list(
                PracticeText.lastDays, class: "day-list",
                lastDays(state.log.days(until: state.day), today: state.day), to: &lists)
            list(PracticeText.coming, coming(state, schedule, hasInstrument, session.settings), to: &lists)
        }
    }
    html.element("div class='chips practise-keep'") { chips in
        if !state.log.isEmpty {
            chips.element("button type='button' data-action='practise export'", text: PracticeText.export)
        }
        chips.element("label class='file'") { label in
            label.write(PracticeText.importing)
            label.void("input type='file' accept='.json,application/json' data-file='practise bring'")
        }
        guard !state.log.isEmpty else { return }
        if state.isConfirmingDeletion {
            chips.element("span role='alert'", text: PracticeText.deleteQuestion)
            chips.element(
                "button type='button' class='delete' data-action='practise forget'", text: PracticeText.deleteForGood)
            chips.element(
                "button type='button' id=? data-action='practise ask-to-forget no'", keepLogID,
                text: PracticeText.cancel)
        } else {
            chips.element(
                "button type='button' id=? data-action='practise ask-to-forget yes'", deleteLogID,
                text: PracticeText.delete)
        }
    }
    html.element("p class='caption'", text: PracticeText.staysHere + " " + SharedText.safari)
}

/// The button that asks whether the whole log is to be deleted, and the one that cancels.
let deleteLogID = "delete-log"
let keepLogID = "keep-log"

/// How many rows are shown, most recent first.
private let maximumRows = 60
/// How many cards that got faster are shown.
private let maximumGains = 5

/// A list with a heading; nothing without entries.
private func list(_ title: String, class name: String? = nil, _ entries: [String], to html: inout HTML) {
    guard !entries.isEmpty else { return }
    html.element("section") { section in
        section.element("h3", text: title)
        section.element("ul class=?", name) { list in
            for entry in entries { list.element("li", text: entry) }
        }
    }
}

func duration(_ milliseconds: Int) -> String { "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s" }

private func speedTable(_ schedule: Schedule, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='heat-room' tabindex='0' role='group' aria-label=?", PracticeText.byChordAndKey) { room in
        room.element("table class='heat'") { table in
            table.element("caption class='spoken'", text: PracticeText.tableTitle)
            table.element("thead") { head in
                head.element("tr") { row in
                    row.element("td", text: "")
                    for pitchClass in 0..<12 {
                        row.element(
                            "th scope='col' translate='no'", text: presentation.name(NoteName(pitchClass: pitchClass)))
                    }
                }
            }
            table.element("tbody") { body in
                for row in schedule.rows.prefix(maximumRows) {
                    speedRow(row, on: schedule.day, presentation, to: &body)
                }
            }
        }
    }
    html.element("p class='caption'", text: PracticeText.tableNote)
}

private func speedRow(_ row: ProgressRow, on day: Int, _ presentation: Presentation, to html: inout HTML) {
    guard let thing = row.material else { return }
    html.element("tr") { line in
        line.element("th scope='row'") { head in
            head.element("span", text: PracticeText.capitalized(thing.title(in: presentation.inSentences.notation)))
            head.element("span class='caption'", text: row.task.title)
        }
        for pitchClass in 0..<12 {
            line.element("td") { square in
                let cell = row.cells[pitchClass]
                guard let exercise = cell?.card.exercise() ?? thing.exercise(row.task, at: pitchClass) else { return }
                let kind = cell.map { $0.isKnown ? "fast" : $0.isRight ? "slow" : "missed" } ?? "new"
                let isDue = cell?.isDue(on: day) == true
                let time = cell.flatMap { $0.median > 0 ? duration($0.median) : nil }
                let key = presentation.name(NoteName(pitchClass: pitchClass))
                square.link(
                    to: .practice(.exercise(exercise)), presentation,
                    class: "heat-cell " + kind + (isDue ? " due" : ""),
                    label: PracticeText.cell(key, kind, time, isDue: isDue)
                ) { link in
                    guard cell != nil else { return }
                    link.element("span aria-hidden='true'", text: time ?? "")
                    link.element("small aria-hidden='true'", text: isDue ? PracticeText.dueNow : kind)
                }
            }
        }
    }
}

extension PracticeMaterial {
    /// An exercise on this in one key.
    fileprivate func exercise(_ task: Exercise.Task, at pitchClass: Int) -> Exercise? {
        Exercise(self, order: .asWritten, from: NoteName(pitchClass: pitchClass), task: task)
    }
}

/// The last four weeks, one bar per day, and as a table for screen readers.
private func chart(_ days: [DayResult], today: Int, to html: inout HTML) {
    let shown = days.filter { $0.day > today - 28 }
    guard !shown.isEmpty else { return }
    func minutes(_ day: Int) -> Int { shown.first { $0.day == day }?.minutes ?? 0 }
    let most = max(shown.map { $0.minutes }.max() ?? 1, 1)
    html.element("h3", text: PracticeText.fourWeeks)
    html.element("svg class='practise-days' viewBox='0 0 336 64' aria-hidden='true'") { picture in
        for day in today - 27...today {
            let height = max(1, 60 * minutes(day) / most)
            picture.element(
                "rect width='10' x=? y=? height=?",
                "\(12 * (day - today + 27) + 1)", "\(64 - height)", "\(height)")
        }
    }
    html.element("div class='spoken'") { room in
        room.element("table class='minutes'") { table in
            table.element("caption", text: PracticeText.fourWeeks)
            for day in today - 27...today {
                table.element("tr") { row in
                    row.element("th scope='row'", text: SharedText.date(day, from: today))
                    row.element("td", text: PracticeText.minutes(minutes(day)))
                }
            }
        }
    }
}

private func lastDays(_ days: [DayResult], today: Int) -> [String] {
    days.filter { $0.day > today - 28 }.suffix(7).reversed().map {
        PracticeText.day(today - $0.day, minutes: $0.minutes, count: $0.count, right: $0.rightCount)
    }
}

/// How many cards are due now, tomorrow, and on the days after on which there are any.
private func coming(
    _ state: PracticeState, _ schedule: Schedule, _ hasInstrument: Bool, _ settings: Settings
) -> [String] {
    let next = state.schedule(settings, daysAhead: 1)
    var counts = [schedule.dueCount(hasInstrument: hasInstrument), next.dueCount(hasInstrument: hasInstrument)]
    for days in 2...7 {
        counts.append(
            next.entries.reduce(0) {
                $0 + ($1.due == state.day + days && (hasInstrument || $1.kind != .change) ? 1 : 0)
            })
    }
    return counts.indices.filter { $0 < 2 || counts[$0] > 0 }.map { PracticeText.due(counts[$0], after: $0) }
}
