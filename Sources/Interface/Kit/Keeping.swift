import Exchange
import Rendering

/// What becomes of items that only this browser has.
var safariNote: String { SharedText.safari }

/// Where the items of a list are saved, a link to the shelf, and a button that brings back what was deleted last.
/// - Parameter counts: how many there are, in words.
func keeping(_ list: UndoableList, _ counts: String, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='kept'") { line in
        // What only the server has is not known before it answers, nor what only the browser has before the engine begins.
        let isKnown =
            switch list.keeping {
            case .asking, .served: list.total > 0
            default: true
            }
        let wait = list.awaitedTotal.map { SharedText.loading(list.entries.count, of: $0) } ?? SharedText.loading
        line.element(
            "p class='caption' role='status'", text: list.keeping.flatMap { isKnown ? counts + ". " + $0.sentence : nil } ?? wait)
        // A copy of the page on any web host has no server to keep anything.
        if presentation.links == .inPath {
            let isLost = if case .unknown = list.keeping { true } else { false }
            line.link(to: .ownShelf, presentation, class: "shelf-link") { $0.write(isLost ? SharedText.lostShelf : SharedText.shelf) }
        }
    }
    if case .alone = list.keeping { html.element("p class='caption'", text: SharedText.safari) }
    guard let last = list.past.last?.deleted else { return }
    html.element("p class='undo-bar'") { bar in
        bar.element("span", text: SharedText.deleted(last.subject))
        bar.element("button type='button' data-action='app undo'", text: SharedText.undo)
    }
}

/// Says that an item was changed in two places, and asks which version to keep; nothing without a conflict.
func conflict(_ entry: UndoableList.Entry?, to html: inout HTML) {
    guard let entry, entry.copyOf != nil else { return }
    let kind = entry.item.kind
    html.element("div class='conflict' role='alert'") { box in
        box.element("p", text: SharedText.conflict(kind.single))
        box.element("div class='chips'") { chips in
            for (choice, title) in [
                ("mine", SharedText.keepMine), ("theirs", SharedText.keepTheirs), ("both", SharedText.keepBoth),
            ] {
                chips.element("button type='button' data-action=?",
                    kind.rawValue + " settle " + entry.id + " " + choice, text: title)
            }
        }
    }
}
