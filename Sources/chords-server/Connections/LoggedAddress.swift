import JSONText

/// An address as the log has it: without what may be the key of a shelf, which some programs make part of a path when they
/// escape the `#` before it, and anyone who has a key has the shelf.
enum LoggedAddress {
    /// Letters of a key that stand together before they are left out. A key has 22; a part of one is no business of the log
    /// either, and few other words are so long.
    private static let shortest = 16
    /// Bytes of an address that are looked at, and that are written.
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

    /// Letters that a key may have, and what mails and other programs put among them: spaces, ends of lines, equals signs and
    /// signs that are not seen.
    /// - Returns: where that ends, and how many of them are letters of a key.
    private static func run(in bytes: [UInt8], from start: Int) -> (end: Int, letters: Int) {
        var (place, letters) = (start, 0)
        while place < bytes.count {
            let (byte, length) = decoded(bytes, at: place)
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                letters += 1
            case 0...32, 127..., UInt8(ascii: "="), UInt8(ascii: "+"): break
            default: return (place, letters)
            }
            place += length
        }
        return (place, letters)
    }

    /// The byte that stands at a place, also where it was percent-encoded several times, and how many bytes that takes.
    private static func decoded(_ bytes: [UInt8], at place: Int) -> (byte: UInt8, length: Int) {
        guard bytes[place] == UInt8(ascii: "%") else { return (bytes[place], 1) }
        var digits = place + 1
        // %2523 is %23 is #.
        while digits + 1 < bytes.count, bytes[digits] == UInt8(ascii: "2"), bytes[digits + 1] == UInt8(ascii: "5") { digits += 2 }
        guard digits + 1 < bytes.count, let high = bytes[digits].hexDigitValue, let low = bytes[digits + 1].hexDigitValue else {
            return (bytes[place], 1)
        }
        return (high << 4 | low, digits + 2 - place)
    }
}
