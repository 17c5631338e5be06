import Harmony
import Practice
import Rendering

/// The progress: results by chord, key and day; export, import and deletion.
func resultsView(_ state: PracticeState, _ session: Session, to html: inout HTML) {
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
        let advice = state.log.advice(schedule, in: presentation.inSentences.notation)
        html.element("div class='chips'") { chips in
            chips.element("p class='advice'", text: advice.sentence)
            chips.link(to: .practice(advice.place), presentation, class: "chip main-action") {
                $0.write(PracticeText.start)
            }
        }
        heatMap(state.log.heat(schedule), presentation, to: &html)
        days(state.log.days(until: state.day), today: state.day, to: &html)
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
            chips.element("button type='button' data-action='practise ask-to-forget no'", text: PracticeText.cancel)
        } else {
            chips.element("button type='button' data-action='practise ask-to-forget yes'", text: PracticeText.delete)
        }
    }
    html.element("p class='caption'", text: PracticeText.staysHere + " " + SharedText.safari)
}

/// How many rows are shown, most recent first.
private let maximumRows = 60

private func heatMap(_ rows: [HeatRow], _ presentation: Presentation, to html: inout HTML) {
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
                for row in rows.prefix(maximumRows) { heatRow(row, presentation, to: &body) }
            }
        }
    }
    html.element("p class='caption'", text: PracticeText.tableNote)
}

private func heatRow(_ row: HeatRow, _ presentation: Presentation, to html: inout HTML) {
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
                let name = presentation.name(NoteName(pitchClass: pitchClass))
                guard let cell else {
                    return square.link(
                        to: .practice(.exercise(exercise)), presentation, class: "heat-cell new",
                        label: PracticeText.new(in: name)
                    ) { _ in }
                }
                let seconds = "\(cell.milliseconds / 1000).\(cell.milliseconds % 1000 / 100) s"
                let label = PracticeText.cell(
                    name, percent: cell.rightPercent, seconds, count: cell.count, isDue: cell.isDue)
                square.link(
                    to: .practice(.exercise(exercise)), presentation,
                    class: "heat-cell level-\(cell.rightPercent / 20)" + (cell.isDue ? " due" : ""), label: label
                ) { link in
                    link.element("span aria-hidden='true'", text: "\(cell.rightPercent)")
                    link.element("small aria-hidden='true'", text: seconds)
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

/// The last four weeks, one bar per day.
private func days(_ days: [DayResult], today: Int, to html: inout HTML) {
    let shown = days.filter { $0.day > today - 28 }
    guard !shown.isEmpty else { return }
    let most = max(shown.map { $0.minutes }.max() ?? 1, 1)
    html.element("h3", text: PracticeText.fourWeeks)
    html.element("svg class='practise-days' viewBox='0 0 336 64' aria-hidden='true'") { picture in
        for day in today - 27...today {
            let height = max(1, 60 * (shown.first { $0.day == day }?.minutes ?? 0) / most)
            picture.element(
                "rect width='10' x=? y=? height=?",
                "\(12 * (day - today + 27) + 1)", "\(64 - height)", "\(height)")
        }
    }
    html.element("ul class='day-list'") { list in
        for day in shown.suffix(7).reversed() {
            list.element(
                "li",
                text: PracticeText.day(today - day.day, minutes: day.minutes, count: day.count, right: day.rightCount))
        }
    }
}
