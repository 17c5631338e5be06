import Chordsets
import Rendering

/// The list of chordsets. A row has the title and the eight chords; far from the viewport it has only the title.
/// - Parameters:
///   - music: the current chords.
///   - before: the list when this screen was last written with the same settings, if it was.
func chordsetListView(
    _ chordsets: UndoableList, _ music: [Music], _ presentation: Presentation, since before: UndoableList?,
    to html: inout HTML
) {
    html.element("div class='chordsets'") { screen in
        screen.element("div class='sheet-head'") { head in
            head.element("h2", text: SharedText.lights)
            head.element(
                "button type='button' class='add' aria-label=? popovertarget='beginnings' id=?",
                ChordsetsText.newChordset, addID, text: "+")
            head.element("div id='beginnings' popover='auto' role='group' aria-label=?", ChordsetsText.startWith) {
                startOptions(music, presentation, isPopover: true, to: &$0)
            }
        }
        screen.part("div", id: "shelf-state") { part in
            storageLine(chordsets, chordsets.chordsetCounts, presentation, to: &part)
        }
        // One element, however long the list is: the field for files below must not move while a file is chosen.
        screen.element("div class='chordset-list'") { list in
            if chordsets.entries.isEmpty, chordsets.storage != nil {
                list.element("p class='empty'", text: ChordsetsText.whatItIs)
                list.element("div class='beginnings' role='group' aria-label=?", ChordsetsText.startWith) {
                    startOptions(music, presentation, isPopover: false, to: &$0)
                }
            }
            regions(chordsets, presentation, since: before, to: &list)
        }
        screen.element("div class='chips'") { chips in
            chips.element("label class='file'") { label in
                label.write(ChordsetsText.importFile)
                label.void("input type='file' accept='.json,application/json' data-file='chordsets open {seed}'")
            }
            if !chordsets.entries.isEmpty {
                chips.element("button type='button' data-action='chordsets export'", text: ChordsetsText.saveAll)
            }
        }
    }
}

/// The rows, in regions that are updated independently.
private func regions(
    _ chordsets: UndoableList, _ presentation: Presentation, since before: UndoableList?, to html: inout HTML
) {
    // A page from the server has only the first rows.
    let isServed = if case .served = chordsets.storage { true } else { false }
    let count = isServed ? min(chordsets.entries.count, ListPolicy.maximumServed) : chordsets.entries.count
    for start in stride(from: 0, to: count, by: ListPolicy.rowsPerRegion) {
        let places = start..<min(start + ListPolicy.rowsPerRegion, count)
        let isNear = chordsets.isNear(places)
        let isKept = before.map { before in
            before.isNear(places) == isNear
                && before.entries.dropFirst(start).prefix(ListPolicy.rowsPerRegion) == chordsets.entries[places]
        }
        // The attributes of a region never change, so its surroundings need not be written again.
        html.part(
            "ol class='sets'", id: "sets-\(start)", isKept: isKept == true,
            [
                ("start", "\(start + 1)"),
                ("data-sight", "chordsets look \(start) \(start + ListPolicy.rowsPerRegion - 1)"),
            ]
        ) { list in
            for place in places {
                let entry = chordsets.entries[place]
                if isNear { row(entry, place, presentation, to: &list) } else { farRow(entry, to: &list) }
            }
        }
    }
    if count < chordsets.total {
        html.element("p class='caption'", text: ChordsetsText.first(count, of: chordsets.total))
    }
}

/// A row far from the viewport, which text search finds by its title.
private func farRow(_ entry: UndoableList.Entry, to html: inout HTML) {
    html.element("li class='set far' id=?", "set-" + entry.id) { row in
        row.element("span class='set-title' dir='auto'", text: entry.item.chordset?.shownTitle ?? "")
    }
}

private func row(_ entry: UndoableList.Entry, _ index: Int, _ presentation: Presentation, to html: inout HTML) {
    guard let chordset = entry.item.chordset else { return }
    let id = chordset.id
    let place = ChordsetsText.chordset(index + 1)
    html.element(
        "li class='set' data-swipe data-keys='Delete Backspace' id=? data-keyed=?",
        "set-" + id, "chordsets delete " + id
    ) { row in
        row.element("div class='set-head'") { head in
            head.element(
                """
                    button type='button' class='handle' data-keys='ArrowUp ArrowDown Home End' id=? data-keyed=? \
                    data-drag=? aria-label=?
                    """,
                handleID(id), "chordsets walk " + id, "chordsets move " + id,
                ChordsetsText.move(place), text: "⠿")
            head.void(
                """
                    input type='text' class='set-title' autocomplete='off' enterkeyhint='done' dir='auto' id=? value=? \
                    placeholder=? data-input=? aria-label=? maxlength=?
                    """,
                titleID(id), chordset.title, Chordset.untitled, "chordsets rename " + id,
                ChordsetsText.title(of: place),
                "\(Chordset.maximumTitleLength)")
        }
        cells(of: chordset, place, presentation, to: &row)
        row.element("div class='chips'") { chips in
            chips.link(to: .chordsets(.stage(id)), presentation, class: "chip", label: ChordsetsText.play(place)) {
                $0.write(ChordsetsText.play)
            }
            chips.link(
                to: .chordsets(.lightChord(id, 0)), presentation, class: "chip", label: ChordsetsText.edit(place)
            ) { $0.write(ChordsetsText.edit) }
            chips.link(
                to: .chordsets(.sheet(id)), presentation, class: "chip", label: ChordsetsText.practiceSheet(of: place)
            ) { link in
                link.write(ChordsetsText.practiceSheet)
            }
            chips.element(
                "button type='button' class='delete' id=? data-action=? aria-label=?",
                deleteID(id), "chordsets delete " + id, ChordsetsText.delete(place), text: ChordsetsText.delete)
        }
        conflict(entry, to: &row)
    }
}

private func cells(of chordset: Chordset, _ place: String, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='cells' role='group' aria-label=?", ChordsetsText.chords(of: place)) { cells in
        for (position, chord) in chordset.chords.enumerated() {
            cells.element(
                "button type='button' class='cell' data-action=? aria-label=?",
                "stage open \(chordset.id) \(position) {now}",
                ChordsetsText.showChord(position + 1, chord.music.map { presentation.name(of: $0) })
            ) { cell in
                lightSwatch(chord, to: &cell)
                if let music = chord.music {
                    let name = presentation.name(of: music)
                    // Phones have no room for longer names, which only screen readers read there.
                    let count = name.unicodeScalars.count
                    let kind = count > 8 ? "longest" : count > 6 ? "long" : nil
                    cell.element("span class=? translate='no'", kind) { $0.write(symbol: name) }
                }
            }
        }
    }
}

/// The background color of a light chord. It is an SVG because the content security policy forbids inline styles.
func lightSwatch(_ chord: LightChord, to html: inout HTML) {
    html.element("svg class='light' viewBox='0 0 1 1' preserveAspectRatio='none' aria-hidden='true'") { svg in
        svg.element("rect width='1' height='1' fill=?", chord.shownBackground.hex)
    }
}
