/// Request addresses in the log. Anything that may be a shelf key is left out, because a key is all that opens a shelf.
enum LoggedAddress {
    /// The minimum length of a run to leave out. A key has 22 letters. Parts of keys are secret too, and few other
    /// words are this long.
    private static let shortest = 16
    /// The maximum bytes to write.
    private static let longest = 200

    static func text(of address: String) -> String {
        var text: [UInt8] = []
        var run = 0
        for byte in address.utf8 {
            run = mayBePartOfKey(byte) ? run + 1 : 0
            if run < shortest {
                text.append(byte)
            } else if run == shortest {
                text.replaceSubrange((text.count - shortest + 1)..., with: "…".utf8)
            }
            // Not within a run, whose end decides about it.
            if run == 0, text.count >= longest { break }
        }
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
