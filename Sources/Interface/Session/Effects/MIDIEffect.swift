import Instruments
import Rendering

/// An effect on connected instruments.
enum MIDIEffect: Sendable {
    /// Asks for access to the instruments. The host sends `play access` then, and whenever a port comes or goes.
    case enable
    /// Does the same if no permission has to be asked for.
    case find
    /// Sends messages to an instrument.
    /// - Parameter port: the number of the output.
    case send(port: Int, [MIDIMessage])
    /// Uses devices otherwise, see `Web/midi/devices.js`. The host sends `play access` or `play kept` then.
    case arrange([String])
    /// Stores the last recording, as the hexadecimal digits of a file, for later visits.
    case keepRecording(String)
    /// Has the host send `play unanswered` when a question to an instrument, by its number, has waited long enough.
    case awaitAnswer(question: Int)
    /// Listens to a piano through the microphone, see `Web/listening/microphone.js`. The host sends `listen on`,
    /// `listen off` and `listen heard` then.
    case listen([String])
    /// Marks keys of the lower and the upper keyboard as played.
    case showPlayed(Hands)

    /// The name of the effect for the host, then its arguments.
    var words: [String] {
        switch self {
        case .enable: ["enableMIDI"]
        case .find: ["findMIDI"]
        case .send(let port, let messages): ["sendMIDI", "\(port)", messages.flatMap { $0.bytes }.hex]
        case .arrange(let words): ["arrangeMIDI"] + words
        case .listen(let words): ["listen"] + words
        case .keepRecording(let hex): ["keepRecording", hex]
        case .awaitAnswer(let question):
            ["awaitAnswer", "\(Int(SettingsQuery.patience * 1000))", "\(question)"]
        case .showPlayed(let hands): ["played", hands.lower.listed, hands.upper.listed]
        }
    }
}
