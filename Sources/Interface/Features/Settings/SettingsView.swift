import Harmony
import Rendering
import Tunes

/// The settings screen, with an example that follows each change.
/// - Parameter search: words that a setting must mention; empty for all settings.
func settingsView(_ session: Session, matching search: String, to html: inout HTML) {
    let presentation = session.presentation
    aside(SharedText.settings, to: &html) { page in
        page.element("section class='panel' aria-label=?", SettingsText.example) { panel in
            let combination = session.combination ?? .example
            panel.element("p class='place' translate='no'", text: presentation.sum(combination) + " =")
            panel.element("p class='name' translate='no'", text: presentation.title(combination))
            KeyboardPicture(of: combination).write(to: &panel, presentation)
        }
        page.searchField(SettingsText.search, search)
        let words = folded(search).parts(at: " ")
        let shown = Setting.allCases.filter { $0.isOnSettingsScreen && $0.mentions(words) }
        if shown.isEmpty { page.element("p class='caption' role='status'", text: SettingsText.nothing(search)) }
        for heading in Setting.Group.allCases {
            write(shown.filter { $0.group == heading }, under: heading, isOpen: !words.isEmpty, session, to: &page)
        }
        if !words.isEmpty { return }
        section(SettingsText.yourData, to: &page) { section in
            section.element("p", text: SettingsText.yourDataHint)
            section.link(to: .shelf, presentation, class: "chip") { $0.write(SharedText.shelf) }
        }
        section(SettingsText.trouble, to: &page) { section in
            section.element("p", text: SettingsText.resetHint)
            section.element("button type='button' data-action=?", "shelf do reset", text: SettingsText.reset)
        }
    }
}

extension Setting {
    /// Whether its title, its heading or one of its options contains all words.
    fileprivate func mentions(_ words: [String]) -> Bool {
        let texts = [title, SettingsText.title(group)] + options.map { $0.label }
        let text = folded(texts.joined(separator: " "))
        return words.allSatisfy { text.contains(words: $0) }
    }
}

/// - Parameter isOpen: whether the rare ones are shown with the others.
private func write(
    _ settings: [Setting], under heading: Setting.Group, isOpen: Bool, _ session: Session, to html: inout HTML
) {
    if settings.isEmpty { return }
    section(SettingsText.title(heading), to: &html) { section in
        section.element("form class='settings'") { form in
            for setting in settings where isOpen || !setting.isAdvanced {
                group(setting, session.settings[setting], to: &form)
            }
            let rare = settings.filter { $0.isAdvanced }
            if isOpen || rare.isEmpty { return }
            form.element("details id=?", "advanced-" + rare[0].rawValue) { fold in
                fold.element("summary", text: SettingsText.advanced)
                for setting in rare { group(setting, session.settings[setting], to: &fold) }
            }
        }
    }
}

private func group(_ setting: Setting, _ chosen: String, to html: inout HTML) {
    html.element("fieldset") { group in
        group.element("legend", text: setting.title)
        group.element("div class='options-row'") { row in
            for (value, label) in setting.options {
                row.element("label class='choice'") { choice in
                    choice.void(
                        "input type='radio' id=? name=? value=? checked=? data-input=?",
                        setting.rawValue + "-" + value, setting.rawValue, value, value == chosen ? "" : nil,
                        "settings set " + setting.rawValue + " " + value)
                    choice.element("span translate=?", setting.hasMusicalNames ? "no" : nil, text: label)
                }
            }
        }
    }
}
