/// An action on the settings.
indirect enum SettingsVerb: Sendable {
    /// `set accidentals letters`, or `set volume` with the value of its slider.
    case set(Setting, String)
    /// `follow`: another tab has changed settings. The value has lines of a key, a space and a value.
    case follow(String)
    /// `unfetched electric-piano`: a timbre could not be loaded. The value is the former one, which is still used.
    case unfetched(Settings.Timbre, before: String)

    /// The first word of each action.
    private enum Word: String {
        case set, follow, unfetched
    }

    init?(_ words: [String], value: String?) {
        switch (words.first.flatMap(Word.init), words.count) {
        case (.set, 2), (.set, 3):
            guard let setting = Setting(rawValue: words[1]), let value = words.count > 2 ? words[2] : value else {
                return nil
            }
            self = .set(setting, value)
        case (.follow, 1): self = .follow(value ?? "")
        case (.unfetched, 2):
            guard let timbre = Settings.Timbre(rawValue: words[1]) else { return nil }
            self = .unfetched(timbre, before: value ?? "")
        default: return nil
        }
    }
}
