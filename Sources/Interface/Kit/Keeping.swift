import Answers

/// Where what is on a shelf is kept, what leads to all that can be done about that, and how what was deleted last comes back.
/// - Parameters:
///   - counts: how many there are, in words.
///   - deleted: how a sentence begins that tells of one that is gone.
func keeping<Item>(
    _ shelf: Shelf<Item>, _ counts: String, _ presentation: Presentation, deleted: (Item) -> String, to html: inout HTML
) {
    html.element("div class='kept'") { line in
        line.element(
            "p class='caption' role='status'",
            text: shelf.keeping.map { counts + ". " + $0.sentence } ?? "Looking for what is kept …")
        // A copy of the page on any web host has no server to keep anything.
        if presentation.links == .inPath {
            let isLost = if case .unknown = shelf.keeping { true } else { false }
            line.link(to: .ownShelf, presentation, class: "shelf-link") { $0.write(isLost ? "How to go on" : "Your shelf") }
        }
    }
    guard let last = shelf.past.last?.deleted.first else { return }
    html.element("p class='undo-bar'") { bar in
        bar.element("span", text: deleted(last) + " is deleted.")
        bar.element("button type='button' data-action='app undo'", text: "Undo")
    }
}

/// Says that somebody else has changed the same, and asks what is to stay; nothing where nobody has.
func conflict<Item>(_ entry: Shelf<Item>.Entry?, to html: inout HTML) {
    guard let entry, entry.copyOf != nil else { return }
    html.element("div class='conflict' role='alert'") { box in
        box.element("p", text: """
            This \(Item.store.single) was changed here and elsewhere at the same time. Both are kept: this one is yours.
            """)
        box.element("div class='chips'") { chips in
            for (choice, title) in [("mine", "Keep mine only"), ("theirs", "Keep theirs only"), ("both", "Keep both")] {
                chips.element("button type='button'", [
                    ("data-action", Item.store.rawValue + " settle " + entry.item.id + " " + choice),
                ], text: title)
            }
        }
    }
}
