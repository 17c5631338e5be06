import Harmony
import Instruments

/// Messages about the equation and about storage, and the words of the settings.
enum SessionText {
    // MARK: The equation

    static func half(_ half: Half) -> String { half == .lower ? "lower chord " : "upper chord " }

    static func noPair(_ asked: String) -> String {
        "No two chords make " + asked + ". Try a chord with more notes, or with fewer."
    }
    static func chooseAnother(_ conflict: String, _ half: Half) -> String {
        conflict + ". Choose another " + (half == .lower ? "lower" : "upper") + " chord, or another result."
    }
    static func unpinned(_ conflict: String) -> String { conflict + ". The result is no longer pinned." }
    static func needsBoth(_ asked: String) -> String { asked + " needs both chords" }
    static func noChord(_ half: Half, _ chord: String, _ asked: String) -> String {
        "No chord " + (half == .lower ? "above " : "below ") + chord + " makes " + asked
    }
    static func lacks(_ asked: String, _ notes: [String]) -> String {
        asked + " has no " + notes.listed("or")
    }
    static func place(_ number: Int, of count: Int) -> String { ", pair \(number) of \(count)" }
    static var bothCleared: String { "Both chords cleared" }

    // MARK: Saved items

    static func storage(_ state: ListPolicy.StorageState) -> String {
        switch state {
        case .localOnly, .connecting: "Saved in this browser."
        case .saving(let count): itemsAre(count) + " not saved in this browser yet."
        case .synced, .served: "Saved on the server."
        case .serverOnly: "Saved on the server only. This browser stores nothing."
        case .orderPending: "Saved in this browser. The new order is not on the server yet."
        case .offline(let count):
            "Saved in this browser. "
                + (count == 0
                    ? "The server cannot be reached." : itemsAre(count) + " not on the server yet.")
        case .unknownKey: "Saved in this browser only: the server no longer knows your shelf."
        case .serverFull: "Saved in this browser only: the server has no room for another shelf."
        case .notStored: "Not saved: this browser stores nothing. Save a file before you leave."
        }
    }

    /// The start of a sentence: `1 item is`, `3 items are`.
    static func itemsAre(_ count: Int) -> String { count == 1 ? "1 item is" : "\(count) items are" }

    static var untitledTune: String { "Untitled tune" }
    static var setList: String { "Set list" }
    static var untitledChordset: String { "The untitled chordset" }
    /// In a sentence.
    static var aSetList: String { "set list" }
    static func untitled(_ single: String) -> String { "An untitled " + single }

    static var hung: String {
        """
        This browser’s storage does not respond. You can keep working: your work is sent to the server and kept until \
        you leave this page.
        """
    }
    static var otherDatabase: String { "The server has a new database." }
    static func added(_ count: Int, _ single: String) -> String {
        "The server has a new database: your \(count) " + single + (count == 1 ? " was" : "s were") + " added to it."
    }
    static func sentAgain(_ count: Int, _ single: String) -> String {
        "The server was restored from an older backup: \(count) newer " + single + (count == 1 ? " was" : "s were")
            + " sent again."
    }
    static func changedTwice(_ name: String) -> String {
        name + " was changed in two places at the same time. Both versions are saved."
    }
    static func isBack(_ name: String) -> String {
        name + " is back: it was changed elsewhere after you deleted it here."
    }

    // MARK: Settings

    static func title(_ setting: Setting) -> String {
        switch setting {
        case .vocabulary: "Chord vocabulary"
        case .band: "Who plays the bass"
        case .ownBass: "I play the bass"
        case .namingKey: "Name chords in a key"
        case .noteNames: "Note names"
        case .reader: "Written for"
        case .qualities: "Chord symbols"
        case .accidentals: "Sharps and flats"
        case .names: "Note names on the keys"
        case .middleC: "Middle " + "C".markedName
        case .order: "Keys with two names on the circle of fifths"
        case .colors: "Colours of the lower and upper chord"
        case .theme: "Theme"
        case .contrast: "Contrast"
        case .textSize: "Text size"
        case .instrument: "Instrument"
        case .linnModel: "Model"
        case .linnOffset: "Row interval"
        case .linnOctave: "Octave"
        case .linnTranspose: "Transpose pitch"
        case .linnLightsTranspose: "Transpose lights"
        case .linnHand: "Low notes"
        case .linnLights: "Lights"
        case .linnSpacing: "Space between pads"
        case .linnChannels: "Channels"
        case .split: "Split between hands"
        case .takingPedal: "Pedal captures"
        case .pedal: "Sustain pedal"
        case .channelTen: "MIDI channel 10"
        case .timbre: "Timbre"
        case .volume: "Volume"
        case .muted: "Mute"
        case .hold: "Hold"
        case .choicesSound: "Sound when choosing"
        case .arpeggio: "Arpeggio"
        case .pointing: "Play on hover"
        case .lightFold: "All light sliders"
        case .leftReach: "Left-hand span"
        case .rightReach: "Right-hand span"
        case .register: "Register"
        case .staff: "Voicing on the staff"
        case .staffMarks: "Under the staff"
        case .shapes: "Chosen voicings"
        case .practiceOptions: "While practising"
        case .today: "Daily session"
        case .assignment: "Assignment"
        case .learning: "Tune in Today"
        case .practicedBars: "Practised bars"
        case .listening: "Microphone"
        }
    }

    static var jazzNames: String {
        "Jazz names: " + "C7\u{A0}+\u{A0}A".markedName + " is\u{A0}" + "C13(♭9)".markedName
    }
    static var classicNames: String { "Reference table" }
    static var leftHandPlaysBass: String { "My left hand" }
    static var bandPlaysBass: String { "A bass player does" }
    static var yes: String { "Yes" }
    static var no: String { "No" }
    static var none: String { "None" }
    static var englishNotes: String { "C D E F G A B".markedName }
    static var germanNotes: String {
        "German: " + "H".markedName + ", and " + "B".markedName + " for " + "B♭".markedName
    }
    static var solfege: String { "Do Ré Mi Fa Sol La Si".markedName }
    static var concertInstruments: String { "C".markedName + ": piano, guitar, flute" }
    static var bFlatInstruments: String { "B♭".markedName + ": trumpet, clarinet, tenor saxophone" }
    static var eFlatInstruments: String { "E♭".markedName + ": alto and baritone saxophone" }
    static var fInstruments: String { "F".markedName + ": horn" }
    static var signs: String { "B♭ F♯" }
    static var letters: String { "Bb F#" }
    static var litKeys: String { "Only highlighted keys" }
    static var allKeys: String { "All keys" }
    static var fewerFirst: String { "Fewer sharps or flats first" }
    static var sharpsFirst: String { "Sharps first" }
    static var flatsFirst: String { "Flats first" }
    static var blueYellow: String { "Blue and yellow" }
    static var greenRose: String { "Green and rose" }
    static var colorBlindSafe: String { "Colour-blind safe" }
    static var deviceTheme: String { "Same as device" }
    static var light: String { "Light" }
    static var dark: String { "Dark" }
    static var normalContrast: String { "Normal" }
    static var highContrast: String { "High" }
    static func percent(_ size: Int) -> String { "\(size)%" }
    static var piano: String { "Piano" }
    static var electricPiano: String { "Electric piano" }
    static var organ: String { "Organ" }
    static var softSynth: String { "Soft synth" }
    static var linnStrument: String { "LinnStrument" }
    static func linnStrument(_ model: Int) -> String { "LinnStrument \(model)" }
    static var fourth: String { "Fourth" }
    static var octave: String { "Octave" }
    static var ninth: String { "Ninth" }
    static var tenth: String { "Tenth" }
    static var guitar: String { "Guitar" }
    static var invertedGuitar: String { "Guitar, inverted" }
    static var noOverlap: String { "No overlap" }
    static var custom: String { "Custom" }
    static var semitone: String { "semitone" }
    static var octaves: String { "octave" }
    static var onLeft: String { "On the left" }
    static var onRight: String { "On the right" }
    static var heardKey: String { "The key I play in" }
    static var noKey: String { "No key" }
    static var keyOnCircle: String { "Key on the circle" }
    static var anyChannels: String { "One, or one for each note" }
    static var channelPerRow: String { "One for each row" }
    static var automaticSplit: String { "Automatic" }
    static func below(_ note: String) -> String { "Below " + note }
    static var noPedal: String { "None" }
    static var sostenuto: String { "Sostenuto" }
    static var softPedal: String { "Soft pedal" }
    static var sustain: String { "Sustain" }
    static var portamento: String { "Portamento" }
    static var normalPedal: String { "Normal" }
    static var reversedPedal: String { "Reversed (up and down swapped)" }
    static var drums: String { "Drums: not named" }
    static var notesLikeOthers: String { "Notes like any other" }
    static var lowRegister: String { "Low" }
    static var middleRegister: String { "Middle" }
    static var highRegister: String { "High" }
    static var shown: String { "Shown" }
    static var hidden: String { "Hidden" }
    static var on: String { "On" }
    static var off: String { "Off" }
    static var nothing: String { "Nothing" }
    static var degrees: String { "Degrees" }
    static var fingers: String { "Fingering" }
}
