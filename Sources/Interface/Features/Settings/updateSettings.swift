import Answers

/// What follows when things are to be shown otherwise. Here and in other tabs; so it is part of what a first visit loads.
func updateSettings(_ session: inout Session, _ verb: SettingsVerb) -> [Effect] {
    switch verb {
    case .set(let setting, let value):
        let before = session.settings
        session.set(setting, value)
        let settings = session.settings
        if settings == before { return [] }
        return [.volume(settings.loudness), .settings(settings.record.flatMap { [$0.key, $0.value] })]
    case .follow(let lines):
        var settings = session.settings
        settings.recall(lines.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map { String($0) }
            return words.count == 2 ? (key: words[0], value: words[1]) : nil
        })
        session.adopt(settings)
        // Not kept again: the tabs would answer each other for ever.
        return [.volume(settings.loudness)]
    }
}
