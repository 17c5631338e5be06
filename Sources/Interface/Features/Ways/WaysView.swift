import Harmony
import Practice
import Rendering

func rowID(_ number: Int) -> String { "way-\(number)" }

/// The chord pairs for a chord: the equation, the filters, and the list, best first.
/// - Parameter hands: writes the voicing of the open pair.
func waysView(
    _ place: WaysRoute, _ state: WaysState, _ session: Session, hands: (inout HTML) -> Void, to html: inout HTML
) {
    let active = state.filters(for: place.chord)
    let ways = FilteredWays(at: place, active, hasBassPlayer: session.settings.hasBassPlayer)
    html.element("article class='ways-screen'") { screen in
        screen.part("section class='panel'", id: "equation", [("aria-label", WaysText.equation)]) {
            equation(place, state, session.presentation, to: &$0)
        }
        screen.part("section class='way-filters'", id: "way-filters", [("aria-label", WaysText.filters)]) {
            filters(active, hasBassPlayer: session.settings.hasBassPlayer, to: &$0)
        }
        screen.element("section aria-label=?", SharedText.chordPairs) { section in
            list(ways, place, state, session, hands, to: &section)
        }
        shareMenu(Shareable(place.chord, session.presentation), to: &screen)
    }
}

// MARK: The equation

private func equation(_ place: WaysRoute, _ state: WaysState, _ presentation: Presentation, to html: inout HTML) {
    html.element("p class='place'", text: SharedText.howToPlayWithTwoHands)
    html.element("div class='head'") { head in
        head.element("div class='equation'") { terms in
            for half in Half.allCases {
                term(half, place, presentation, to: &terms)
                terms.element("span class='sign'", text: half == .lower ? "+" : "=")
            }
            terms.element("div class='title'") { title in
                title.element("div") { name in
                    heading(place.chord, presentation, missing: "", to: &name)
                    soundingLine(of: place.chord, presentation, to: &name)
                }
                title.playButton(place.chord, presentation)
                title.detailsLink(to: place.chord, presentation)
            }
        }
        field(state.field, place, presentation, to: &head)
    }
}

/// A given half with a link that unpins it, or a question mark.
private func term(_ half: Half, _ place: WaysRoute, _ presentation: Presentation, to html: inout HTML) {
    guard let chord = place.given[half] else {
        html.element("div class=?", "term open " + half.rawValue) { term in
            term.element("span aria-hidden='true'", text: "?")
            term.element("span class='spoken'", text: WaysText.any(half))
        }
        return
    }
    let name = presentation.halfName(chord)
    html.element("div class=?", "term " + half.rawValue) { term in
        term.element("b translate='no'") { $0.write(symbol: name) }
        let without = place.setting(half, nil).address
        term.link(to: without, presentation, class: "let-go", label: WaysText.unpin(name)) { $0.write("×") }
    }
}

/// The text field for another chord.
private func field(_ typed: SymbolField?, _ place: WaysRoute, _ presentation: Presentation, to html: inout HTML) {
    let role = FieldRole(
        name: "ways", label: WaysText.chordToPlay, example: WaysText.typeChord, feature: "ways", take: "pick",
        enterKey: "go",
        isResult: true)
    symbolField(typed ?? SymbolField(ChordChoice(place.chord), presentation), as: role, presentation, to: &html)
}

// MARK: Filters

private func filters(_ filters: WayFilters, hasBassPlayer: Bool, to html: inout HTML) {
    for filter in WayFilter.allCases {
        html.element("div class='chips' role='group' aria-label=?", WaysText.meaning(filter)) { group in
            let title = WaysText.title(filter)
            if !title.isEmpty { group.element("span aria-hidden='true'", text: title) }
            for criterion in WayFilter.Criterion.allCases where criterion.filter == filter {
                let isActive = filters.contains(criterion)
                // A second press clears a criterion, except “All notes”, whose opposite has its own button.
                let action =
                    isActive && criterion != .exact ? "ways open " + filter.rawValue : "ways ask " + criterion.rawValue
                group.toggle(WaysText.label(criterion), action, isOn: isActive)
            }
            guard filter == .notes else { return }
            group.toggle(WaysText.playable, "ways open notes", isOn: filters.isEmpty(.notes))
            group.toggle(
                WaysText.withBassPlayer, "settings set band " + (hasBassPlayer ? "no" : "yes"), isOn: hasBassPlayer)
        }
    }
}

// MARK: The list

private func list(
    _ ways: FilteredWays, _ place: WaysRoute, _ state: WaysState, _ session: Session, _ hands: (inout HTML) -> Void,
    to html: inout HTML
) {
    let (shown, count) = (ways.shown, ways.count)
    let rows = shown.prefix(state.shownCount).map {
        (number: $0.number, way: $0.way, picture: KeyboardPicture(of: $0.way))
    }
    html.part("div", id: "found-ways") { found in
        found.element(
            "p class='found' role='status'",
            text: shown.count == count
                ? WaysText.count(count)
                : WaysText.count(shown.count, of: count))
        if shown.isEmpty { return nothing(place, state.filters(for: place.chord), session, to: &found) }
        KeyboardPicture.writeSmallKeys(to: &found, octaves: rows.map { $0.picture.octaves }.max() ?? 3)
    }
    html.element("div class='way-list' role='list'") { list in
        func write(_ rows: ArraySlice<(number: Int, way: Way, picture: KeyboardPicture)>, to part: inout HTML) {
            for (number, way, picture) in rows {
                let isOpen = state.opened?.number == number
                part.element(
                    "div role='listitem' tabindex='-1' class=? id=?",
                    isOpen ? "panel way open" : "panel way", rowID(number)
                ) {
                    row(way, number, picture, place, session.presentation, isOpen: isOpen, to: &$0)
                    if isOpen {
                        let exercise = Exercise(.way(way.combination, of: way.asked))
                        $0.practiceLink(exercise, session.presentation, of: WaysText.thisPair)
                        hands(&$0)
                    }
                }
            }
        }
        list.part("div", id: "first-ways") { write(rows.prefix(WaysState.urgentCount), to: &$0) }
        // Not late after “more”, because a new row receives focus.
        list.part("div", id: "other-ways", isLate: state.shownCount == WaysState.initialCount) {
            write(rows.dropFirst(WaysState.urgentCount), to: &$0)
        }
    }
    html.part("div", id: "more-ways") { more in
        let rest = shown.count - state.shownCount
        guard rest > 0 else { return }
        let title =
            rest <= WaysState.stepCount
            ? WaysText.showAll(shown.count) : WaysText.showMore(WaysState.stepCount, of: shown.count)
        more.element("button type='button' class='more' data-action='ways more'", text: title)
    }
}

/// A chord pair, with links that pin one of its halves.
private func row(
    _ way: Way, _ number: Int, _ picture: KeyboardPicture, _ place: WaysRoute, _ presentation: Presentation,
    isOpen: Bool,
    to html: inout HTML
) {
    wayRow(way, picture, action: "ways take \(number)", presentation, to: &html)
    html.element("div class='keeps'") { keeps in
        for half in Half.allCases where place.given[half] == nil {
            let chord = half == .lower ? way.lower : way.upper
            keeps.link(to: place.setting(half, chord).address, presentation, class: "keep " + half.rawValue) {
                $0.element("span") { words in
                    words.write(WaysText.keep)
                    words.name(presentation.halfName(chord))
                    words.write(WaysText.inHand(half))
                }
            }
        }
        keeps.element(
            "button type='button' class='keep' data-action=? aria-expanded=?",
            "ways hands \(number)", isOpen ? "true" : "false"
        ) { button in
            let names = presentation.inSentences
            button.write(SharedText.voicing)
            button.element(
                "span class='spoken'",
                text: WaysText.of(
                    names.halfName(way.lower) + " + " + names.halfName(way.upper)))
        }
    }
}

// MARK: Nothing found

/// Why there is no pair, and which filters hide some.
private func nothing(_ place: WaysRoute, _ filters: WayFilters, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation.inSentences
    let chord = presentation.shortName(place.chord)
    let hasBassPlayer = session.settings.hasBassPlayer
    func count(_ place: WaysRoute, _ filters: WayFilters, _ hasBassPlayer: Bool) -> Int {
        FilteredWays(at: place, filters, hasBassPlayer: hasBassPlayer).shown.count
    }
    html.element("div class='panel no-way'") { panel in
        var isForeign = false
        for half in Half.allCases {
            let foreign = place.foreign(half)
            guard let given = place.given[half], !foreign.isEmpty else { continue }
            isForeign = true
            panel.element(
                "p",
                text: WaysText.foreign(presentation.halfName(given), in: chord, foreign.map { presentation.name($0) }))
        }
        var openings: [(action: String, address: Address?, title: String, count: Int)] = []
        for filter in WayFilter.allCases where !filters.isEmpty(filter) {
            var opened = filters
            opened.clear(filter)
            openings.append(
                ("ways open " + filter.rawValue, nil, WaysText.opening(filter), count(place, opened, hasBassPlayer)))
        }
        if !hasBassPlayer {
            openings.append(("settings set band yes", nil, WaysText.withBassPlayer, count(place, filters, true)))
        }
        for half in Half.allCases {
            guard let given = place.given[half] else { continue }
            let without = place.setting(half, nil)
            let title = WaysText.unpin(presentation.halfName(given))
            openings.append(("", without.address, title, count(without, filters, hasBassPlayer)))
        }
        var useful = openings.filter { $0.count > 0 }
        var open = filters
        for filter in WayFilter.allCases { open.clear(filter) }
        if useful.isEmpty {
            let all = count(place, open, hasBassPlayer)
            if all > 0 { useful = [("ways open-all", nil, WaysText.everything, all)] }
        }
        let free = WaysRoute(chord: place.chord)
        // There the filters may still leave nothing, but they can be opened.
        if useful.isEmpty, free != place, count(free, open, hasBassPlayer) > 0 {
            let pinned = Half.allCases.compactMap { place.given[$0] }
            let title = pinned.count > 1 ? WaysText.unpinBoth : WaysText.unpin(presentation.halfName(pinned[0]))
            useful = [("", free.address, title, count(free, filters, hasBassPlayer))]
        }
        if !isForeign {
            panel.element("p", text: useful.isEmpty ? WaysText.none(chord) : WaysText.noneLeft(chord))
        }
        panel.element("div class='chips'") { chips in
            for (action, address, title, count) in useful {
                let text = count > 0 ? WaysText.counted(title, count) : title
                if let address {
                    chips.link(to: address, presentation, class: "chip") { $0.element("span", text: text) }
                } else {
                    chips.element("button type='button' data-action=?", action, text: text)
                }
            }
        }
    }
}
