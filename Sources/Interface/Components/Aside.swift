import Harmony

/// A sheet that lies over the screen it was opened from, with Done leading back there.
func aside(_ title: String, _ state: AppState, to html: inout HTML, _ content: (inout HTML) -> Void) {
    html.element("article class='sheet'") { sheet in
        sheet.element("div class='sheet-head'") { head in
            head.element("h2", text: title)
            head.link(to: state.route(of: state.origin), state.presentation, class: "done") { $0.write("Done") }
        }
        content(&sheet)
    }
}
