import Instruments
import Rendering

/// Whether the page listens to a piano through the microphone.
struct ListeningState: Sendable, Hashable {
    var status = Status.off
    /// The microphones, by their numbers.
    var microphones: [Microphone] = []
    var isSetupOpen = false
    /// The deviations of the notes that were measured, in tenths of a cent; nil while the tuning is not measured.
    var measured: [Int]?
    /// Whether the last note could not be measured.
    var isUnclear = false
    /// What the host was asked to verify.
    var question = ""
    /// The notes that were heard last where any chord may be played, as MIDI numbers.
    var notes: [Int] = []
    /// What was heard there so far, which may show a key.
    var row = ChordRow()

    /// What is listened for on a screen.
    enum Purpose: Sendable {
        case exercise, anyChord
    }

    enum Status: Sendable, Hashable {
        case off
        /// The user reads what will happen, before the browser asks for permission.
        case explaining
        case starting
        case on
        case stopped(ListeningProblem)
    }

    struct Microphone: Sendable, Hashable {
        let number: String
        let name: String
        let isChosen: Bool
    }

    var isOn: Bool { status == .on }
    var isOff: Bool { status == .off }

    /// How many notes are measured, from C4 up.
    static let noteCount = 12

    /// The MIDI number of the note that is measured next.
    var nextNote: Int? { measured.map { 60 + $0.count } }
}

/// Why the page does not listen, as the host says it.
enum ListeningProblem: String, Sendable, Hashable {
    case denied, none, busy, insecure, unsupported, missing, slow, lost, silent, hidden
}
