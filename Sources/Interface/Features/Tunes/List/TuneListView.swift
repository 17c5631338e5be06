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
        screen.element("div class='tune-finder'") { finder in
            finder.part("div class='tune-finder'", id: "tune-finder") { queryView(state, presentation, to: &$0) }
            finder.part("div class='tune-choices'", id: "tune-filters") { filters(state, presentation, to: &$0) }
            finder.part("div class='tune-finder'", id: "tune-found") { found(state, to: &$0) }
        }
        screen.element("div class='tune-rows'") { list in
            list.part("div", id: "tune-rows") { rows(state, presentation, to: &$0) }
            list.part("div", id: "tune-more") { more(state, to: &$0) }
            list.part("div class='tune-rows'", id: "tune-examples") { examples(state, presentation, to: &$0) }
        }
        importPanel(hasTunes: state.index.count > 0, paste: paste, to: &screen)
    }
}

/// Search and order.
private func queryView(_ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    let query = state.query
    html.element("div class='tune-search'") { row in
        row.void(
            "input type='search' autocomplete='off' placeholder=? aria-label=? id=? value=? data-input=?",
            TunesText.search, TunesText.search, "tune-search", query.search, "tunes search")
        row.choose(
            TunesText.sort, "tunes sort", query.order.rawValue, TuneOrder.allCases.map { ($0.rawValue, $0.title) })
    }
    html.element("div class='chips'") { chips in
        chips.link(to: .tunes(.sets), presentation, class: "chip") { $0.write(TunesText.setLists) }
        chips.toggle(TunesText.favorites, "tunes filter favorites", isOn: query.filter.favoritesOnly)
        chips.toggle(TunesText.recentlyPlayed, "tunes filter played", isOn: query.filter.playedOnly)
        let count = query.filter.count
        chips.element(
            "button type='button' data-action='tunes filter' aria-expanded=?", state.showsFilters ? "true" : "false",
            text: count > 0 ? TunesText.filters(count) : TunesText.filter)
        if state.index.count > 0 { chips.toggle(TunesText.select, "tunes select", isOn: state.selected != nil) }
    }
}

/// The open filters.
private func filters(_ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    guard state.showsFilters else { return }
    for (index, facet) in TuneFilter.Facet.allCases.enumerated() {
        let any: [(value: String, label: String)] = [("", TunesText.any)]
        let values = index < state.index.options.count ? state.index.options[index] : []
        let options = values.map { (value: $0, label: shown($0, facet, presentation)) }
        html.choose(
            TunesText.facet(facet), areNames: facet == .key, "tunes filter " + facet.rawValue,
            state.query.filter.values[index], any + options)
    }
}

/// How many tunes were found, and what to do with the selected ones.
private func found(_ state: TunesState, to html: inout HTML) {
    let query = state.query
    if query != TuneQuery(order: query.order), state.index.count > 0 {
        html.element("p class='tune-found'") { line in
            line.element(
                "span role='status'", text: TunesText.found(state.index.listed.count, of: state.index.count))
            line.element("button type='button' data-action='tunes show-all'", text: TunesText.showAll)
        }
    }
    if let selected = state.selected { selection(selected.count, state, to: &html) }
}

/// The value of a facet as the menu shows it.
private func shown(_ value: String, _ facet: TuneFilter.Facet, _ presentation: Presentation) -> String {
    switch facet {
    case .key: (try? Key(value)).map { presentation.name(presentation.reader.reading($0)) } ?? value
    case .tempo: TuneFilter.Tempo(rawValue: value).map { TunesText.range($0) } ?? value
    default: value
    }
}

/// What can be done with several tunes at once.
private func selection(_ count: Int, _ state: TunesState, to html: inout HTML) {
    selectionPanel(count, to: &html) { chips in
        setMenu(state.index, to: &chips)
        for format in TuneListVerb.Format.ofSeveral {
            chips.element("button type='button' data-action=?", "tunes take " + format.rawValue, text: format.title)
        }
        chips.element(
            "button type='button' class='delete' data-action='tunes delete-selected'", text: TunesText.delete)
    }
}

/// The number of selected tunes and, if there are any, what can be done with them.
func selectionPanel(_ count: Int, to html: inout HTML, _ actions: (inout HTML) -> Void) {
    html.element("section class='panel tune-selection' aria-label=?", TunesText.selection) { panel in
        panel.element("p role='status'", text: count == 0 ? TunesText.noneSelected : TunesText.selected(count))
        panel.element("div class='chips'") { chips in
            chips.element("button type='button' data-action='tunes pick-all'", text: TunesText.selectAll)
            if count > 0 { actions(&chips) }
            chips.element("button type='button' data-action='tunes select'", text: SharedText.done)
        }
    }
}

/// The tunes.
private func rows(_ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    let listed = state.index.listed
    if !listed.isEmpty {
        html.element("ol class='tune-list' aria-label=?", TunesText.yourTunes) { list in
            for facts in listed.prefix(state.shownCount) {
                row(facts.tune, isStored: true, state, presentation, to: &list)
            }
        }
    } else if state.index.count > 0 || state.index.listedExamples.isEmpty {
        if !state.query.search.isEmpty {
            html.element("p class='empty'", text: TunesText.noMatch)
        } else if state.query.filter != TuneFilter() {
            html.element("p class='empty'", text: TunesText.noneFound)
        }
    }
}

/// The button for further rows. The number changes with each piece of a long list, the rows do not.
private func more(_ state: TunesState, to html: inout HTML) {
    let count = state.index.listed.count
    guard count > max(state.shownCount, TunesState.page) else { return }
    html.element("button type='button' data-action='tunes more'", text: TunesText.showMore(of: count))
}

/// The examples.
private func examples(_ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    let examples = state.index.listedExamples
    guard !examples.isEmpty, state.selected == nil else { return }
    html.element("h3 class='tune-heading'", text: TunesText.examples)
    html.element("ol class='tune-list' aria-label=?", TunesText.examples) { list in
        for facts in examples { row(facts.tune, isStored: false, state, presentation, to: &list) }
    }
}

private func row(
    _ tune: StoredTune, isStored: Bool, _ state: TunesState, _ presentation: Presentation, to html: inout HTML
) {
    let use = state.log[tune.id]
    let isSelecting = state.selected != nil
    html.element(
        "li class='tune-row' id=? data-swipe=? data-keys=? data-keyed=?",
        "tune-" + tune.id, isStored && !isSelecting ? "" : nil, isStored && !isSelecting ? "Delete Backspace" : nil,
        isStored && !isSelecting ? "tunes delete " + tune.id : nil
    ) { row in
        if isSelecting { return pickButton(tune, state, presentation, to: &row) }
        row.link(to: .tunes(.chart(tune.id)), presentation, class: "tune-link") {
            tuneFace(tune, use, presentation, to: &$0)
        }
        star(tune, use, id: "star-" + tune.id, to: &row)
        guard isStored else { return }
        row.element(
            "button type='button' class='delete' id=? data-action=? aria-label=?",
            tuneDeleteID(tune.id), "tunes delete " + tune.id, TunesText.delete(tune.shownTitle), text: TunesText.delete)
        conflict(state.list.entry(tune.id), to: &row)
    }
}

/// A row that selects its tune, or not.
func pickButton(_ tune: StoredTune, _ state: TunesState, _ presentation: Presentation, to row: inout HTML) {
    row.element(
        "button type='button' class='tune-link' data-action=? aria-pressed=?", "tunes pick " + tune.id,
        state.selected?.contains(tune.id) == true ? "true" : "false"
    ) { tuneFace(tune, state.log[tune.id], presentation, to: &$0) }
}

/// A button that makes a tune a favorite, or an ordinary one again.
func star(_ tune: StoredTune, _ use: TuneUse, id: String?, to html: inout HTML) {
    html.element(
        "button type='button' class='star' id=? data-action=? aria-pressed=? aria-label=?", id,
        "tunes star " + tune.id, use.isFavorite ? "true" : "false", TunesText.favorite(tune.shownTitle),
        text: use.isFavorite ? "★" : "☆")
}

/// Title, composer, style and key of a tune, and how often it was played.
func tuneFace(_ tune: StoredTune, _ use: TuneUse, _ presentation: Presentation, to html: inout HTML) {
    html.element("b dir='auto'", text: tune.shownTitle)
    let played = use.count > 0 ? TunesText.played(use.count) : ""
    let about = [tune.composer, tune.style, played].filter { !$0.isEmpty }.joined(separator: " · ")
    html.element("span class='caption' dir='auto'", text: about)
    if let key = try? Key(tune.key) {
        html.element("span class='tune-key' translate='no'", text: presentation.name(presentation.reader.reading(key)))
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
                    input type='file' multiple accept='.txt,.html,.htm,.musicxml,.xml,.mxl,.zip,.cho,.chordpro,\
                    .chopro,.crd,.pro,text/plain,text/html' data-file='tunes open {seed}'
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
    html.element(
        "div class='conflict' role='group' tabindex='-1' id=? aria-label=?", repeatedTunesID,
        TunesText.existing(titles.count, first)
    ) { box in
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
