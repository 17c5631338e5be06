import Harmony

/// The texts of the screen on which an instrument is played.
enum PlayText {
    static var instrument: String { "Instrument" }

    // MARK: What is played

    static var yourPlaying: String { "What you play" }
    static var youPlayed: String { "You played" }
    static var playSomeNotes: String { "Play some notes" }
    static var lastChords: String { "Last chords" }
    static var naming: String { "Naming" }
    static var withBassPlayer: String { "With a bass player" }
    /// `In C major`: names prefer this key.
    static func inKey(_ key: String) -> String { "In " + key }
    static func heardKey(_ key: String, percent: Int) -> String { "Key heard: " + key + ", \(percent)% sure" }
    static var noKeyHeard: String { "Key heard: not clear yet" }
    static var useChords: String { "Use what you played" }
    static var useBoth: String { "Use both hands" }
    static var allNotesOff: String { "All notes off" }
    /// Read out between a name and the name that the chord would have without its neighbors.
    static var onItsOwn: String { " on its own " }

    /// - Parameter chord: its name; nil if nothing is held.
    static func use(_ chord: String?, as half: Half) -> String {
        "Use " + (chord.map { $0 + " " } ?? "") + (half == .lower ? "as lower chord" : "as upper chord")
    }

    static var heldKeys: String { "Held keys" }
    static var heldNotes: String { "Held notes" }
    static var none: String { "None." }
    static func sustained(_ count: Int) -> String {
        "The sustain pedal holds \(count) notes. If your foot is off the pedal, reverse it."
    }
    static var reversePedal: String { "Reverse the pedal" }
    static var note: String { "Note" }
    static var velocity: String { "Velocity" }
    static var channel: String { "Channel" }
    static var bend: String { "Bend" }
    static var offGrid: String { ", off grid" }
    static var heldByPedal: String { ", held by the pedal" }

    // MARK: A voicing on the LinnStrument

    static var litVoicing: String { "Lit voicing" }
    static var showAllPads: String { "Show all pads" }
    static var onePadEach: String {
        """
        One pad for each note. The left hand has the colour of the lower chord, the right hand that of the upper \
        chord.
        """
    }
    static var padsMissing: String { "With these LinnStrument settings, some of the notes have no pad." }

    // MARK: Instruments

    static var yourInstrument: String { "Your instrument" }
    static var connectLinnStrument: String {
        """
        Play the pads here, with several fingers and slides, or with the computer keyboard. A connected instrument \
        lights them too.
        """
    }
    static var connectKeyboard: String {
        """
        Connect a MIDI keyboard by USB or Bluetooth and press the button. The page names what you play, each hand by \
        itself and both together. Without MIDI, let it listen to your piano, touch the keys above or type letters.
        """
    }
    static var enableMIDI: String { "Enable MIDI" }
    static var source: String { "MIDI source" }
    static var allInstruments: String { "All instruments" }
    static func sameNotes(_ one: String, _ other: String) -> String {
        "“" + one + "” and “" + other + "” send the same notes. Each note counts once. "
            + "To use only one, choose it above."
    }
    static var readSettings: String { "Read its settings" }
    static var lightPads: String { "Light the chords’ pads" }
    static var thisPage: String { "this page" }
    static var unplugged: String { "unplugged" }
    static var unnamed: String { "unnamed" }
    static var settings: String { "Instrument settings" }
    static var linnStrumentSettings: String { "Settings" }
    static var midiInput: String { "MIDI input" }

    /// `Does Piano have its own sound?`
    static func hasOwnSound(_ name: String) -> String { "Does “" + name + "” have its own sound?" }
    static var yes: String { "Yes" }
    static var soundHere: String { "No, play it here" }
    static var playThrough: String { "Play through" }
    static var thisDevice: String { "This device’s sound" }

    /// Why there is no MIDI, and what to do.
    static func noMIDI(_ trouble: MIDIAccess.Trouble) -> String {
        switch trouble {
        case .missing: "This browser does not support MIDI. Use Chrome, Edge, Firefox or Opera." + touch
        case .ios:
            """
            On iPhone and iPad, Safari, Chrome and Firefox do not support MIDI. Open this page in an app that does, \
            such as Web MIDI Browser.
            """ + touch
        case .safari: "Safari does not support MIDI. On a Mac, use Chrome or Firefox." + touch
        case .insecure: "Browsers allow MIDI only at addresses that begin with https, or on localhost." + touch
        case .refused:
            """
            This page was not allowed to use MIDI. Allow it in the browser’s settings for this site, then try again.
            """ + touch
        case .unsupported:
            """
            The device’s MIDI system does not respond. Close other music programs or restart the browser, then try \
            again.
            """ + touch
        }
    }
    private static var touch: String { " You can still play the keys and pads here by touch." }
    static var noInstrument: String {
        "MIDI is ready, but no instrument is connected. Plug one in and switch it on. It appears here by itself."
    }
    static func noAnswer(_ name: String) -> String {
        "“" + name + "” did not answer. Only a LinnStrument reports its settings, and only over USB."
    }
    static func unpluggedWhileRead(_ name: String) -> String {
        "“" + name + "” was unplugged before all its settings were read. Nothing was changed."
    }
    static var settingsRead: String { "The instrument’s settings have been read." }
    static var isSplit: String { " It is split: the pads show its left half." }

    // MARK: In the combiner

    static var useKeyboard: String { "Use MIDI keyboard" }
    static var waitingForMIDI: String { "Waiting for MIDI…" }
    static var playBothHands: String { "Play: the left hand chooses the lower chord, the right hand the upper one." }

    // MARK: Recordings and files

    static var recordingAndFiles: String { "Recording and files" }
    static var record: String { "Record" }
    static var stopRecording: String { "Stop recording" }
    static var saveAsMIDI: String { "Save as MIDI" }
    static var replay: String { "Replay" }
    static var previousTake: String { "Previous take" }
    static var openFile: String { "Open a MIDI file" }
    static var whatWasThat: String { "What was that?" }
    static var whatYouPlayed: String { "What you played" }
    static var lastMinutes: String { "The last ten minutes of MIDI are kept on this device." }
    static var notKept: String { "What you play is not kept." }
    static var keep: String { "Keep what I play" }
    static var stopKeeping: String { "Stop keeping" }
    static var deleteHistory: String { "Delete what I played" }
    static func recording(_ time: String) -> String { "Recording: " + time }
    static func recorded(_ time: String) -> String { "Recorded: " + time }
    static var recordingStarted: String { "Recording" }
    static var recordingStopped: String { "Recording stopped" }
    static var yourRecording: String { "Your recording" }
    static var recordingFile: String { "Chord Combiner.mid" }
    static func reading(_ name: String) -> String { "Reading “" + name + "”…" }
    static var readingBar: String { "Reading" }
    static var stopReading: String { "Stop reading" }
    static func partPlays(_ problem: String) -> String { problem + " The part before that can be played." }
    static var play: String { "Play" }
    static var pause: String { "Pause" }
    static var close: String { "Close" }
    static var position: String { "Position" }
    static func position(_ time: String, of whole: String) -> String { time + " of " + whole }
    static var noChords: String { "This file has no chords of three or more notes." }
    static func firstChords(_ count: Int) -> String { "Only the first \(count) chords are named." }
    static var chordsInFile: String { "Chords in this file" }
    static var leadSheet: String { "Lead sheet" }
    /// - Parameter key: the key of the file; nil if none is clear.
    static func leadSheet(_ key: String?) -> String { leadSheet + (key.map { " in " + $0 } ?? "") }
    static var voicings: String { "Voicings that were played" }
    static var save: String { "Save" }
    static var saveAsMusicXML: String { "Save as MusicXML" }
    static var saveAsTune: String { "Save to my tunes" }
    static var saveAsChordset: String { "New chordset with these chords" }
    static var everyChange: String { "Every change" }

    static func opened(_ name: String) -> String { "Opened " + name }
    static func notOpened(_ name: String) -> String { "“" + name + "” was not opened." }
    static func tooLarge(_ name: String) -> String { "“" + name + "” is too large to open here." }
    static func cannotPlay(_ name: String, _ problem: String) -> String {
        "“" + name + "” cannot be played. " + problem
    }

    // MARK: Monitor

    static var monitor: String { "MIDI monitor" }
    static var showMessages: String { "Show messages" }
    static var clear: String { "Clear" }
    static var messageTypes: String { "Message types" }
    static var notes: String { "Notes" }
    static var controls: String { "Controls" }
    static var expression: String { "Bend and pressure" }
    static var system: String { "System" }
    static var clock: String { "Clock" }
    static var noMessages: String { "No messages yet." }
    static var seconds: String { "Seconds" }
    static var from: String { "From" }
    static var bytes: String { "Bytes" }
    static var message: String { "Message" }
}
