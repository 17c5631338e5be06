import Harmony
import Instruments
import Practice
import Rendering

/// The user's settings. ``Setting`` lists the options of each.
struct Settings: Sendable, Hashable {
    var presentation = Presentation()
    /// Whether a bass player plays the bass note.
    var hasBassPlayer = false
    /// Whether the user plays the bass on another instrument. The page plays none then.
    var isBassist = false
    var namingKey = NamingKey.heard
    var colors = Colors.blueYellow
    var theme = Theme.system
    var contrast = Contrast.normal
    /// In percent of the browser's text size.
    var textSize = 100
    static let textSizes = [100, 125, 150, 175, 200]
    /// The instrument of the play screen.
    var instrument = Instrument.piano
    var linnStrument = LinnStrument()
    /// The space between the pads of the drawn LinnStrument. A pad is 40 wide.
    var padSpacing = 2
    static let padSpacings = 0...32
    var lights = LightsChoice.key
    var channels = PadChannels.any
    var split = HandSplit.automatic
    /// The MIDI controller that captures the played notes as the two chords; 0 for none.
    var takingPedal = 0
    /// Whether the sustain pedal sends “up” when it is down.
    var isPedalReversed = false
    /// Whether channel 10 has notes like any other channel, not drums.
    var hasNotesOnTen = false
    /// In percent. The default was chosen by ear.
    var volume = 80
    var isMuted = false
    var timbre = Timbre.piano
    /// Whether ▶ plays until it is pressed again.
    var holds = false
    /// Whether a chord sounds as soon as it is chosen.
    var choicesSound = true
    /// Whether ▶ plays chords as rising arpeggios.
    var arpeggiates = false
    /// Whether the board plays chords on hover.
    var pointingPlays = false
    /// Whether all sliders of a light chord are shown, or only those that change the picture most.
    var showsAllSliders = false
    /// The span of each hand, and the preferred register.
    var leftReach = Reach.tenth
    var rightReach = Reach.tenth
    var register = Register.middle
    /// Whether voicings are shown on a staff, and what is written below the notes.
    var showsStaff = true
    var staffMarks = StaffPicture.Below.nothing
    /// The last voicing style of each chord quality, as `quality:style`, separated by semicolons.
    var shapes = ""
    /// The raw values of the ``PracticeOption``s that are on, separated by spaces.
    var practiceOptionNames = ""
    /// The length of the daily session in minutes.
    var todayMinutes = PracticeRoute.usualMinutes
    /// Whether the daily session is played on an instrument; nil for a session that decides by itself.
    var todayHasInstrument: Bool?
    /// The assignment that was opened last, as ``Assignment/words``; empty if there is none.
    var assignmentWords = ""
    /// The tune that was practiced last, as ``LearnedTune/words``; empty if there is none.
    var learning = ""
    /// The bars that were practiced last, of a tune or progression, as ``LearnedTune/words``.
    var practicedBars = ""
    /// How the page listens to a piano.
    var listening = ListeningSetup()
    /// In bytes, which is more than the remembered qualities need.
    static let maximumShapesLength = 4000

    /// The assignment that was opened last.
    var assignment: Assignment? { assignmentWords.isEmpty ? nil : try? Assignment(words: assignmentWords) }

    var learnedTune: LearnedTune? { learning.isEmpty ? nil : LearnedTune(words: learning) }

    /// The tune or the progression whose chords an exercise goes through.
    func practicedTune(in exercise: Exercise) -> LearnedTune? {
        for words in [practicedBars, learning] where !words.isEmpty {
            if let tune = LearnedTune(words: words), tune.passage(of: exercise) != nil { return tune }
        }
        return nil
    }

    var pianist: Pianist {
        Pianist(left: leftReach, right: rightReach, register: register, hasBassPlayer: hasBassPlayer)
    }

    /// The colors of the lower and the upper chord.
    enum Colors: String, CaseIterable, Sendable {
        case blueYellow = "blue-yellow"
        case greenRose = "green-rose"
        /// Colors that also differ in lightness, for color-blind users.
        case safe
    }

    /// Which pads of the LinnStrument are lit permanently.
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

    /// How the LinnStrument uses MIDI channels.
    enum PadChannels: String, CaseIterable, Sendable {
        case any
        /// One channel per row; the bottom row has channel 1.
        case perRow = "per-row"
    }

    /// The sound of the page.
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

        /// The instrument on which the page shows played notes.
        var address: Address { self == .piano ? .play : .linnStrument(nil) }
    }

    enum Theme: String, CaseIterable, Sendable {
        case system, light, dark
    }

    /// The key in which chords are named.
    enum NamingKey: String, CaseIterable, Sendable {
        /// The key that is heard while chords are played, once it is clear.
        case heard = "follow"
        /// The key of the circle.
        case circle = "yes"
        case none = "no"
    }

    enum Contrast: String, CaseIterable, Sendable {
        case normal, high
    }

    /// The value of a setting. Invalid values are ignored: a stored record may be damaged or from another version.
    subscript(setting: Setting) -> String {
        get {
            switch setting {
            case .vocabulary: presentation.vocabulary.rawValue
            case .band: hasBassPlayer ? "yes" : "no"
            case .ownBass: isBassist ? "yes" : "no"
            case .namingKey: namingKey.rawValue
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
                case .automatic, .count: "gap"
                case .at(let note): "\(note)"
                }
            case .takingPedal: "\(takingPedal)"
            case .pedal: isPedalReversed ? "yes" : "no"
            case .channelTen: hasNotesOnTen ? "yes" : "no"
            case .volume: "\(volume)"
            case .muted: isMuted ? "yes" : "no"
            case .timbre: timbre.rawValue
            case .hold: holds ? "yes" : "no"
            case .choicesSound: choicesSound ? "yes" : "no"
            case .arpeggio: arpeggiates ? "yes" : "no"
            case .pointing: pointingPlays ? "yes" : "no"
            case .lightFold: showsAllSliders ? "yes" : "no"
            case .leftReach: leftReach.rawValue
            case .rightReach: rightReach.rawValue
            case .register: register.rawValue
            case .staff: showsStaff ? "yes" : "no"
            case .staffMarks: staffMarks.rawValue
            case .shapes: shapes
            case .practiceOptions: practiceOptionNames
            case .today: "\(todayMinutes)" + (todayHasInstrument.map { $0 ? " piano" : " cards" } ?? "")
            case .assignment: assignmentWords
            case .learning: learning
            case .practicedBars: practicedBars
            case .listening: listening.text
            }
        }
        set {
            switch setting {
            case .vocabulary: presentation.vocabulary = .init(rawValue: newValue) ?? presentation.vocabulary
            case .band: Settings.set(&hasBassPlayer, to: newValue)
            case .ownBass: Settings.set(&isBassist, to: newValue)
            case .namingKey: namingKey = .init(rawValue: newValue) ?? namingKey
            case .noteNames: presentation.notation.names = .init(rawValue: newValue) ?? presentation.notation.names
            case .reader: presentation.reader = .init(rawValue: newValue) ?? presentation.reader
            case .qualities:
                presentation.notation.qualities = .init(rawValue: newValue) ?? presentation.notation.qualities
            case .accidentals:
                presentation.notation.accidentals = .init(rawValue: newValue) ?? presentation.notation.accidentals
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
            case .linnLightsTranspose:
                Settings.set(&linnStrument.transposeLights, to: newValue, LinnStrument.transpositions)
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
                if newValue == "gap" { split = .automatic }
                if let note = Int(newValue), 0...127 ~= note { split = .at(note: note) }
            case .takingPedal: Settings.set(&takingPedal, to: newValue, 0...127)
            case .pedal: Settings.set(&isPedalReversed, to: newValue)
            case .channelTen: Settings.set(&hasNotesOnTen, to: newValue)
            case .volume: Settings.set(&volume, to: newValue, 0...100)
            case .muted: Settings.set(&isMuted, to: newValue)
            case .timbre: timbre = .init(rawValue: newValue) ?? timbre
            case .hold: Settings.set(&holds, to: newValue)
            case .choicesSound: Settings.set(&choicesSound, to: newValue)
            case .arpeggio: Settings.set(&arpeggiates, to: newValue)
            case .pointing: Settings.set(&pointingPlays, to: newValue)
            case .lightFold: Settings.set(&showsAllSliders, to: newValue)
            case .leftReach: leftReach = .init(rawValue: newValue) ?? leftReach
            case .rightReach: rightReach = .init(rawValue: newValue) ?? rightReach
            case .register: register = .init(rawValue: newValue) ?? register
            case .staff: Settings.set(&showsStaff, to: newValue)
            case .staffMarks: staffMarks = .init(rawValue: newValue) ?? staffMarks
            case .practiceOptions: if newValue.utf8.count <= 100 { practiceOptionNames = newValue }
            case .today: setToday(newValue)
            case .assignment:
                if newValue.utf8.count <= Settings.maximumShapesLength { assignmentWords = newValue }
            case .learning: if newValue.utf8.count <= Settings.maximumShapesLength { learning = newValue }
            case .practicedBars:
                if newValue.utf8.count <= Settings.maximumShapesLength { practicedBars = newValue }
            case .listening: listening = ListeningSetup(newValue)
            case .shapes: if newValue.utf8.count <= Settings.maximumShapesLength { shapes = newValue }
            }
        }
    }

    /// Reads the length of the daily session, `10`, and the choice of the instrument, `piano` or `cards`. Each may be
    /// left out, and stays then.
    mutating func setToday(_ value: String) {
        for word in value.parts(at: " ").prefix(2) where Settings.isPartOfToday(word) {
            if word == Settings.withoutTune {
                learning = ""
            } else if let minutes = Int(word) {
                todayMinutes = minutes
            } else {
                todayHasInstrument = word == "piano"
            }
        }
    }

    /// Leaves the tune out of the daily session.
    static let withoutTune = "no-tune"

    /// Whether a word is a length of the daily session, `piano`, `cards` or ``withoutTune``.
    static func isPartOfToday(_ word: String) -> Bool {
        word == "piano" || word == "cards" || word == withoutTune || Today.minutes.contains { "\($0)" == word }
    }

    private static func set(_ setting: inout Int, to value: String, _ range: ClosedRange<Int>) {
        if let number = Int(value), range.contains(number) { setting = number }
    }

    private static func set(_ setting: inout Bool, to value: String) {
        if value == "yes" || value == "no" { setting = value == "yes" }
    }

    /// The effects that set up the sound.
    var sound: [Effect] {
        [
            .sound(.volume(isMuted ? 0 : volume)), .sound(.timbre(timbre)),
            .sound(.transposition(presentation.reader.semitones)),
        ]
    }

    /// Plays notes in the chosen manner. Scales and progressions have their own.
    func playEffect(for playing: Playing) -> Effect {
        guard playing.manner == .block else { return .sound(.play(playing)) }
        let isBroken = arpeggiates && playing.chords[0].count > 1
        let chosen = isBroken ? Playing(playing.chords[0], .arpeggio) : playing
        return holds ? .sound(.hold(chosen)) : .sound(.play(chosen))
    }

    /// The settings as they are stored between visits.
    var record: [(key: String, value: String)] {
        Setting.allCases.map { (key: $0.rawValue, value: self[$0]) }
    }

    /// The settings that have changed.
    func record(since before: Settings) -> [(key: String, value: String)] {
        Setting.allCases.filter { self[$0] != before[$0] }.map { (key: $0.rawValue, value: self[$0]) }
    }

    mutating func recall(_ record: [(key: String, value: String)]) {
        for (key, value) in record {
            if let setting = Setting(rawValue: key) { self[setting] = value }
        }
    }
}
