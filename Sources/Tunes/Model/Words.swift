/// A number of at most four digits, with spaces around it or without; nil for anything else.
func wholeNumber(_ digits: some Collection<UInt8>) -> Int? {
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

/// Without spaces at its ends, with single ones inside, and without what the written form of a tune keeps for itself:
/// quotes and ends of lines.
func tidied(_ text: some StringProtocol) -> String {
    var tidied = ""
    var isSpaced = false
    for scalar in text.unicodeScalars {
        if scalar == " " || scalar.value < 32 || scalar == "\u{A0}" || scalar == "\u{7F}" {
            isSpaced = !tidied.isEmpty
            continue
        }
        if isSpaced { tidied += " " }
        isSpaced = false
        tidied.unicodeScalars.append(scalar == "\"" ? "'" : scalar)
    }
    return tidied
}
