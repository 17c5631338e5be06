import Exchange
import Harmony

/// Carries out an action on the settings.
func updateSettings(_ session: inout Session, _ verb: SettingsVerb) -> [Effect] {
    switch verb {
    case .set(let setting, let value):
        let before = session.settings
        session.set(setting, value)
        let settings = session.settings
        if settings == before { return [] }
        // Otherwise a held note would never end.
        let silence: [Effect] = before.holds && !settings.holds ? [.sound(.stop)] : []
        return silence + settings.sound + [session.rememberingSettings]
    case .follow(let lines):
        var settings = session.settings
        settings.recall(
            lines.parts(at: "\n").compactMap { line in
                let words = line.parts(at: " ")
                return words.count == 2 ? (key: words[0], value: words[1]) : nil
            })
        // Instrument and unfolded sliders belong to the tab. Remembered voicings are shared.
        settings.instrument = session.settings.instrument
        settings.showsAllSliders = session.settings.showsAllSliders
        session.adopt(settings)
        // Not stored again, or the tabs would answer each other endlessly.
        return settings.sound
    case .unfetched(let timbre, let before):
        guard session.settings.timbre == timbre else { return [] }
        return updateSettings(&session, .set(.timbre, before))
            + session.notify(SettingsText.notLoaded(timbre.name))
    }
}
