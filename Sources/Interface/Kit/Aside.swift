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

/// A sheet: help, settings or the shelf.
@inline(never)
func aside(_ title: String, to html: inout HTML, _ content: (inout HTML) -> Void) {
    html.element("article class='sheet'") { sheet in
        sheet.element("h2", text: title)
        content(&sheet)
    }
}
