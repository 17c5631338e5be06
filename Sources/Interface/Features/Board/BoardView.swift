import Harmony
import Rendering

/// The board: the results of a chord with chords of some types on all twelve roots.
/// - Parameter before: the data with which this screen was last written; nil if another screen was shown.
func boardView(
    _ place: BoardRoute, _ state: BoardState, _ session: Session, since before: (state: BoardState, session: Session)?,
    to html: inout HTML
) {
    let presentation = session.presentation
    guard let chord = place.chord(presentation) else { return }
    html.element("div class='board'") { screen in
        screen.part("section class='panel'", id: "board-head", [("aria-label", SharedText.chord)]) { panel in
            head(chord, place.half, session, to: &panel)
            tools(chord, place.half, state, session, to: &panel)
        }
        screen.element("div class='panel frame'") { frame in
            frame.element(
                "div class='squares' role='grid' data-keyed='board walk' aria-label=? data-keys=? data-pointing=?",
                BoardText.pairs(presentation.listName(chord)),
                "ArrowLeft ArrowRight ArrowUp ArrowDown Home End Mod+Home Mod+End",
                session.settings.pointingPlays ? "" : nil
            ) { grid in
                squares(chord, place, state, session, since: before, to: &grid)
            }
        }
        screen.part("section class='panel taken'", id: "board-pair", [("aria-label", BoardText.chosenPair)]) { panel in
            pair(place, state, session, to: &panel)
        }
        legend(to: &screen)
    }
}

// MARK: The chord

/// The name of the chord, which links to the pickers, and a text field for another one.
private func head(_ chord: Chord, _ half: Half, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    let other = session.choices[half.other].chord
    let pair = half == .lower ? Address.Pair(lower: chord, upper: other) : Address.Pair(lower: other, upper: chord)
    html.element("div class='head'") { head in
        head.element("div class='title'") { title in
            title.link(to: .select(half, pair), presentation, class: "opener") { opener in
                opener.element("p class='place'", text: BoardText.title)
                heading(chord, presentation, missing: "", to: &opener)
                soundingLine(of: chord, presentation, to: &opener)
            }
            title.playButton(chord, presentation)
            title.detailsLink(to: chord, as: half, presentation)
        }
        head.element("div class='symbol'") { box in
            box.void(
                """
                input type='text' autocomplete='off' autocapitalize='off' autocorrect='off' spellcheck='false' \
                enterkeyhint='done' data-change='board of'
                """,
                [
                    ("aria-label", SharedText.chordSymbol), ("value", presentation.listName(chord)),
                    ("maxlength", "\(ChordReader.maximumSymbolLength)"),
                ])
        }
    }
}

/// The position of the chord, playing on hover, and the types of the columns.
private func tools(_ chord: Chord, _ half: Half, _ state: BoardState, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    html.element("div class='chips'") { tools in
        tools.element("div class='group' role='group' aria-label=?", BoardText.position) { group in
            for (place, text) in [(Half.lower, BoardText.asLower), (.upper, BoardText.asUpper)] {
                group.link(
                    to: .board(chord, as: place), presentation, class: "chip", isCurrent: place == half
                ) { $0.write(text) }
            }
        }
        let plays = session.settings.pointingPlays
        tools.toggle(
            Setting.pointing.title, "settings set " + Setting.pointing.rawValue + (plays ? " no" : " yes"), isOn: plays)
        tools.element("details id='board-types'") { details in
            details.element("summary", text: BoardText.chordTypes)
            details.element("div class='chips' role='group' aria-label=?", BoardText.chordTypes) { chips in
                for (index, type) in BoardSquare.types.enumerated() {
                    chips.element(
                        "button type='button' translate='no' id=? data-action=? aria-pressed=?",
                        "board-type-\(index)", "board type \(index)", state.types.contains(index) ? "true" : "false",
                        text: presentation.name(type))
                }
            }
        }
    }
}

// MARK: The cells

/// A row for each root. Most actions change only one or two rows.
private func squares(
    _ chord: Chord, _ place: BoardRoute, _ state: BoardState, _ session: Session,
    since before: (state: BoardState, session: Session)?, to grid: inout HTML
) {
    let presentation = session.presentation
    let chosen = place.square(of: session.choices.chords)
    let tabStop = state.tabStop(chosen)
    var stale: Set<Int>? = nil
    if let before, before.state.types == state.types, before.session.settings == session.settings {
        let chosenBefore = place.square(of: before.session.choices.chords)
        let tabStopBefore = before.state.tabStop(chosenBefore)
        stale = []
        for (one, other) in [(chosen, chosenBefore), (tabStop, tabStopBefore)] where one != other {
            for square in [one, other] { if let square { stale?.insert(square.row) } }
        }
    }
    let types = state.types.map { BoardSquare.types[$0] }
    let roots = Board.roots(above: chord)
    let board =
        stale?.isEmpty == true
        ? nil : Board(chord, as: place.half, types: types, vocabulary: presentation.vocabulary.vocabulary)
    let shades = Shades(board?.cells ?? [])
    grid.part("div role='row'", id: "board-types-row", isKept: stale != nil) { row in
        row.element("span role='columnheader'") { $0.element("span class='spoken'", text: BoardText.root) }
        for type in types {
            row.element("span role='columnheader' translate='no'") { $0.write(symbol: presentation.name(type)) }
        }
    }
    for number in 0..<BoardSquare.rows {
        grid.part("div role='row'", id: "board-row-\(number)", isKept: stale?.contains(number) == false) { row in
            row.element("span role='rowheader' translate='no'", text: presentation.name(roots[number]))
            for (cell, type) in zip(board?.rows[number] ?? [], state.types) {
                let square = BoardSquare(row: number, type: type)
                row.element(
                    """
                        button type='button' role='gridcell' translate='no' id=? class=? data-action=? \
                        data-alternate=? aria-label=? aria-current=? tabindex=?
                        """,
                    square.id, "square \(cell.combination.kind.rawValue) \(shades.name(of: cell))",
                    "board take \(number) \(type)", "board hear \(number) \(type)", Spoken.cell(cell, presentation),
                    square == chosen ? "true" : nil, square == tabStop ? nil : "-1"
                ) { $0.write(title: presentation.title(cell.combination)) }
            }
        }
    }
}

extension HTML {
    /// Writes the name of a result, which may also break after a slash, because cells are narrow.
    fileprivate mutating func write(title: String) {
        for (place, part) in title.parts(at: "/").enumerated() {
            if place > 0 {
                write("/")
                void("wbr")
            }
            write(symbol: part)
        }
    }
}

/// The color intensity of cells, in even steps from the calmest to the tensest.
private struct Shades {
    private var lowest = Int.max
    private var highest = 0
    private static let count = 5

    init(_ cells: [Board.Cell]) {
        for cell in cells {
            lowest = min(lowest, cell.tensionHundredths)
            highest = max(highest, cell.tensionHundredths)
        }
    }

    func name(of cell: Board.Cell) -> String {
        "shade-\((cell.tensionHundredths - lowest) * Shades.count / (highest - lowest + 1))"
    }
}

extension Spoken {
    fileprivate static func cell(_ cell: Board.Cell, _ presentation: Presentation) -> String {
        let pair = cell.combination
        return BoardText.cell(
            presentation.spoken(pair.lower), presentation.spoken(pair.upper),
            pair.result.map { presentation.spoken($0) },
            SharedText.kind(pair.kind), Tension.Level(hundredths: cell.tensionHundredths).word)
    }
}

/// The chosen pair if it is on the board.
private func pair(_ place: BoardRoute, _ state: BoardState, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    guard let square = place.square(of: session.choices.chords), state.types.contains(square.type),
        let pair = session.combination
    else {
        html.element("p class='caption'", text: BoardText.hint)
        return
    }
    let level = Tension.Level(hundredths: Board.Cell(pair).tensionHundredths)
    html.element("div") { words in
        words.element("p class='place'") { line in
            line.name(presentation.sum(pair))
            line.write(", " + level.word)
        }
        words.element("p class='name' translate='no'") { $0.write(title: presentation.title(pair)) }
    }
    html.playButton(pair.notes.map { $0.tone }, of: presentation.title(pair))
    html.link(to: .combine(session.pair), presentation, class: "done") { $0.write(SharedText.open) }
}

private func legend(to html: inout HTML) {
    html.element("ul class='legend'") { list in
        for kind in [Combination.Kind.unified, .slash, .polychord] {
            list.element("li class=?", "square " + kind.rawValue, text: SharedText.kind(kind))
        }
        list.element("li", text: BoardText.legend)
    }
}
