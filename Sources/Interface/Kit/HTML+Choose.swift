import Rendering

extension HTML {
    /// A button that is pressed or not.
    @inline(never)
    mutating func toggle(_ title: String, _ action: String, isOn: Bool) {
        element("button type='button' data-action=? aria-pressed=?", action, isOn ? "true" : "false", text: title)
    }

    /// A menu with a label.
    /// - Parameter areNames: whether the options are names of notes or keys, which browsers must not translate.
    mutating func choose(
        _ name: String, areNames: Bool = false, _ action: String, _ chosen: String,
        _ options: [(value: String, label: String)]
    ) {
        element("label class='tune-choice'") { label in
            label.element("span", text: name)
            label.element("select data-input=? translate=?", action, areNames ? "no" : nil) { select in
                for (value, text) in options {
                    select.element("option value=? selected=?", value, value == chosen ? "" : nil, text: text)
                }
            }
        }
    }
}
