import Answers
import Harmony
import Practice

/// What came of practising: things by keys, days, what is due; and taking it elsewhere, or away.
func resultsView(_ state: PractiseState, _ presentation: Presentation, to html: inout HTML) {
    html.link(to: .practise, presentation, class: "up") { $0.write("Practise") }
    html.element("h2", text: "What came of it")
    unkept(state, to: &html)
    guard state.keeping.isKnown else { return html.element("p class='caption' role='status'", text: "Looking for what you have practised …") }
    if state.log.isEmpty {
        html.element("p class='empty'", text: "Nothing yet. What you practise is counted here, chord by chord and key by key; it stays in this browser. " + safariNote)
    } else {
        let advice = state.log.advice(on: state.day, in: presentation.notation)
        html.element("div class='chips'") { chips in
            chips.element("p class='advice'", text: advice.sentence)
            chips.link(to: state.suggested.address, presentation, class: "chip start-practice") { $0.write("Start") }
        }
        heatMap(state.log.heat(on: state.day), presentation, to: &html)
        days(state.log.days(until: state.day), today: state.day, to: &html)
    }
    html.element("div class='chips practise-keep'") { chips in
        if !state.log.isEmpty { chips.element("button type='button' data-action='practise export'", text: "Export") }
        chips.element("label class='file'") { label in
            label.write("Import")
            label.void("input type='file' accept='.json,application/json' data-file='practise bring'")
        }
        guard !state.log.isEmpty else { return }
        if state.isAskingToForget {
            chips.element("span role='alert'", text: "Delete all of it for good?")
            chips.element("button type='button' class='delete' data-action='practise forget'", text: "Delete for good")
            chips.element("button type='button' data-action='practise ask-to-forget no'", text: "Keep it")
        } else {
            chips.element("button type='button' data-action='practise ask-to-forget yes'", text: "Delete …")
        }
    }
    html.element("p class='caption'", text: "All of it stays in this browser; nothing is sent anywhere. " + safariNote)
}

/// So many rows are shown: what was practised last.
private let mostRows = 60

private func heatMap(_ rows: [HeatRow], _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='heat-room' tabindex='0' role='group' aria-label='By chord and key'") { room in
        room.element("table class='heat'") { table in
            table.element("caption class='spoken'", text: "How each thing goes in each key: right answers of the last ten, in percent")
            table.element("thead") { head in
                head.element("tr") { row in
                    row.element("td", text: "")
                    for pitchClass in 0..<12 { row.element("th scope='col' translate='no'", text: presentation.name(NoteName(pitchClass: pitchClass))) }
                }
            }
            table.element("tbody") { body in
                for row in rows.prefix(mostRows) { heatRow(row, presentation, to: &body) }
            }
        }
    }
    html.element("p class='caption'", text: "The fuller the square, the more of the last ten answers were right; a dot says that it is due. Touch one to practise it.")
}

private func heatRow(_ row: HeatRow, _ presentation: Presentation, to html: inout HTML) {
    guard let thing = row.thing else { return }
    html.element("tr") { line in
        line.element("th scope='row'") { head in
            head.element("span", text: thing.title(in: presentation.notation))
            head.element("span class='caption'", text: row.task.title)
        }
        for pitchClass in 0..<12 {
            line.element("td") { square in
                let cell = row.cells[pitchClass]
                guard let exercise = cell?.card.exercise() ?? thing.exercise(row.task, at: pitchClass) else { return }
                let name = presentation.name(NoteName(pitchClass: pitchClass))
                guard let cell else {
                    return square.link(to: .practise(exercise), presentation, class: "heat-cell new", label: name + ": new") { _ in }
                }
                let seconds = "\(cell.milliseconds / 1000).\(cell.milliseconds % 1000 / 100) s"
                let label = name + ": \(cell.rightPercent) percent right, " + seconds + ", asked \(cell.count) times" + (cell.isDue ? ", due" : "")
                square.link(
                    to: .practise(exercise), presentation, class: "heat-cell level-\(cell.rightPercent / 20)" + (cell.isDue ? " due" : ""), label: label
                ) { link in
                    link.element("span aria-hidden='true'", text: "\(cell.rightPercent)")
                    link.element("small aria-hidden='true'", text: seconds)
                }
            }
        }
    }
}

extension Thing {
    /// This in one key alone.
    fileprivate func exercise(_ task: Exercise.Task, at pitchClass: Int) -> Exercise? {
        Exercise(self, order: .asWritten, from: NoteName(pitchClass: pitchClass), task: task)
    }
}

/// The last four weeks, a bar each: nobody is reproached for a day without one.
private func days(_ days: [DayResult], today: Int, to html: inout HTML) {
    let shown = days.filter { $0.day > today - 28 }
    guard !shown.isEmpty else { return }
    let most = max(shown.map { $0.minutes }.max() ?? 1, 1)
    html.element("h3", text: "The last four weeks")
    html.element("svg class='practise-days' viewBox='0 0 336 64' aria-hidden='true'") { picture in
        for day in today - 27...today {
            let height = max(1, 60 * (shown.first { $0.day == day }?.minutes ?? 0) / most)
            picture.element("rect width='10' x=? y=? height=?",
                "\(12 * (day - today + 27) + 1)", "\(64 - height)", "\(height)")
        }
    }
    html.element("ul class='day-list'") { list in
        for day in shown.suffix(7).reversed() {
            let ago = today - day.day
            let name = ago == 0 ? "today" : ago == 1 ? "yesterday" : "\(ago) days ago"
            let answers = day.count == 1 ? "1 answer" : "\(day.count) answers"
            list.element("li", text: name + ": \(day.minutes) min, " + answers + ", \(day.rightCount) right")
        }
    }
}
