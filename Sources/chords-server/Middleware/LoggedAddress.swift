/// Request addresses in the log. Anything that may be a shelf key is left out, because a key is all that opens a shelf.
enum LoggedAddress {
    /// The minimum length of a run to leave out. A key has 22 letters. Parts of keys are secret too, and few other
    /// words are this long.
    private static let shortest = 16
    /// The maximum bytes to write.
    private static let longest = 200

    static func text(of address: String) -> String {
        var text: [UInt8] = []
        var run: [UInt8] = []
        func endRun() {
            text += run.count < shortest ? run : Array("…".utf8)
            run = []
        }
        for byte in address.utf8 {
            if mayBePartOfKey(byte) {
                run.append(byte)
            } else {
                endRun()
                text.append(byte)
                if text.count >= longest { break }
            }
        }
        endRun()
        return String(decoding: text.prefix(longest), as: UTF8.self)
    }

    /// Whether a byte may belong to a key: its letters, encoded or not, and what mail and other programs insert.
    private static func mayBePartOfKey(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 0...32, 127...: true
        default: "-_%=+".utf8.contains(byte)
        }
    }
}
