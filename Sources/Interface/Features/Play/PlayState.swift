/// The notes being played, on instruments and on the page itself.
///
/// Each part belongs to one folder. What concerns several of them is in extensions: how messages become held notes in
/// `Notes`, how a file plays in `Files`.
struct PlayState: Sendable {
    var notes = HeldNotes()
    var chords = PlayedChords()
    var instruments = ConnectedInstruments()
    var linnStrument = LinnStrumentState()
    var recordings = Recordings()
    var files = FilePlayer()
    var monitor = Monitor()
    /// When something was played last, in seconds of the page's clock.
    var latest = 0.0

    /// The port of the page's own pads and of the computer's keyboard. Those of instruments are numbered from 1.
    static let page = 0
    /// The port of a file.
    static let file = -1
}
