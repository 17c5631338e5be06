import Answers

/// What becomes of what stays in a browser.
let safariNote = "Safari deletes it after seven days without a visit, unless you have installed the page."

/// Where the items of a list are kept, the way to all that can be done about that, and how to bring back what was deleted last.
/// - Parameter counts: how many there are, in words.
func keeping(_ list: UndoableList, _ counts: String, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='kept'") { line in
        // What only the server has is not known before it answers, nor what only the browser has before the engine begins.
        let isKnown =
            switch list.keeping {
            case .asking, .served: list.total > 0
            default: true
            }
        let wait = list.awaitedTotal.map { "\(list.entries.count) of \($0) are here …" } ?? "Looking for what is kept …"
        line.element(
            "p class='caption' role='status'", text: list.keeping.flatMap { isKnown ? counts + ". " + $0.sentence : nil } ?? wait)
        // A copy of the page on any web host has no server to keep anything.
        if presentation.links == .inPath {
            let isLost = if case .unknown = list.keeping { true } else { false }
            line.link(to: .ownShelf, presentation, class: "shelf-link") { $0.write(isLost ? "How to go on" : "Your shelf") }
        }
    }
    if case .alone = list.keeping { html.element("p class='caption'", text: safariNote) }
    guard let last = list.past.last?.deleted else { return }
    html.element("p class='undo-bar'") { bar in
        bar.element("span", text: last.subject + " is deleted.")
        bar.element("button type='button' data-action='app undo'", text: "Undo")
    }
}

/// Says that somebody else has changed the same, and asks what is to stay; nothing where nobody has.
func conflict(_ entry: UndoableList.Entry?, to html: inout HTML) {
    guard let entry, entry.copyOf != nil else { return }
    let kind = entry.item.kind
    html.element("div class='conflict' role='alert'") { box in
        box.element("p", text: """
            This \(kind.single) was changed here and elsewhere at the same time. Both are kept: this one is yours.
            """)
        box.element("div class='chips'") { chips in
            for (choice, title) in [("mine", "Keep mine only"), ("theirs", "Keep theirs only"), ("both", "Keep both")] {
                chips.element("button type='button' data-action=?",
                    kind.rawValue + " settle " + entry.id + " " + choice, text: title)
            }
        }
    }
}
