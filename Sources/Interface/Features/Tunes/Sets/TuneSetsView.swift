import Harmony
import Rendering
import Sync
import Tunes

/// All set lists.
func tuneSetsView(_ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    let sets = state.index.setLists.compactMap { TuneSet($0) }
    html.element("div class='tunes'") { screen in
        screen.element("div class='sheet-head'") { head in
            head.element("h2", text: TunesText.setLists)
            head.element(
                "button type='button' class='add' aria-label=? data-action='tunes set-add {seed}' id=?",
                TunesText.newSet, setAddID, text: "+")
        }
        screen.part("div", id: "tunes-state") {
            storageLine(state.list, TunesText.setCount(sets.count), presentation, to: &$0)
        }
        if sets.isEmpty { return screen.element("p class='empty'", text: TunesText.whatSetsAre) }
        screen.element("ol class='tune-list' aria-label=?", TunesText.setLists) { list in
            for set in sets { setRow(set, state, presentation, to: &list) }
        }
    }
}

private func setRow(_ set: TuneSet, _ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    html.element(
        "li class='tune-row' data-swipe data-keys='Delete Backspace' id=? data-keyed=?",
        "tune-" + set.id, "tunes set-delete " + set.id
    ) { row in
        row.link(to: .tunes(.set(set.id)), presentation, class: "tune-link") { link in
            link.element("b dir='auto'", text: set.shownName)
            link.element("span class='caption'", text: TunesText.count(state.tunes(of: set).count))
        }
        row.element(
            "button type='button' class='delete' data-action=? aria-label=?", "tunes set-delete " + set.id,
            TunesText.delete(set.shownName), text: TunesText.delete)
        conflict(state.list.entry(set.id), to: &row)
    }
}

/// One set list: its tunes in order, and the field that finds others.
func tuneSetView(_ id: String, _ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    guard let set = state.set(id) else {
        return html.element("div class='tunes'") { screen in
            screen.element("h2", text: SessionText.setList)
            let text = state.list.storage == nil ? SharedText.loading : TunesText.absentSet
            screen.element("p class='caption' role='status'", text: text)
        }
    }
    let tunes = state.tunes(of: set)
    html.element("div class='tunes'") { screen in
        screen.element("h2 class='spoken'", text: set.shownName)
        screen.void(
            """
            input type='text' class='set-name' autocomplete='off' enterkeyhint='done' dir='auto' id=? value=? \
            placeholder=? aria-label=? data-change=?
            """,
            setNameID, set.name, SessionText.setList, TunesText.setName, "tunes set-name " + id)
        conflict(state.list.entry(id), to: &screen)
        if tunes.isEmpty {
            screen.element("p class='empty'", text: TunesText.emptySet)
        } else {
            screen.element("div class='chips'") { chips in
                chips.element(
                    "button type='button' class='main-action' data-action=?", "tunes set-play " + id,
                    text: TunesText.playSet)
                chips.toggle(TunesText.select, "tunes select", isOn: state.selected != nil)
            }
            if let selected = state.selected { selection(selected.count, of: set, state, to: &screen) }
            screen.element("ol class='tune-list' aria-label=?", set.shownName) { list in
                for (index, tune) in tunes.enumerated() {
                    memberRow(tune, index, of: tunes.count, in: id, state, presentation, to: &list)
                }
            }
        }
        adding(to: set, state, presentation, to: &screen)
        screen.element("div class='chips'") { chips in
            if !tunes.isEmpty {
                chips.element("button type='button' data-action=?", "tunes set-link " + id, text: TunesText.copyLink)
                for format in TuneListVerb.Format.ofSeveral {
                    chips.element(
                        "button type='button' data-action=?", "tunes set-save " + id + " " + format.rawValue,
                        text: format.title)
                }
            }
            chips.element(
                "button type='button' class='delete' data-action=?", "tunes set-delete " + id, text: TunesText.delete)
        }
    }
}

private func memberRow(
    _ tune: StoredTune, _ index: Int, of count: Int, in set: String, _ state: TunesState,
    _ presentation: Presentation, to html: inout HTML
) {
    html.element(
        "li class='tune-row set-row' data-keys='Delete Backspace' id=? data-keyed=?",
        "tune-" + tune.id, "tunes set-remove " + set + " " + tune.id
    ) { row in
        row.element("span class='set-number' aria-hidden='true'", text: "\(index + 1)")
        if state.selected != nil { return pickButton(tune, state, presentation, to: &row) }
        row.link(to: .tunes(.inSet(tune.id, set: set)), presentation, class: "tune-link") {
            tuneFace(tune, state.log[tune.id], presentation, to: &$0)
        }
        for (step, sign, label, isEnabled) in [
            (-1, "↑", TunesText.moveUp(tune.shownTitle), index > 0),
            (1, "↓", TunesText.moveDown(tune.shownTitle), index + 1 < count),
        ] {
            row.element(
                "button type='button' id=? data-action=? aria-label=? aria-disabled=?",
                (step < 0 ? "up-" : "down-") + tune.id, "tunes set-move " + set + " " + tune.id + " \(step)", label,
                isEnabled ? nil : "true", text: sign)
        }
        row.element(
            "button type='button' id=? data-action=? aria-label=?", setRemoveID(tune.id),
            "tunes set-remove " + set + " " + tune.id, TunesText.remove(tune.shownTitle), text: "✕")
    }
}

/// What can be done with several tunes of a set list at once.
private func selection(_ count: Int, of set: TuneSet, _ state: TunesState, to html: inout HTML) {
    selectionPanel(count, to: &html) { chips in
        let all = TunesText.allSelected
        for (step, sign, label) in [("-1", "↑", TunesText.moveUp(all)), ("1", "↓", TunesText.moveDown(all))] {
            chips.element(
                "button type='button' id=? data-action=? aria-label=?", "move-selected" + step,
                "tunes set-move " + set.id + " " + step, label, text: sign)
        }
        setChoice(TunesText.moveToSet, "tunes set-transfer", state.index, without: set.id, to: &chips)
        chips.element(
            "button type='button' class='delete' data-action=?", "tunes set-remove " + set.id,
            text: TunesText.remove(all))
    }
}

/// A field that finds tunes, and those that it has found.
private func adding(to set: TuneSet, _ state: TunesState, _ presentation: Presentation, to html: inout HTML) {
    html.element("section class='panel bringing' aria-label=?", TunesText.addTune) { panel in
        panel.element("h3", text: TunesText.addTune)
        panel.void(
            "input type='search' autocomplete='off' placeholder=? aria-label=? id=? value=? data-input=?",
            TunesText.search, TunesText.search, setSearchID, state.setSearch, "tunes set-find")
        let found = state.index.found(state.setSearch, without: set.tuneIDs)
        if !found.isEmpty {
            panel.element("div class='chips'") { chips in
                for tune in found {
                    chips.element(
                        "button type='button' dir='auto' data-action=? aria-label=?",
                        "tunes set-put " + set.id + " " + tune.id, TunesText.add(tune.shownTitle),
                        text: "+ " + tune.shownTitle)
                }
            }
        } else if !state.setSearch.isEmpty {
            let areHere = !state.index.found(state.setSearch, without: []).isEmpty
            panel.element("p class='caption' role='status'", text: areHere ? TunesText.allInSet : TunesText.noMatch)
        }
    }
}

/// The set list that an address contains.
func linkedSetView(_ opened: OpenTune, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='tunes'") { screen in
        screen.element("h2 dir='auto'", text: opened.stored.shownTitle)
        screen.element("p class='caption'", text: TunesText.notSaved)
        screen.element("div class='chips'") { chips in
            chips.element(
                "button type='button' class='main-action' data-action='tunes set-play linked'", text: TunesText.playSet)
            chips.element("button type='button' data-action='tunes keep {seed}'", text: TunesText.saveSet)
        }
        screen.element("ol class='tune-list' aria-label=?", opened.stored.shownTitle) { list in
            for (index, tune) in opened.linkedSet.enumerated() {
                list.element("li class='tune-row set-row'") { row in
                    row.element("span class='set-number' aria-hidden='true'", text: "\(index + 1)")
                    guard let place = opened.link?.linked(number: index + 1) else { return }
                    row.link(to: .tunes(place), presentation, class: "tune-link") {
                        tuneFace(tune, TuneUse(), presentation, to: &$0)
                    }
                }
            }
        }
    }
}

/// A fold with a button for each set list; nothing if there are none. In a menu, arrow keys would act on each set list
/// that they pass.
private func setChoice(
    _ title: String, _ action: String, _ index: TuneIndex, without id: String?, to html: inout HTML
) {
    let sets = index.setLists.filter { $0.id != id }
    guard !sets.isEmpty else { return }
    html.element("details id='set-choice'") { fold in
        fold.element("summary", text: title)
        fold.element("div class='chips' role='group' aria-label=?", title) { chips in
            for set in sets {
                chips.element(
                    "button type='button' dir='auto' data-action=?", action + " " + set.id, text: set.shownTitle)
            }
        }
    }
}

/// The set lists to which the open tune or the selected ones can be added.
func setMenu(_ index: TuneIndex, to html: inout HTML) {
    setChoice(TunesText.addToSet, "tunes set-put", index, without: nil, to: &html)
    html.element("button type='button' data-action='tunes set-add {seed}'", text: TunesText.newSet)
}

/// The way to the neighbors of a tune in its set list.
func setBar(_ place: TunesRoute, _ state: TunesState, to html: inout HTML) {
    guard let open = state.openSet(at: place) else { return }
    html.element("div class='set-bar' role='group' aria-label=?", SessionText.setList) { bar in
        turn(-1, "‹", TunesText.previousTune, id: "set-previous", isEnabled: open.index > 0, to: &bar)
        bar.element("span", text: TunesText.place(open.index + 1, of: open.places.count, ""))
        turn(1, "›", TunesText.nextTune, id: "set-next", isEnabled: open.index + 1 < open.places.count, to: &bar)
    }
}

private func turn(
    _ step: Int, _ sign: String, _ label: String, id: String, isEnabled: Bool, to html: inout HTML
) {
    html.element(
        "button type='button' id=? data-action=? aria-label=? aria-disabled=?", id, "tunes set-turn \(step)", label,
        isEnabled ? nil : "true", text: sign)
}
