import Harmony

/// A number of at most four digits, optionally surrounded by spaces; nil for anything else.
func wholeNumber(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    var count = 0
    var isOver = false
    for byte in digits {
        if byte == UInt8(ascii: " ") {
            if count > 0 { isOver = true }
            continue
        }
        guard !isOver, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), count < 4 else { return nil }
        value = 10 * value + Int(byte - UInt8(ascii: "0"))
        count += 1
    }
    return count > 0 ? value : nil
}

/// Whether two words are equal, ignoring case. `lowercased()` would add Unicode tables half as large as the browser
/// engine.
func isSameWord(_ one: String, _ other: String) -> Bool {
    func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    guard one.utf8.count == other.utf8.count else { return false }
    let other = other.bytes
    for (index, byte) in one.bytes.enumerated() where small(byte) != small(other[index]) { return false }
    return true
}

/// Trims and collapses spaces, and removes line breaks, which separate lines in the text format of tunes.
package func tidied(_ text: String) -> String {
    var tidied = ""
    var isSpaced = false
    for scalar in text.unicodeScalars {
        if scalar == " " || scalar.value < 32 || scalar == "\u{A0}" || scalar == "\u{7F}" {
            isSpaced = !tidied.isEmpty
            continue
        }
        if isSpaced { tidied += " " }
        isSpaced = false
        tidied.unicodeScalars.append(scalar)
    }
    return tidied
}

/// Words for players: tidied, with single quotes instead of the double quotes that enclose them.
func wordsOfBar(_ text: String) -> String { tidied(text).replacingSigns { $0 == "\"" ? "'" : nil } }

extension String {
    /// Whether it contains another text. Compares bytes, because Unicode's tables would be half as large as the engine.
    package func contains(words: String) -> Bool {
        let wanted = Array(words.utf8)
        let bytes = Array(utf8)
        guard wanted.count <= bytes.count else { return false }
        return wanted.isEmpty
            || (0...bytes.count - wanted.count).contains { bytes[$0..<$0 + wanted.count] == wanted[...] }
    }
}
