import JSONText

/// Removes possible shelf keys from addresses in the log. Some programs escape the `#` before a key and so make it part
/// of the path. A key gives access to its shelf.
enum LoggedAddress {
    /// The minimum number of key characters in a row to remove. A key has 22. Parts of keys are secret too, and few
    /// other words are this long.
    private static let shortest = 16
    /// The maximum bytes of an address to read and to write.
    private static let longestRead = 2048
    private static let longest = 200

    static func text(of address: String) -> String {
        let bytes = Array(address.utf8.prefix(longestRead))
        var text: [UInt8] = []
        var place = 0
        while place < bytes.count, text.count < longest {
            let run = run(in: bytes, from: place)
            if run.letters >= shortest {
                text += "…".utf8
            } else {
                text += bytes[place..<run.end]
            }
            place = run.end
            if place < bytes.count {
                text.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: text.prefix(longest), as: UTF8.self)
    }

    /// Finds a run of key characters, with the spaces, line breaks, equals signs and invisible characters that mail and
    /// other programs may insert.
    /// - Returns: its end, and the number of key characters in it.
    private static func run(in bytes: [UInt8], from start: Int) -> (end: Int, letters: Int) {
        var (place, letters) = (start, 0)
        while place < bytes.count {
            let (byte, length) = decoded(bytes, at: place)
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                letters += 1
            case 0...32, 127..., UInt8(ascii: "="), UInt8(ascii: "+"): break
            default: return (place, letters)
            }
            place += length
        }
        return (place, letters)
    }

    /// Decodes the byte at an offset, even if percent-encoded several times.
    /// - Returns: the byte and its encoded length.
    private static func decoded(_ bytes: [UInt8], at place: Int) -> (byte: UInt8, length: Int) {
        guard bytes[place] == UInt8(ascii: "%") else { return (bytes[place], 1) }
        var digits = place + 1
        // %2523 is %23 is #.
        while digits + 1 < bytes.count, bytes[digits] == UInt8(ascii: "2"), bytes[digits + 1] == UInt8(ascii: "5") {
            digits += 2
        }
        guard digits + 1 < bytes.count, let high = bytes[digits].hexDigitValue,
            let low = bytes[digits + 1].hexDigitValue
        else {
            return (bytes[place], 1)
        }
        return (high << 4 | low, digits + 2 - place)
    }
}
