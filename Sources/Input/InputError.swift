import Harmony
import Instruments

/// An error in the input, with one sentence that names the offending part and what would be right.
public struct InputError: Error, Sendable, Hashable {
    public let message: String

    public init(_ message: String) {
        self.message = message
    }

    package init(_ error: SymbolError) {
        message = error.message
    }

    /// The defect of a MIDI file, with its byte offset.
    public init(_ error: MIDIFileError) {
        message = error.message + " (byte \(error.offset))"
    }
}
