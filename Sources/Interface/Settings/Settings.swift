import Harmony

/// How a reader wants things shown. What each setting can be is in ``Setting``.
struct Settings: Sendable, Hashable {
    var notation = Notation()
    var colors = Colors.blueYellow
    var theme = Theme.system
    var contrast = Contrast.normal
    var keyNames = KeyNames.lit
    var middleC = MiddleC.four
    /// Which of two enharmonic keys the circle names first.
    var order = CirclePlace.Order.fewer
    /// As the slider shows it, in percent.
    var volume = 80
    var isMuted = false

    /// The colours of the lower and the upper chord.
    enum Colors: String, CaseIterable, Sendable {
        case blueYellow = "blue-yellow"
        case greenRose = "green-rose"
        /// Two colours that differ in lightness too, so that every kind of colour vision tells them apart.
        case safe
    }

    enum Theme: String, CaseIterable, Sendable {
        case system, light, dark
    }

    enum Contrast: String, CaseIterable, Sendable {
        case normal, high
    }

    /// Which keys of a keyboard carry their names.
    enum KeyNames: String, CaseIterable, Sendable {
        case lit, all
    }

    /// What MIDI number 60 is called; makers of instruments differ.
    enum MiddleC: String, CaseIterable, Sendable {
        case four = "C4"
        case three = "C3"

        /// The number of the octave that begins with a C.
        /// - Parameter pitch: its MIDI number.
        func octave(of pitch: Int) -> Int { pitch / 12 - (self == .four ? 1 : 2) }
    }

    /// What is chosen for a setting. A value that a setting cannot have leaves it as it is: it comes from a record that
    /// may be damaged, or from another version of the page.
    subscript(setting: Setting) -> String {
        get {
            switch setting {
            case .qualities: notation.qualities.rawValue
            case .accidentals: notation.accidentals.rawValue
            case .colors: colors.rawValue
            case .theme: theme.rawValue
            case .contrast: contrast.rawValue
            case .names: keyNames.rawValue
            case .middleC: middleC.rawValue
            case .order: order.rawValue
            case .volume: "\(volume)"
            case .muted: isMuted ? "yes" : "no"
            }
        }
        set {
            switch setting {
            case .qualities: notation.qualities = .init(rawValue: newValue) ?? notation.qualities
            case .accidentals: notation.accidentals = .init(rawValue: newValue) ?? notation.accidentals
            case .colors: colors = .init(rawValue: newValue) ?? colors
            case .theme: theme = .init(rawValue: newValue) ?? theme
            case .contrast: contrast = .init(rawValue: newValue) ?? contrast
            case .names: keyNames = .init(rawValue: newValue) ?? keyNames
            case .middleC: middleC = .init(rawValue: newValue) ?? middleC
            case .order: order = .init(rawValue: newValue) ?? order
            case .volume: volume = Int(newValue).flatMap { (0...100).contains($0) ? $0 : nil } ?? volume
            case .muted: isMuted = newValue == "yes" || newValue != "no" && isMuted
            }
        }
    }

    /// What is heard, in percent.
    var loudness: Int { isMuted ? 0 : volume }

    /// What is kept when the page is closed.
    var record: [(key: String, value: String)] {
        Setting.allCases.map { (key: $0.rawValue, value: self[$0]) }
    }

    mutating func recall(_ record: [(key: String, value: String)]) {
        for (key, value) in record {
            if let setting = Setting(rawValue: key) { self[setting] = value }
        }
    }
}

/// One thing that a reader can choose.
enum Setting: String, CaseIterable, Sendable, Hashable {
    case qualities, accidentals, names
    case middleC = "middle-c"
    case order = "enharmonic-keys"
    case colors, theme, contrast
    case volume, muted

    var title: String {
        switch self {
        case .qualities: "Chord names"
        case .accidentals: "Sharps and flats"
        case .names: "Names on the keys"
        case .middleC: "Middle C is"
        case .order: "Keys with two names on the circle of fifths"
        case .colors: "Colours of the lower and the upper chord"
        case .theme: "Appearance"
        case .contrast: "Contrast"
        case .volume: "Volume"
        case .muted: "Mute"
        }
    }

    /// What can be chosen on the screen of settings; nothing, where that is done elsewhere.
    var options: [(value: String, label: String)] {
        switch self {
        case .qualities: Notation.Qualities.allCases.map { ($0.rawValue, Setting.examples(in: $0)) }
        case .accidentals: Setting.labelled(Notation.Accidentals.allCases, "B♭ F♯", "Bb F#")
        case .names: Setting.labelled(Settings.KeyNames.allCases, "only lit ones", "all of them")
        case .middleC: Setting.labelled(Settings.MiddleC.allCases, "C4", "C3")
        case .order: Setting.labelled(CirclePlace.Order.allCases, "fewer signs first", "sharps first", "flats first")
        case .colors:
            Setting.labelled(Settings.Colors.allCases, "blue and yellow", "green and rose", "safe for every eye")
        case .theme: Setting.labelled(Settings.Theme.allCases, "as the device", "light", "dark")
        case .contrast: Setting.labelled(Settings.Contrast.allCases, "calm", "high")
        case .volume, .muted: []
        }
    }

    private static func labelled<Value: RawRepresentable<String>>(
        _ values: [Value], _ labels: String...
    ) -> [(value: String, label: String)] {
        zip(values, labels).map { ($0.rawValue, $1) }
    }

    private static func examples(in qualities: Notation.Qualities) -> String {
        let notation = Notation(qualities)
        return ["ma7", "mi7", "mi7(♭5)"].map { "C" + notation.written(suffix: $0) }.joined(separator: " ")
    }
}
