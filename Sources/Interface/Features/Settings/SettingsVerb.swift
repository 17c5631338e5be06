/// Something done to how things are shown.
enum SettingsVerb: Sendable {
    /// `set accidentals letters`, `set volume` with the text of its slider.
    case set(Setting, String)
    /// `follow`: another tab has changed the settings: lines of a key, a space and a value.
    case follow(String)

    init?(_ words: [String], value: String?) {
        switch (words.first, words.count) {
        case ("set", 2), ("set", 3):
            guard let setting = Setting(rawValue: words[1]), let value = words.count > 2 ? words[2] : value else { return nil }
            self = .set(setting, value)
        case ("follow", 1): self = .follow(value ?? "")
        default: return nil
        }
    }
}
