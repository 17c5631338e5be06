import Answers
import Harmony
import Instruments

/// How a reader wants things shown. What each setting can be is in ``Setting``.
struct Settings: Sendable, Hashable {
    var presentation = Presentation()
    /// Whether a bass player plays the bass.
    var hasBand = false
    /// Whether chords of the key on the circle are more probable.
    var weighsKey = false
    var colors = Colors.blueYellow
    var theme = Theme.system
    var contrast = Contrast.normal
    /// How large everything is written, in percent of what the browser is set to.
    var textSize = 100
    static let textSizes = [100, 125, 150, 175, 200]
    /// Which instrument is drawn where one plays.
    var instrument = Instrument.piano
    var linnStrument = LinnStrument()
    /// Between the pads of the LinnStrument as it is drawn, where a pad is 40 wide.
    var padSpacing = 2
    static let padSpacings = 0...32
    var lights = LightsChoice.key
    var channels = PadChannels.any
    var split = HandSplit.widestGap
    /// The number of the controller that takes what is played into both chords; 0 for none.
    var takingPedal = 0
    /// Whether the sustain pedal says “up” when it is down.
    var isPedalReversed = false
    /// Whether channel 10 has notes like any other, and not drums.
    var hasNotesOnTen = false
    /// As the slider shows it, in percent; chosen by ear.
    var volume = 80
    var isMuted = false
    var timbre = Timbre.piano
    /// Whether what ▶ plays sounds until ▶ is pressed again.
    var holds = false
    /// Whether ▶ plays a chord note by note, from the lowest.
    var arpeggiates = false
    /// Whether pointing at what can be heard plays it, on the board.
    var pointingPlays = false
    /// Whether all sliders of a chord of light lie open, or only those that change the picture most.
    var showsAllSliders = false
    /// How far each hand spans, and where both like to be.
    var leftReach = Reach.tenth
    var rightReach = Reach.tenth
    var register = Register.middle
    /// Whether what lies under the hands stands on a staff, too, and what below its notes.
    var showsStaff = true
    var staffMarks = StaffPicture.Below.nothing
    /// How each quality of chords was last laid under the hands; what it says is read with the hands.
    var shapes = ""
    /// What is shown and said while the user practises, by the names of ``PractiseOption``.
    var practising = ""
    /// In bytes: more than as many qualities as are remembered ever take.
    static let longestShapes = 4000

    /// The player’s hands.
    var pianist: Pianist { Pianist(left: leftReach, right: rightReach, register: register, hasBand: hasBand) }

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

    /// What the page sounds like.
    enum Timbre: String, CaseIterable, Sendable {
        case piano
        case electricPiano = "electric-piano"
        case organ
        case softSynth = "soft-synth"

        var name: String {
            switch self {
            case .piano: SessionText.piano
            case .electricPiano: SessionText.electricPiano
            case .organ: SessionText.organ
            case .softSynth: SessionText.softSynth
            }
        }
    }

    enum Instrument: String, CaseIterable, Sendable {
        case piano
        case linnStrument = "linnstrument"
    }

    enum Theme: String, CaseIterable, Sendable {
        case system, light, dark
    }

    enum Contrast: String, CaseIterable, Sendable {
        case normal, high
    }

    /// What is chosen for a setting. A value that a setting cannot have leaves it as it is: it comes from a record that
    /// may be damaged, or from another version of the page.
    subscript(setting: Setting) -> String {
        get {
            switch setting {
            case .vocabulary: presentation.vocabulary.rawValue
            case .band: hasBand ? "yes" : "no"
            case .namingKey: weighsKey ? "yes" : "no"
            case .noteNames: presentation.notation.names.rawValue
            case .reader: presentation.reader.rawValue
            case .qualities: presentation.notation.qualities.rawValue
            case .accidentals: presentation.notation.accidentals.rawValue
            case .colors: colors.rawValue
            case .theme: theme.rawValue
            case .contrast: contrast.rawValue
            case .textSize: "\(textSize)"
            case .names: presentation.keyNames.rawValue
            case .middleC: presentation.middleC.rawValue
            case .order: presentation.order.rawValue
            case .instrument: instrument.rawValue
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
            case .pedal: isPedalReversed ? "yes" : "no"
            case .channelTen: hasNotesOnTen ? "yes" : "no"
            case .volume: "\(volume)"
            case .muted: isMuted ? "yes" : "no"
            case .timbre: timbre.rawValue
            case .hold: holds ? "yes" : "no"
            case .arpeggio: arpeggiates ? "yes" : "no"
            case .pointing: pointingPlays ? "yes" : "no"
            case .lightFold: showsAllSliders ? "yes" : "no"
            case .leftReach: leftReach.rawValue
            case .rightReach: rightReach.rawValue
            case .register: register.rawValue
            case .staff: showsStaff ? "yes" : "no"
            case .staffMarks: staffMarks.rawValue
            case .shapes: shapes
            case .practising: practising
            }
        }
        set {
            switch setting {
            case .vocabulary: presentation.vocabulary = .init(rawValue: newValue) ?? presentation.vocabulary
            case .band: Settings.set(&hasBand, to: newValue)
            case .namingKey: Settings.set(&weighsKey, to: newValue)
            case .noteNames: presentation.notation.names = .init(rawValue: newValue) ?? presentation.notation.names
            case .reader: presentation.reader = .init(rawValue: newValue) ?? presentation.reader
            case .qualities: presentation.notation.qualities = .init(rawValue: newValue) ?? presentation.notation.qualities
            case .accidentals: presentation.notation.accidentals = .init(rawValue: newValue) ?? presentation.notation.accidentals
            case .colors: colors = .init(rawValue: newValue) ?? colors
            case .theme: theme = .init(rawValue: newValue) ?? theme
            case .contrast: contrast = .init(rawValue: newValue) ?? contrast
            case .textSize: if let size = Int(newValue), Settings.textSizes.contains(size) { textSize = size }
            case .names: presentation.keyNames = .init(rawValue: newValue) ?? presentation.keyNames
            case .middleC: presentation.middleC = .init(rawValue: newValue) ?? presentation.middleC
            case .order: presentation.order = .init(rawValue: newValue) ?? presentation.order
            case .instrument: instrument = .init(rawValue: newValue) ?? instrument
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
            case .pedal: Settings.set(&isPedalReversed, to: newValue)
            case .channelTen: Settings.set(&hasNotesOnTen, to: newValue)
            case .volume: Settings.set(&volume, to: newValue, 0...100)
            case .muted: Settings.set(&isMuted, to: newValue)
            case .timbre: timbre = .init(rawValue: newValue) ?? timbre
            case .hold: Settings.set(&holds, to: newValue)
            case .arpeggio: Settings.set(&arpeggiates, to: newValue)
            case .pointing: Settings.set(&pointingPlays, to: newValue)
            case .lightFold: Settings.set(&showsAllSliders, to: newValue)
            case .leftReach: leftReach = .init(rawValue: newValue) ?? leftReach
            case .rightReach: rightReach = .init(rawValue: newValue) ?? rightReach
            case .register: register = .init(rawValue: newValue) ?? register
            case .staff: Settings.set(&showsStaff, to: newValue)
            case .staffMarks: staffMarks = .init(rawValue: newValue) ?? staffMarks
            case .practising: if newValue.utf8.count <= 100 { practising = newValue }
            case .shapes: if newValue.utf8.count <= Settings.longestShapes { shapes = newValue }
            }
        }
    }

    private static func set(_ setting: inout Int, to value: String, _ range: ClosedRange<Int>) {
        if let number = Int(value), range.contains(number) { setting = number }
    }

    private static func set(_ setting: inout Bool, to value: String) {
        if value == "yes" || value == "no" { setting = value == "yes" }
    }

    /// How everything sounds from now on.
    var sound: [Effect] {
        [.sound(.volume(isMuted ? 0 : volume)), .sound(.timbre(timbre)), .sound(.transposition(presentation.reader.semitones))]
    }

    /// What is asked for by ▶ or a key, in the manner that is chosen. A scale and a cadence have a manner of their own.
    func heard(_ playing: Playing) -> Effect {
        guard playing.manner == .block else { return .sound(.play(playing)) }
        let isBroken = arpeggiates && playing.chords[0].count > 1
        let chosen = isBroken ? Playing(playing.chords[0], .arpeggio) : playing
        return holds ? .sound(.hold(chosen)) : .sound(.play(chosen))
    }

    /// What is kept when the page is closed.
    var record: [(key: String, value: String)] {
        Setting.allCases.map { (key: $0.rawValue, value: self[$0]) }
    }

    /// Those that are others than before.
    func record(since before: Settings) -> [(key: String, value: String)] {
        Setting.allCases.filter { self[$0] != before[$0] }.map { (key: $0.rawValue, value: self[$0]) }
    }

    mutating func recall(_ record: [(key: String, value: String)]) {
        for (key, value) in record {
            if let setting = Setting(rawValue: key) { self[setting] = value }
        }
    }
}
