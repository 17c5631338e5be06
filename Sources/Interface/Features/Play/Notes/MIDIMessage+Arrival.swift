import Harmony
import Instruments

extension MIDIMessage {
    /// Messages as received from the host.
    struct Arrival: Sendable, Hashable {
        let milliseconds: Int
        let port: Int
        let hex: String
        let messages: [MIDIMessage]

        /// Reads a line: the time on the page's clock, the number of a port and the bytes of whole messages,
        /// `1200 1 903c64`.
        init?(_ line: String) {
            let words = line.parts(at: " ")
            guard words.count == 3, let milliseconds = Int(words[0]), let port = Int(words[1]),
                let bytes = [UInt8](hex: words[2])
            else { return nil }
            self.milliseconds = milliseconds
            self.port = port
            hex = words[2]
            var parser = MIDIParser()
            messages = parser.receive(bytes)
        }
    }
}
