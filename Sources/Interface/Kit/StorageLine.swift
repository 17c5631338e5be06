import Rendering

/// Where the items of a list are saved, a link to the shelf, and a button that restores the item that was deleted last.
/// - Parameter counts: the number of items in words.
func storageLine(_ list: UndoableList, _ counts: String, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='kept'") { line in
        // An empty list may still get items from the server or the browser.
        let isKnown =
            switch list.storage {
            case .connecting, .served: list.total > 0
            default: true
            }
        let wait = list.expectedTotal.map { SharedText.loading(list.entries.count, of: $0) } ?? SharedText.loading
        line.element(
            "p class='caption' role='status'",
            text: list.storage.flatMap { isKnown ? counts + ". " + $0.sentence : nil } ?? wait)
        // A static copy of the page has no server that could store a shelf.
        if presentation.links == .inPath {
            let isLost = if case .unknownKey = list.storage { true } else { false }
            line.link(to: .shelf, presentation, class: "shelf-link") {
                $0.write(isLost ? SharedText.lostShelf : SharedText.shelf)
            }
        }
    }
    if case .localOnly = list.storage, list.total > 0 { html.element("p class='caption'", text: SharedText.safari) }
    guard let step = list.past.last, let last = step.deleted else { return }
    html.element("p class='undo-bar'") { bar in
        let count = step.deletedCount
        let text = count > 1 ? SharedText.deleted(count, list.kind.rawValue) : SharedText.deleted(last.subject)
        bar.element("span", text: text)
        bar.element("button type='button' data-action='app undo'", text: SharedText.undo)
    }
}

/// Asks which version to keep after a conflict; writes nothing if there is none.
func conflict(_ entry: UndoableList.Entry?, to html: inout HTML) {
    guard let entry, entry.copyOf != nil else { return }
    let kind = entry.item.kind
    html.element("div class='conflict' role='alert'") { box in
        box.element("p", text: SharedText.conflict(entry.item.single))
        box.element("div class='chips'") { chips in
            for (choice, title) in [
                ("mine", SharedText.keepMine), ("theirs", SharedText.keepTheirs), ("both", SharedText.keepBoth),
            ] {
                chips.element(
                    "button type='button' data-action=?",
                    kind.rawValue + " settle " + entry.id + " " + choice, text: title)
            }
        }
    }
}
