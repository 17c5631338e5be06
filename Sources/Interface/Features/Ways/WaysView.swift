import Exchange
import Harmony
import Practice
import Rendering

func rowID(_ number: Int) -> String { "way-\(number)" }

/// The ways to play a chord: the equation, what is asked of ways, and the list, the best first.
/// - Parameter hands: how the way that is open lies under two hands.
func waysView(
    _ place: WaysPlace, _ state: WaysState, _ session: Session, hands: (inout HTML) -> Void, to html: inout HTML
) {
    let asked = state.filters(for: place.chord)
    let ways = WantedWays(at: place, asked, hasBand: session.settings.hasBand)
    html.element("article class='ways-screen'") { screen in
        screen.part("section class='panel'", id: "equation", [("aria-label", WaysText.equation)]) {
            equation(place, state, session.presentation, to: &$0)
        }
        screen.part("section class='way-filters'", id: "way-filters", [("aria-label", WaysText.filters)]) {
            filters(asked, hasBand: session.settings.hasBand, to: &$0)
        }
        screen.element("section aria-label=?", SharedText.chordPairs) { section in
            list(ways, place, state, session, hands, to: &section)
        }
        shareMenu(Shareable(place.chord, session.presentation), to: &screen)
    }
}

// MARK: The equation

private func equation(_ place: WaysPlace, _ state: WaysState, _ presentation: Presentation, to html: inout HTML) {
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

/// A half that is given, with what lets it go, or that one is sought.
private func term(_ half: Half, _ place: WaysPlace, _ presentation: Presentation, to html: inout HTML) {
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
        let without = place.giving(half, nil).address
        term.link(to: without, presentation, class: "let-go", label: WaysText.unpin(name)) { $0.write("×") }
    }
}

/// Where another chord is asked for.
private func field(_ typed: SymbolField?, _ place: WaysPlace, _ presentation: Presentation, to html: inout HTML) {
    let role = FieldRole(
        name: "ways", label: WaysText.chordToPlay, example: WaysText.typeChord, feature: "ways", take: "pick", enterKey: "go",
        asksForResult: true)
    symbolField(typed ?? SymbolField(ChordChoice(place.chord), presentation), as: role, presentation, to: &html)
}

// MARK: What is asked of ways

private func filters(_ filters: WayFilters, hasBand: Bool, to html: inout HTML) {
    for filter in WayFilter.allCases {
        html.element("div class='chips' role='group' aria-label=?", WaysText.meaning(filter)) { group in
            let title = WaysText.title(filter)
            if !title.isEmpty { group.element("span aria-hidden='true'", text: title) }
            for wish in WayFilter.Wish.allCases where wish.filter == filter {
                let isAsked = filters.asks(for: wish)
                // Of the others one may be pressed or none; this one has a chip for its contrary.
                let action = isAsked && wish != .exact ? "ways open " + filter.rawValue : "ways ask " + wish.rawValue
                toggle(WaysText.label(wish), action, isOn: isAsked, to: &group)
            }
            guard filter == .notes else { return }
            toggle(WaysText.playable, "ways open notes", isOn: filters.isOpen(.notes), to: &group)
            toggle(WaysText.withBassPlayer, "settings set band " + (hasBand ? "no" : "yes"), isOn: hasBand, to: &group)
        }
    }
}

private func toggle(_ title: String, _ action: String, isOn: Bool, to html: inout HTML) {
    html.element("button type='button' data-action=? aria-pressed=?", action, isOn ? "true" : "false", text: title)
}

// MARK: The list

private func list(
    _ ways: WantedWays, _ place: WaysPlace, _ state: WaysState, _ session: Session, _ hands: (inout HTML) -> Void,
    to html: inout HTML
) {
    let (shown, count) = (ways.shown, ways.count)
    let rows = shown.prefix(state.most).map { (number: $0.number, way: $0.way, picture: KeyboardPicture(of: $0.way)) }
    html.part("div", id: "found-ways") { found in
        found.element("p class='found' role='status'", text: shown.count == count ? WaysText.count(count)
            : WaysText.count(shown.count, of: count))
        if shown.isEmpty { return nothing(place, state.filters(for: place.chord), session, to: &found) }
        KeyboardPicture.writeSmallKeys(to: &found, octaves: rows.map { $0.picture.octaves }.max() ?? 3)
    }
    html.element("div class='way-list' role='list'") { list in
        func write(_ rows: ArraySlice<(number: Int, way: Way, picture: KeyboardPicture)>, to part: inout HTML) {
            for (number, way, picture) in rows {
                let isOpen = state.opened?.number == number
                part.element("div role='listitem' tabindex='-1' class=? id=?",
                    isOpen ? "panel way open" : "panel way", rowID(number)) {
                    row(way, number, picture, place, session.presentation, isOpen: isOpen, to: &$0)
                    if isOpen {
                        let exercise = Exercise(.way(way.combination, of: way.asked))
                        $0.practiseLink(exercise, session.presentation, of: WaysText.thisPair)
                        hands(&$0)
                    }
                }
            }
        }
        list.part("div", id: "first-ways") { write(rows.prefix(WaysState.seen), to: &$0) }
        // Of the rows that “more” has brought, one is to have the focus at once.
        list.part("div", id: "other-ways", isLate: state.most == WaysState.few) {
            write(rows.dropFirst(WaysState.seen), to: &$0)
        }
    }
    html.part("div", id: "more-ways") { more in
        let rest = shown.count - state.most
        guard rest > 0 else { return }
        let title = rest <= WaysState.many ? WaysText.showAll(shown.count) : WaysText.showMore(WaysState.many, of: shown.count)
        more.element("button type='button' class='more' data-action='ways more'", text: title)
    }
}

/// One way: a touch takes it, ▶ plays it as it lies, and either half can be kept while the other is sought.
private func row(
    _ way: Way, _ number: Int, _ picture: KeyboardPicture, _ place: WaysPlace, _ presentation: Presentation, isOpen: Bool,
    to html: inout HTML
) {
    wayRow(way, picture, action: "ways take \(number)", presentation, to: &html)
    html.element("div class='keeps'") { keeps in
        for half in Half.allCases where place.given[half] == nil {
            let chord = half == .lower ? way.lower : way.upper
            keeps.link(to: place.giving(half, chord).address, presentation, class: "keep " + half.rawValue) {
                $0.element("span") { words in
                    words.write(WaysText.keep)
                    words.name(presentation.halfName(chord))
                    words.write(WaysText.inHand(half))
                }
            }
        }
        keeps.element("button type='button' class='keep' data-action=? aria-expanded=?",
            "ways hands \(number)", isOpen ? "true" : "false") { button in
            button.write(SharedText.voicing)
            button.element("span class='spoken'", text: WaysText.of(
                presentation.halfName(way.lower) + " + " + presentation.halfName(way.upper)))
        }
    }
}

// MARK: No way

/// Why there is none, and what would have to be given up for one.
private func nothing(_ place: WaysPlace, _ filters: WayFilters, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    let chord = presentation.shortName(place.chord)
    let hasBand = session.settings.hasBand
    func count(_ place: WaysPlace, _ filters: WayFilters, _ hasBand: Bool) -> Int {
        WantedWays(at: place, filters, hasBand: hasBand).shown.count
    }
    html.element("div class='panel no-way'") { panel in
        var isForeign = false
        for half in Half.allCases {
            let foreign = place.foreign(half)
            guard let given = place.given[half], !foreign.isEmpty else { continue }
            isForeign = true
            panel.element("p", text: WaysText.foreign(presentation.halfName(given), in: chord, foreign.map { presentation.name($0) }))
        }
        var openings: [(action: String, address: Address?, title: String, count: Int)] = []
        for filter in WayFilter.allCases where !filters.isOpen(filter) {
            var opened = filters
            opened.open(filter)
            openings.append(
                ("ways open " + filter.rawValue, nil, WaysText.opening(filter), count(place, opened, hasBand)))
        }
        if !hasBand { openings.append(("settings set band yes", nil, WaysText.withBassPlayer, count(place, filters, true))) }
        for half in Half.allCases {
            guard let given = place.given[half] else { continue }
            let without = place.giving(half, nil)
            let title = WaysText.unpin(presentation.halfName(given))
            openings.append(("", without.address, title, count(without, filters, hasBand)))
        }
        var useful = openings.filter { $0.count > 0 }
        if useful.isEmpty {
            var open = filters
            for filter in WayFilter.allCases { open.open(filter) }
            let all = count(place, open, hasBand)
            if all > 0 { useful = [("ways open-all", nil, WaysText.everything, all)] }
        }
        let free = WaysPlace(chord: place.chord)
        if useful.isEmpty, free != place {
            useful = [("", free.address, WaysText.unpinBoth, count(free, filters, hasBand))]
        }
        if !isForeign {
            panel.element("p", text: useful.isEmpty ? WaysText.none(chord) : WaysText.noneLeft(chord))
        }
        panel.element("div class='chips'") { chips in
            for (action, address, title, count) in useful {
                let text = WaysText.counted(title, count)
                if let address {
                    chips.link(to: address, presentation, class: "chip") { $0.write(text) }
                } else {
                    chips.element("button type='button' data-action=?", action, text: text)
                }
            }
        }
    }
}
