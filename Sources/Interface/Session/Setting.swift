import Answers
import Harmony
import Instruments

/// One thing that a reader can choose.
enum Setting: String, CaseIterable, Sendable, Hashable {
    case vocabulary
    case band
    case namingKey = "naming-key"
    case noteNames = "note-names"
    case reader = "for"
    case qualities, accidentals, names
    case middleC = "middle-c"
    case order = "enharmonic-keys"
    case colors, theme, contrast
    case textSize = "text-size"
    case instrument
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
    case pedal = "sustain-pedal"
    case channelTen = "channel-10"
    case timbre
    case volume, muted
    case hold, arpeggio
    case pointing
    case lightFold = "light-fold"
    case leftReach = "left-reach"
    case rightReach = "right-reach"
    case register
    case staff
    case staffMarks = "staff-marks"
    case shapes
    case practising

    /// Whether it is chosen beside the LinnStrument.
    var isOfLinnStrument: Bool {
        switch self {
        case .linnModel, .linnOffset, .linnOctave, .linnTranspose, .linnLightsTranspose, .linnHand, .linnLights,
            .linnSpacing, .linnChannels: true
        default: false
        }
    }

    /// Whether what it offers are names of notes and chords.
    var isOfNames: Bool { self == .noteNames || self == .qualities || self == .accidentals }

    /// Whether it is chosen beside any instrument.
    var isOfHands: Bool { [.split, .takingPedal, .pedal, .channelTen].contains(self) }

    /// Whether it is chosen on the screen of settings.
    var isOfPage: Bool {
        switch self {
        case .instrument, .volume, .muted, .pointing: false
        default: !isOfLinnStrument && !isOfHands && !options.isEmpty
        }
    }

    var title: String {
        switch self {
        case .vocabulary: "Names"
        case .band: "Bass"
        case .namingKey: "Names weigh the key"
        case .noteNames: "Notes are called"
        case .reader: "Written for"
        case .qualities: "Chord names"
        case .accidentals: "Sharps and flats"
        case .names: "Names on the keys"
        case .middleC: "Middle C is"
        case .order: "Keys with two names on the circle of fifths"
        case .colors: "Colours of the lower and the upper chord"
        case .theme: "Appearance"
        case .contrast: "Contrast"
        case .textSize: "Text size"
        case .instrument: "Instrument"
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
        case .pedal: "Sustain pedal"
        case .channelTen: "MIDI channel 10"
        case .timbre: "Timbre"
        case .volume: "Volume"
        case .muted: "Mute"
        case .hold: "Hold"
        case .arpeggio: "Arpeggio"
        case .pointing: "Pointing plays"
        case .lightFold: "All sliders of light"
        case .leftReach: "The left hand reaches"
        case .rightReach: "The right hand reaches"
        case .register: "Both hands lie"
        case .staff: "Hands on the staff"
        case .staffMarks: "Below the staff"
        case .shapes: "Hands that were chosen"
        case .practising: "While practising"
        }
    }

    /// What can be chosen; nothing, where that is done by a control of its own.
    var options: [(value: String, label: String)] { options(Presentation()) }

    /// The same under the names that a reader wants.
    func options(_ presentation: Presentation) -> [(value: String, label: String)] {
        switch self {
        case .vocabulary:
            Setting.labelled(
                Vocabulary.Name.allCases,
                "as jazz musicians say: C7\u{A0}+\u{A0}A is\u{A0}C13(♭9)", "as in the original table")
        case .band: [("no", "I play it"), ("yes", "somebody else plays it")]
        case .namingKey: [("no", "no"), ("yes", "of the circle")]
        case .noteNames:
            Setting.labelled(
                NoteNames.allCases, "C D E F G A B", "German: H, and B for B♭", "Do Ré Mi Fa Sol La Si")
        case .reader:
            Setting.labelled(
                TransposingInstrument.allCases, "C: piano, guitar, flute", "B♭: trumpet, clarinet, tenor saxophone",
                "E♭: alto and baritone saxophone", "F: horn")
        case .qualities: Notation.Qualities.allCases.map { ($0.rawValue, Setting.examples(in: $0)) }
        case .accidentals: Setting.labelled(Notation.Accidentals.allCases, "B♭ F♯", "Bb F#")
        case .names: Setting.labelled(Presentation.KeyNames.allCases, "only lit ones", "all of them")
        case .middleC: Setting.labelled(Presentation.MiddleC.allCases, "C4", "C3")
        case .order: Setting.labelled(CirclePlace.Order.allCases, "fewer signs first", "sharps first", "flats first")
        case .colors:
            Setting.labelled(Settings.Colors.allCases, "blue and yellow", "green and rose", "safe for every eye")
        case .theme: Setting.labelled(Settings.Theme.allCases, "as the device", "light", "dark")
        case .contrast: Setting.labelled(Settings.Contrast.allCases, "calm", "high")
        case .textSize: Settings.textSizes.map { ("\($0)", "\($0) %") }
        case .instrument: Setting.labelled(Settings.Instrument.allCases, "Piano", "LinnStrument")
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
            [("gap", "below the widest gap")] + (36...84).map { ("\($0)", "below " + presentation.name(sounding: $0)) }
        case .takingPedal:
            [("0", "none"), ("66", "sostenuto"), ("67", "soft pedal"), ("64", "sustain"), ("65", "portamento")]
        case .pedal: [("no", "normal"), ("yes", "reversed: down and up exchanged")]
        case .channelTen: [("no", "drums: not named"), ("yes", "notes like any other")]
        case .timbre: Settings.Timbre.allCases.map { ($0.rawValue, $0.name) }
        case .leftReach, .rightReach: Setting.labelled(Reach.allCases, "an octave", "a ninth", "a tenth")
        case .register: Setting.labelled(Register.allCases, "low", "around middle C", "high")
        case .staff: [("yes", "shown"), ("no", "hidden")]
        case .staffMarks: Setting.labelled(StaffPicture.Below.allCases, "nothing", "degrees", "fingers")
        case .volume, .muted, .hold, .arpeggio, .pointing, .lightFold, .shapes, .practising: []
        }
    }

    private static func labelled<Value: RawRepresentable<String>>(
        _ values: [Value], _ labels: String...
    ) -> [(value: String, label: String)] {
        labelled(values.map { $0.rawValue }, labels)
    }

    @inline(never)
    private static func labelled(_ values: [String], _ labels: [String]) -> [(value: String, label: String)] {
        zip(values, labels).map { ($0, $1) }
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
