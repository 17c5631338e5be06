import Exchange
import Harmony
import Rendering

/// A sheet that lies over the screen it was opened from, with Done leading back there.
/// - Parameter origin: where Done leads.
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

extension Address {
    static let help = Address("/help")
    static let settings = Address("/settings")
    static let ownShelf = Address("/shelf")
}
