/// The texts of the settings screen, except the settings themselves.
enum SettingsText {
    static var example: String { "Example" }
    static var search: String { "Search settings" }
    static func nothing(_ words: String) -> String { "No setting mentions “" + words + "”." }
    static var advanced: String { "Advanced" }
    static func title(_ group: Setting.Group) -> String {
        switch group {
        case .names: "Chord and note names"
        case .keys: "Keys and staff"
        case .hands: "Your hands and the band"
        case .sound: "Sound"
        case .look: "Appearance"
        }
    }
    static var yourData: String { "Your data" }
    static var yourDataHint: String {
        "Use your chordsets and tunes on other devices, let others read them, or delete them all."
    }
    static var trouble: String { "If something is stuck" }
    static var resetHint: String {
        """
        This deletes the settings and all copies of the page and of your data from this device, and loads them again. \
        Unsent work, your practice log and the link to your shelf are kept.
        """
    }
    static var reset: String { "Reset this device, keep unsent work" }
    static func notLoaded(_ timbre: String) -> String {
        "“" + timbre + "” could not be loaded. The sound is unchanged. Choose it again when you are online."
    }
}
