import Harmony
import Rendering
import Tunes

/// The list of saved tunes, the examples, and the import panel.
func tuneListView(_ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    let paste = "tunes paste {seed} " + presentation.notation.names.rawValue
    html.element("div class='tunes' data-drop='tunes open {seed}' data-paste=?", paste) { screen in
        screen.element("div class='sheet-head'") { head in
            head.element("h2", text: TunesText.title)
            head.element(
                "button type='button' class='add' aria-label=? data-action='tunes add {seed}' id=?",
                TunesText.newTune, tuneAddID, text: "+")
        }
        screen.part("div", id: "tunes-state") { part in
            storageLine(state.list, state.counts, presentation, to: &part)
            tuneProblems(state.problems, to: &part)
            repeatedTunes(state.repeated.map { $0.tune.shownTitle }, to: &part)
        }
        screen.element("div class='tune-search'") { row in
            row.void(
                "input type='search' autocomplete='off' placeholder=? aria-label=? id=? value=? data-input=?",
                TunesText.searchHint, TunesText.search, "tune-search", state.search, "tunes search")
            row.choose(
                TunesText.sort, "tunes sort", state.order.rawValue, TuneOrder.allCases.map { ($0.rawValue, $0.title) })
        }
        let listed = state.listed
        if !listed.isEmpty {
            screen.element("ol class='tune-list' aria-label=?", TunesText.yourTunes) { list in
                for tune in listed.prefix(state.shownCount) {
                    row(tune, isStored: true, presentation, to: &list) { conflict(state.list.entry(tune.id), to: &$0) }
                }
            }
            if listed.count > state.shownCount {
                screen.element(
                    "button type='button' data-action='tunes more'", text: TunesText.showMore(of: listed.count))
            }
        } else if !state.search.isEmpty {
            screen.element("p class='empty'", text: TunesText.noMatch)
        }
        let examples = state.examples
        if !examples.isEmpty {
            screen.element("h3 class='tune-heading'", text: TunesText.examples)
            screen.element("ol class='tune-list' aria-label=?", TunesText.examples) { list in
                for tune in examples { row(tune, isStored: false, presentation, to: &list) { _ in } }
            }
        }
        importPanel(hasTunes: !state.own.isEmpty, paste: paste, to: &screen)
    }
}

/// - Parameter below: writes further content of the row.
private func row(
    _ tune: StoredTune, isStored: Bool, _ presentation: Presentation, to html: inout HTML, below: (inout HTML) -> Void
) {
    html.element(
        "li class='tune-row' id=? data-swipe=? data-keys=? data-keyed=?",
        "tune-" + tune.id, isStored ? "" : nil, isStored ? "Delete Backspace" : nil,
        isStored ? "tunes delete " + tune.id : nil
    ) { row in
        row.link(to: .tunes(.chart(tune.id)), presentation, class: "tune-link") { link in
            link.element("b dir='auto'", text: tune.shownTitle)
            let about = [tune.composer, tune.style].filter { !$0.isEmpty }.joined(separator: " · ")
            link.element("span class='caption' dir='auto'", text: about)
            if let key = try? Key(tune.key) {
                link.element(
                    "span class='tune-key' translate='no'", text: presentation.name(presentation.reader.reading(key)))
            }
        }
        guard isStored else { return }
        row.element(
            "button type='button' class='delete' id=? data-action=? aria-label=?",
            tuneDeleteID(tune.id), "tunes delete " + tune.id, TunesText.delete(tune.shownTitle), text: TunesText.delete)
        below(&row)
    }
}

/// The import panel for files, links and text.
/// - Parameter paste: the action that imports a text.
private func importPanel(hasTunes: Bool, paste: String, to html: inout HTML) {
    html.element("section class='panel bringing' aria-label=?", TunesText.importing) { panel in
        panel.element("h3", text: TunesText.importing)
        panel.element("p class='caption'", text: TunesText.supported)
        panel.element("div class='chips'") { chips in
            chips.element("label class='file'") { label in
                label.write(TunesText.chooseFiles)
                label.void(
                    """
                    input type='file' multiple accept='.txt,.html,.htm,.musicxml,.xml,.mxl,.cho,.chordpro,.chopro,\
                    .crd,.pro,text/plain,text/html' data-file='tunes open {seed}'
                    """
                )
            }
            if hasTunes { chips.element("button type='button' data-action='tunes export'", text: TunesText.saveAll) }
        }
        panel.element(
            """
            textarea rows='3' spellcheck='false' autocapitalize='off' placeholder=? aria-label=? \
            data-paste-field=?
            """,
            TunesText.chordsHint, TunesText.pasteHere, paste)
        panel.element("button type='button' data-take", text: TunesText.importing)
    }
}

/// Asks what to do with imported tunes that exist already.
private func repeatedTunes(_ titles: [String], to html: inout HTML) {
    guard let first = titles.first else { return }
    html.element("div class='conflict' role='alert' id='repeated-tunes'") { box in
        box.element("p", text: TunesText.existing(titles.count, first))
        box.element("div class='chips'") { chips in
            chips.element("button type='button' data-action='tunes repeated replace'", text: TunesText.replaceTunes)
            chips.element("button type='button' data-action='tunes repeated both'", text: TunesText.keepBoth)
            chips.element("button type='button' data-action='tunes repeated skip'", text: TunesText.skipTunes)
        }
    }
}

/// The problems of an import. Several are folded behind their number.
func tuneProblems(_ problems: [String], to html: inout HTML) {
    guard let first = problems.first else { return }
    if problems.count == 1 { return html.element("p class='trouble' id='tune-problems'", text: first) }
    html.element("details class='trouble' id='tune-problems'") { fold in
        fold.element("summary", text: TunesText.problems(problems.count))
        fold.element("ul") { list in
            for problem in problems.prefix(100) { list.element("li", text: problem) }
            if problems.count > 100 { list.element("li", text: TunesText.andMore(problems.count - 100)) }
        }
    }
}
