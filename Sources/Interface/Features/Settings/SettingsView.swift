import Harmony
import Rendering

/// The settings screen, with an example that follows each change.
func settingsView(_ session: Session, origin: Address, to html: inout HTML) {
    let presentation = session.presentation
    aside(SettingsText.title, origin: origin, presentation, to: &html) { page in
        page.element("section class='panel' aria-label=?", SettingsText.example) { panel in
            let combination = session.combination ?? .example
            panel.element("p class='place' translate='no'", text: presentation.sum(combination) + " =")
            panel.element("p class='name' translate='no'", text: presentation.title(combination))
            KeyboardPicture(of: combination).write(to: &panel, presentation)
        }
        page.element("form class='settings'") { form in
            for setting in Setting.allCases where setting.isOnSettingsScreen {
                group(setting, session.settings[setting], to: &form)
            }
        }
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

private func group(_ setting: Setting, _ chosen: String, to html: inout HTML) {
    html.element("fieldset class='panel'") { group in
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
