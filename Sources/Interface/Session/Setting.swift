import Harmony
import Instruments
import Rendering

/// A setting. Its raw value is the name under which it is stored.
enum Setting: String, CaseIterable, Sendable, Hashable {
    case vocabulary
    case band
    case ownBass = "own-bass"
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
    case choicesSound = "hear-choices"
    case pointing
    case lightFold = "light-fold"
    case leftReach = "left-reach"
    case rightReach = "right-reach"
    case register
    case staff
    case staffMarks = "staff-marks"
    case shapes
    case practiceOptions = "practising"
    case today
    case assignment
    case learning
    case practicedBars = "practised-bars"
    case listening

    /// Whether it is on the screen of the LinnStrument.
    var isOnLinnStrumentScreen: Bool {
        switch self {
        case .linnModel, .linnOffset, .linnOctave, .linnTranspose, .linnLightsTranspose, .linnHand, .linnLights,
            .linnSpacing, .linnChannels:
            true
        default: false
        }
    }

    /// Whether its options are names of notes and chords, which browsers must not translate.
    var hasMusicalNames: Bool { self == .qualities || self == .accidentals || self == .middleC }

    /// Whether it is on the screens of all instruments.
    var isOnPlayScreen: Bool { [.split, .takingPedal, .pedal, .channelTen].contains(self) }

    /// Whether it is on the settings screen.
    var isOnSettingsScreen: Bool {
        switch self {
        case .instrument, .volume, .muted, .pointing: false
        default: !isOnLinnStrumentScreen && !isOnPlayScreen && !options.isEmpty
        }
    }

    /// The headings of the settings screen.
    enum Group: CaseIterable, Sendable, Hashable {
        case names, keys, hands, sound, look
    }

    var group: Group {
        switch self {
        case .names, .middleC, .staff, .staffMarks: .keys
        case .band, .ownBass, .leftReach, .rightReach, .register: .hands
        case .timbre, .choicesSound: .sound
        case .colors, .theme, .contrast, .textSize: .look
        default: .names
        }
    }

    /// Whether few people ever change it.
    var isAdvanced: Bool { [.middleC, .order, .staffMarks, .register].contains(self) }

    var title: String { SessionText.title(self) }

    /// The options with the default notation.
    var options: [(value: String, label: String)] { options(Presentation()) }

    /// The options of its menu; empty if it has another control.
    func options(_ presentation: Presentation) -> [(value: String, label: String)] {
        switch self {
        case .vocabulary:
            Setting.labeled(
                Vocabulary.Name.allCases,
                SessionText.jazzNames, SessionText.classicNames)
        case .band: [("no", SessionText.leftHandPlaysBass), ("yes", SessionText.bandPlaysBass)]
        case .ownBass: [("no", SessionText.no), ("yes", SessionText.yes)]
        case .namingKey:
            Setting.labeled(
                Settings.NamingKey.allCases, SessionText.heardKey, SessionText.keyOnCircle, SessionText.noKey)
        case .noteNames:
            Setting.labeled(
                NoteNames.allCases, SessionText.englishNotes, SessionText.germanNotes, SessionText.solfege)
        case .reader:
            Setting.labeled(
                TransposingInstrument.allCases, SessionText.concertInstruments, SessionText.bFlatInstruments,
                SessionText.eFlatInstruments, SessionText.fInstruments)
        case .qualities: Notation.Qualities.allCases.map { ($0.rawValue, Setting.examples(in: $0)) }
        case .accidentals: Setting.labeled(Notation.Accidentals.allCases, SessionText.signs, SessionText.letters)
        case .names: Setting.labeled(Presentation.KeyNames.allCases, SessionText.litKeys, SessionText.allKeys)
        case .middleC: Setting.labeled(Presentation.MiddleC.allCases, "C4", "C3")
        case .order:
            Setting.labeled(
                CirclePlace.Order.allCases, SessionText.fewerFirst, SessionText.sharpsFirst, SessionText.flatsFirst)
        case .colors:
            Setting.labeled(
                Settings.Colors.allCases, SessionText.blueYellow, SessionText.greenRose, SessionText.colorBlindSafe)
        case .theme:
            Setting.labeled(Settings.Theme.allCases, SessionText.deviceTheme, SessionText.light, SessionText.dark)
        case .contrast:
            Setting.labeled(Settings.Contrast.allCases, SessionText.normalContrast, SessionText.highContrast)
        case .textSize: Settings.textSizes.map { ("\($0)", SessionText.percent($0)) }
        case .instrument:
            Setting.labeled(Settings.Instrument.allCases, SessionText.piano, SessionText.linnStrument)
        case .linnModel: LinnStrument.Model.allCases.map { ("\($0.rawValue)", SessionText.linnStrument($0.rawValue)) }
        case .linnOffset:
            [
                ("5", SessionText.fourth), ("12", SessionText.octave), ("guitar", SessionText.guitar),
                ("inverted-guitar", SessionText.invertedGuitar), ("no-overlap", SessionText.noOverlap),
            ]
                + LinnStrument.rowOffsets.filter { $0 != 5 && $0 != 12 }.map {
                    ("\($0)", Setting.signed($0, SessionText.semitone))
                }
        case .linnOctave: LinnStrument.octaves.map { ("\($0)", Setting.signed($0, SessionText.octaves)) }
        case .linnTranspose, .linnLightsTranspose:
            LinnStrument.transpositions.map { ("\($0)", Setting.signed($0, SessionText.semitone)) }
        case .linnHand: [("no", SessionText.onLeft), ("yes", SessionText.onRight)]
        case .linnLights:
            [("key", SessionText.keyOnCircle)] + NoteLights.Preset.allCases.map { ($0.rawValue, $0.name) }
                + [("none", SessionText.none)]
        case .linnSpacing: Settings.padSpacings.map { ("\($0)", "\($0)") }
        case .linnChannels: [("any", SessionText.anyChannels), ("per-row", SessionText.channelPerRow)]
        case .split:
            [("gap", SessionText.automaticSplit)]
                + (36...84).map { ("\($0)", SessionText.below(presentation.name(sounding: $0))) }
        case .takingPedal:
            [
                ("0", SessionText.noPedal), ("66", SessionText.sostenuto), ("67", SessionText.softPedal),
                ("64", SessionText.sustain),
                ("65", SessionText.portamento),
            ]
        case .pedal: [("no", SessionText.normalPedal), ("yes", SessionText.reversedPedal)]
        case .channelTen: [("no", SessionText.drums), ("yes", SessionText.notesLikeOthers)]
        case .timbre: Settings.Timbre.allCases.map { ($0.rawValue, $0.name) }
        case .leftReach, .rightReach:
            Setting.labeled(Reach.allCases, SessionText.octave, SessionText.ninth, SessionText.tenth)
        case .register:
            Setting.labeled(
                Register.allCases, SessionText.lowRegister, SessionText.middleRegister, SessionText.highRegister)
        case .choicesSound: [("yes", SessionText.on), ("no", SessionText.off)]
        case .staff: [("yes", SessionText.shown), ("no", SessionText.hidden)]
        case .staffMarks:
            Setting.labeled(StaffPicture.Below.allCases, SessionText.nothing, SessionText.degrees, SessionText.fingers)
        case .volume, .muted, .hold, .arpeggio, .pointing, .lightFold, .shapes, .practiceOptions, .today,
            .assignment, .learning, .practicedBars, .listening:
            []
        }
    }

    private static func labeled<Value: RawRepresentable<String>>(
        _ values: [Value], _ labels: String...
    ) -> [(value: String, label: String)] {
        labeled(values.map { $0.rawValue }, labels)
    }

    @inline(never)
    private static func labeled(_ values: [String], _ labels: [String]) -> [(value: String, label: String)] {
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
