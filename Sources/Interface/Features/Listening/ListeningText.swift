/// The texts about listening through the microphone.
enum ListeningText {
    static var title: String { "Listen to your piano" }
    static func explanation(_ purpose: ListeningState.Purpose) -> String {
        switch purpose {
        case .exercise:
            """
            Put this device near the piano. The page checks through the microphone whether it hears the chord that it \
            asks for. Bass notes and inversions are not checked, and an extra note is often not heard.
            """
        case .anyChord:
            """
            Put this device near the piano and play chords. The page shows what each of them could be. Overtones \
            sound like notes, so some of its guesses are wrong.
            """
        }
    }
    static var privacy: String {
        "The sound stays on this device. Nothing is recorded or sent. Your browser asks for permission next."
    }
    static var start: String { "Start listening" }
    static var cancel: String { "Cancel" }
    static var stop: String { "Stop" }
    static var again: String { "Try again" }
    static var close: String { "Close" }
    static var starting: String { "Waiting for the microphone…" }
    static var listening: String { "Listening" }
    static var level: String { "Level" }
    static var setup: String { "Set up" }
    static var headphones: String { "I use headphones" }
    static var isSilent: String {
        "The page makes no sound while it waits for a chord. To answer by ear, use headphones."
    }
    static var microphone: String { "Microphone" }
    static var advice: String {
        """
        A loud chord should nearly fill the level meter. If it does not, move closer or play louder. If it moves \
        while you do not play, make the room quieter.
        """
    }
    static var tuning: String { "Tuning" }
    static func hertz(_ tenths: Int) -> String { "A = \(tenths / 10).\(tenths % 10) Hz" }
    static var measure: String { "Measure tuning (12 notes)" }
    static var standard: String { "Use 440 Hz" }
    static func play(_ note: String, _ number: Int, of count: Int) -> String {
        "Play " + note.markedName + " (\(number) of \(count))"
    }
    static var unclear: String { "I did not hear it clearly. Play only this note, once more." }
    static func tuned(_ tuning: String) -> String { "Tuning set to " + tuning + "." }

    // MARK: Any chord

    static var couldBe: String { "Could be" }
    static var or: String { "or" }
    static var playAChord: String { "Play a chord" }
    /// - Parameter notes: names, lowest first.
    static func heard(_ notes: String) -> String {
        "Heard: " + notes + ". This is a guess. Some of these notes may be overtones, and others may be missing."
    }

    static func problem(_ problem: ListeningProblem) -> String {
        switch problem {
        case .denied:
            "The browser does not allow the microphone. Allow it in the address bar or in the device settings."
        case .none: "No microphone was found. Connect one."
        case .busy: "Another program uses the microphone. Close it there."
        case .insecure: "Browsers allow the microphone only at addresses that begin with https, or on localhost."
        case .unsupported: "This browser cannot listen. Use a current Chrome, Edge, Firefox or Safari."
        case .missing: "The listener could not be loaded. Check your connection."
        case .slow: "This device is too slow to listen. Close other programs."
        case .lost: "The microphone was disconnected. Reconnect it."
        case .silent: "Listening stopped: nothing was played for five minutes."
        case .hidden: "Listening stopped: the page was hidden."
        }
    }
}
