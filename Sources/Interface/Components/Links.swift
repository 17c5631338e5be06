import Harmony

extension HTML {
    /// A link to another screen.
    mutating func link(
        to route: Route, _ links: Links, class kind: String? = nil, label: String? = nil, isFocusable: Bool = true,
        _ children: (inout HTML) -> Void
    ) {
        element(
            "a",
            [("href", links.href(route)), ("data-action", "visit " + route.path), ("class", kind), ("aria-label", label),
             ("tabindex", isFocusable ? nil : "-1")],
            children)
    }

    mutating func link(to chord: Chord, _ links: Links) {
        link(to: .chord(chord), links, class: "chip") { $0.write(chord.listName) }
    }

    mutating func link(to scale: Scale, _ links: Links) {
        link(to: .scale(scale), links, class: "chip") { $0.write(scale.name) }
    }

    /// ⓘ beside a chord's name opens its details.
    mutating func detailsLink(to route: Route, _ links: Links, of name: String) {
        link(to: route, links, class: "info", label: "Details of " + name) { $0.write("i") }
    }
}
