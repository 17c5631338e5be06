import Answers
import Harmony
import Tunes

/// All tunes: a row each, those that are kept and the examples, and what brings in others.
func tuneListView(_ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='tunes' data-drop='tunes open {seed}' data-paste='tunes paste {seed}'") { screen in
        screen.element("div class='sheet-head'") { head in
            head.element("h2", text: "Tunes")
            head.element("button type='button' class='add' aria-label='New tune' data-action='tunes add {seed}' id=?",
                tuneAddID, text: "+")
        }
        screen.part("div", id: "tunes-state") { part in
            keeping(state.list, state.counts, presentation, to: &part)
            tuneProblems(state.problems, to: &part)
        }
        screen.element("div class='tune-search'") { row in
            row.void("input type='search' autocomplete='off' placeholder='Search title, composer or style' aria-label='Search tunes' id=? value=? data-input=?",
                "tune-search", state.search, "tunes search")
            row.choose("Order", "tunes sort", state.order.rawValue, TuneOrder.allCases.map { ($0.rawValue, $0.title) })
        }
        let listed = state.listed
        if !listed.isEmpty {
            screen.element("ol class='tune-list' aria-label='Your tunes'") { list in
                for tune in listed.prefix(state.shownCount) {
                    row(tune, isKept: true, presentation, to: &list) { conflict(state.list.entry(tune.id), to: &$0) }
                }
            }
            if listed.count > state.shownCount {
                screen.element("button type='button' data-action='tunes more'", text: "Show more of \(listed.count)")
            }
        } else if !state.search.isEmpty {
            screen.element("p class='empty'", text: "None of your tunes has these words.")
        }
        let examples = state.examples
        if !examples.isEmpty {
            screen.element("h3 class='tune-heading'", text: "To begin with")
            screen.element("ol class='tune-list' aria-label='Examples'") { list in
                for tune in examples { row(tune, isKept: false, presentation, to: &list) { _ in } }
            }
        }
        bringing(hasTunes: !state.own.isEmpty, to: &screen)
    }
}

/// - Parameter below: what else is said of it.
private func row(
    _ tune: KeptTune, isKept: Bool, _ presentation: Presentation, to html: inout HTML, below: (inout HTML) -> Void
) {
    html.element("li class='tune-row' id=? data-swipe=? data-keys=? data-keyed=?",
        "tune-" + tune.id, isKept ? "" : nil, isKept ? "Delete Backspace" : nil, isKept ? "tunes delete " + tune.id : nil) { row in
        row.link(to: .tune(tune.id), presentation, class: "tune-link") { link in
            link.element("b dir='auto'", text: tune.shownTitle)
            let about = [tune.composer, tune.style].filter { !$0.isEmpty }.joined(separator: " · ")
            link.element("span class='caption' dir='auto'", text: about)
            if let key = try? Key(tune.key) { link.element("span class='tune-key' translate='no'", text: presentation.name(presentation.reader.reading(key))) }
        }
        guard isKept else { return }
        row.element("button type='button' class='delete' id=? data-action=? aria-label=?",
            tuneDeleteID(tune.id), "tunes delete " + tune.id, "Delete " + tune.shownTitle, text: "Delete")
        below(&row)
    }
}

/// Files, links and text.
private func bringing(hasTunes: Bool, to html: inout HTML) {
    html.element("section class='panel bringing' aria-label='Bring in tunes'") { panel in
        panel.element("h3", text: "Bring in tunes")
        panel.element("p class='caption'", text: """
            Drop files here, or paste a link of iReal Pro or chords between bar lines. Read are iReal Pro, MusicXML and plain text.
            """)
        panel.element("div class='chips'") { chips in
            chips.element("label class='file'") { label in
                label.write("Open files")
                label.void("input type='file' multiple accept='.txt,.html,.htm,.musicxml,.xml,.mxl,text/plain,text/html' data-file='tunes open {seed}'")
            }
            if hasTunes { chips.element("button type='button' data-action='tunes export'", text: "Save all as a file") }
        }
        panel.element("textarea rows='3' spellcheck='false' autocapitalize='off' placeholder='| Dm7 | G7 | Cmaj7 | % |' aria-label='Paste a link or chords' data-paste-field='tunes paste {seed}'")
        panel.element("button type='button' data-take", text: "Take it")
    }
}

/// What could not be read, behind a line that says how much.
func tuneProblems(_ problems: [String], to html: inout HTML) {
    guard !problems.isEmpty else { return }
    html.element("details class='trouble' id='tune-problems'") { fold in
        fold.element("summary", text: problems.count == 1 ? "One thing could not be read" : "\(problems.count) things could not be read")
        fold.element("ul") { list in
            for problem in problems.prefix(100) { list.element("li", text: problem) }
            if problems.count > 100 { list.element("li", text: "and \(problems.count - 100) more") }
        }
    }
}
