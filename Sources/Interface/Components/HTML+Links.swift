import Harmony

extension HTML {
    /// A link to another screen.
    /// - Parameter action: what pressing it does in the page, where that is not just to go there.
    mutating func link(
        to route: Route, _ presentation: Presentation, action: String? = nil, class kind: String? = nil,
        label: String? = nil, isCurrent: Bool = false, isFocusable: Bool = true, _ children: (inout HTML) -> Void
    ) {
        element(
            "a",
            [
                ("href", presentation.links.href(route)), ("data-action", action ?? "visit " + route.path),
                ("class", kind), ("aria-label", label), ("aria-current", isCurrent ? "true" : nil),
                ("tabindex", isFocusable ? nil : "-1"),
            ],
            children)
    }

    mutating func link(to chord: Chord, _ presentation: Presentation) {
        link(to: .chord(chord), presentation, class: "chip") { $0.write(presentation.listName(chord)) }
    }

    mutating func link(to scale: Scale, _ presentation: Presentation) {
        link(to: .scale(scale), presentation, class: "chip") { $0.write(presentation.name(scale)) }
    }

    /// ⓘ beside a chord's name opens its details.
    mutating func detailsLink(to chord: Chord, _ presentation: Presentation) {
        detailsLink(to: .chord(chord), presentation, of: presentation.shortName(chord))
    }

    mutating func detailsLink(to route: Route, _ presentation: Presentation, of name: String) {
        link(to: route, presentation, class: "info", label: "Details of " + name) { $0.write("i") }
    }
}
