import Answers

/// What follows when things are to be shown otherwise. Here and in other tabs; so it is part of what a first visit loads.
func updateSettings(_ session: inout Session, _ verb: SettingsVerb) -> [Effect] {
    switch verb {
    case .set(let setting, let value):
        let before = session.settings
        session.set(setting, value)
        let settings = session.settings
        if settings == before { return [] }
        // Without the setting nothing would end a note that is held.
        let silence: [Effect] = before.holds && !settings.holds ? [.sound(.stop)] : []
        return silence + settings.sound + [session.rememberingSettings]
    case .follow(let lines):
        var settings = session.settings
        settings.recall(lines.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map { String($0) }
            return words.count == 2 ? (key: words[0], value: words[1]) : nil
        })
        // Each tab is at an instrument of its own, and has its own sliders open. How a quality of chords was laid in another
        // tab is how it lies here, too.
        settings.instrument = session.settings.instrument
        settings.showsAllSliders = session.settings.showsAllSliders
        session.adopt(settings)
        // Not kept again: the tabs would answer each other for ever.
        return settings.sound
    case .unfetched(let timbre, let before):
        guard session.settings.timbre == timbre else { return [] }
        return updateSettings(&session, .set(.timbre, before))
            + session.tell(SettingsText.notLoaded(timbre.name))
    }
}
