import Harmony
import Instruments

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
    var linnStrument = LinnStrument()
    /// Between the pads of the LinnStrument as it is drawn, where a pad is 40 wide.
    var padSpacing = 2
    static let padSpacings = 0...32
    var lights = LightsChoice.key
    var channels = PadChannels.any
    var split = HandSplit.widestGap
    /// The number of the controller that takes what is played into both chords; 0 for none.
    var takingPedal = 0
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

    /// Which pads of the LinnStrument shine by themselves.
    enum LightsChoice: Sendable, Hashable {
        /// Those of the key on the circle of fifths.
        case key
        case preset(NoteLights.Preset)
        case none

        func lights(of key: Key) -> NoteLights? {
            switch self {
            case .key: NoteLights(key)
            case .preset(let preset): preset.lights
            case .none: nil
            }
        }
    }

    /// What the channels of a LinnStrument tell of its pads.
    enum PadChannels: String, CaseIterable, Sendable {
        case any
        /// Each row has its own, from the bottom row on channel 1.
        case perRow = "per-row"
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
            case .linnModel: "\(linnStrument.model.rawValue)"
            case .linnOffset: linnStrument.rowOffset.text
            case .linnOctave: "\(linnStrument.octave)"
            case .linnTranspose: "\(linnStrument.transposePitch)"
            case .linnLightsTranspose: "\(linnStrument.transposeLights)"
            case .linnHand: linnStrument.isLeftHanded ? "yes" : "no"
            case .linnLights:
                switch lights {
                case .key: "key"
                case .preset(let preset): preset.rawValue
                case .none: "none"
                }
            case .linnSpacing: "\(padSpacing)"
            case .linnChannels: channels.rawValue
            case .split:
                switch split {
                case .widestGap: "gap"
                case .at(let note): "\(note)"
                }
            case .takingPedal: "\(takingPedal)"
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
            case .linnModel: linnStrument.model = Int(newValue).flatMap { .init(rawValue: $0) } ?? linnStrument.model
            case .linnOffset: linnStrument.rowOffset = .init(newValue) ?? linnStrument.rowOffset
            case .linnOctave: Settings.set(&linnStrument.octave, to: newValue, LinnStrument.octaves)
            case .linnTranspose: Settings.set(&linnStrument.transposePitch, to: newValue, LinnStrument.transpositions)
            case .linnLightsTranspose: Settings.set(&linnStrument.transposeLights, to: newValue, LinnStrument.transpositions)
            case .linnHand: Settings.set(&linnStrument.isLeftHanded, to: newValue)
            case .linnLights:
                switch newValue {
                case "key": lights = .key
                case "none": lights = .none
                default: lights = NoteLights.Preset(rawValue: newValue).map { .preset($0) } ?? lights
                }
            case .linnSpacing: Settings.set(&padSpacing, to: newValue, Settings.padSpacings)
            case .linnChannels: channels = .init(rawValue: newValue) ?? channels
            case .split:
                if newValue == "gap" { split = .widestGap }
                if let note = Int(newValue), 0...127 ~= note { split = .at(note: note) }
            case .takingPedal: Settings.set(&takingPedal, to: newValue, 0...127)
            case .volume: Settings.set(&volume, to: newValue, 0...100)
            case .muted: Settings.set(&isMuted, to: newValue)
            }
        }
    }

    private static func set(_ setting: inout Int, to value: String, _ range: ClosedRange<Int>) {
        if let number = Int(value), range.contains(number) { setting = number }
    }

    private static func set(_ setting: inout Bool, to value: String) {
        if value == "yes" || value == "no" { setting = value == "yes" }
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
    case linnModel = "linn-model"
    case linnOffset = "linn-offset"
    case linnOctave = "linn-octave"
    case linnTranspose = "linn-transpose"
    case linnLightsTranspose = "linn-lights-transpose"
    case linnHand = "linn-left-handed"
    case linnLights = "linn-lights"
    case linnSpacing = "linn-spacing"
    case linnChannels = "linn-channels"
    case split
    case takingPedal = "taking-pedal"
    case volume, muted

    /// Whether it is chosen beside the LinnStrument, and not on the screen of settings.
    var isOfLinnStrument: Bool {
        switch self {
        case .linnModel, .linnOffset, .linnOctave, .linnTranspose, .linnLightsTranspose, .linnHand, .linnLights,
            .linnSpacing, .linnChannels, .split, .takingPedal: true
        default: false
        }
    }

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
        case .linnModel: "Model"
        case .linnOffset: "Rows apart"
        case .linnOctave: "Octave"
        case .linnTranspose: "Transpose pitch"
        case .linnLightsTranspose: "Transpose lights"
        case .linnHand: "Low notes"
        case .linnLights: "Lights"
        case .linnSpacing: "Space between pads"
        case .linnChannels: "Channels"
        case .split: "Left hand"
        case .takingPedal: "Take with a pedal"
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
        case .linnModel: LinnStrument.Model.allCases.map { ("\($0.rawValue)", "LinnStrument \($0.rawValue)") }
        case .linnOffset:
            [("5", "a fourth"), ("octave", "an octave"), ("guitar", "guitar"), ("inverted-guitar", "guitar, inverted"),
             ("no-overlap", "no overlap")]
                + LinnStrument.rowOffsets.filter { $0 != 5 && $0 != 12 }.map { ("\($0)", Setting.signed($0, "semitone")) }
        case .linnOctave: LinnStrument.octaves.map { ("\($0)", Setting.signed($0, "octave")) }
        case .linnTranspose, .linnLightsTranspose: LinnStrument.transpositions.map { ("\($0)", Setting.signed($0, "semitone")) }
        case .linnHand: [("no", "on the left"), ("yes", "on the right")]
        case .linnLights:
            [("key", "the key on the circle")] + NoteLights.Preset.allCases.map { ($0.rawValue, $0.name) }
                + [("none", "none")]
        case .linnSpacing: Settings.padSpacings.map { ("\($0)", "\($0)") }
        case .linnChannels: [("any", "one, or one for each note"), ("per-row", "one for each row")]
        case .split:
            [("gap", "below the widest gap")] + (36...84).map { ("\($0)", "below " + Presentation().name(pitch: $0)) }
        case .takingPedal:
            [("0", "none"), ("66", "sostenuto"), ("67", "soft pedal"), ("64", "sustain"), ("65", "portamento")]
        case .volume, .muted: []
        }
    }

    private static func labelled<Value: RawRepresentable<String>>(
        _ values: [Value], _ labels: String...
    ) -> [(value: String, label: String)] {
        zip(values, labels).map { ($0.rawValue, $1) }
    }

    /// `+2 semitones`
    private static func signed(_ number: Int, _ unit: String) -> String {
        (number > 0 ? "+" : number < 0 ? "−" : "") + "\(abs(number)) " + unit + (abs(number) == 1 ? "" : "s")
    }

    private static func examples(in qualities: Notation.Qualities) -> String {
        let notation = Notation(qualities)
        return ["ma7", "mi7", "mi7(♭5)"].map { "C" + notation.written(suffix: $0) }.joined(separator: " ")
    }
}
