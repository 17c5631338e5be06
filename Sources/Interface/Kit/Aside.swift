import Harmony
import Rendering

extension HTML {
    /// The search field of a sheet.
    mutating func searchField(_ label: String, _ text: String) {
        void(
            """
                input type='search' class='sheet-search' autocomplete='off' id=? placeholder=? aria-label=? value=? \
                data-input=?
                """,
            "sheet-search", label, label, text, "app search")
    }
}

/// A sheet with a Done button that leads back to the screen from which it was opened.
/// - Parameter origin: the address of that screen.
@inline(never)
func aside(
    _ title: String, origin: Address, _ presentation: Presentation, to html: inout HTML,
    _ content: (inout HTML) -> Void
) {
    html.element("article class='sheet'") { sheet in
        sheet.element("div class='sheet-head'") { head in
            head.element("h2", text: title)
            head.link(to: origin, presentation, class: "done") { $0.write(SharedText.done) }
        }
        content(&sheet)
    }
}
