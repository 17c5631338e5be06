/// Splits and joins text forms. Text in parentheses is not split at spaces: `13(♯11 omit9)`.
enum Words {
    /// The non-empty parts between separators; of spaces, those outside parentheses. Other separators occur in none
    /// but those of titles, which may lack the second one.
    static func split(_ text: String, at separator: UInt8 = UInt8(ascii: " ")) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        var depth = 0
        func close() {
            if !part.isEmpty { parts.append(String(decoding: part, as: UTF8.self)) }
            part = []
        }
        for byte in Array(text.utf8) {
            if byte == UInt8(ascii: "("), separator == UInt8(ascii: " ") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth = max(0, depth - 1) }
            if byte == separator, depth == 0 { close() } else { part.append(byte) }
        }
        close()
        return parts
    }

    static func joined(_ words: some Sequence<String>) -> String {
        var text = ""
        for word in words {
            if !text.isEmpty { text += " " }
            text += word
        }
        return text
    }

    /// Parses a decimal integer within `range`.
    static func number(_ word: String, in range: ClosedRange<Int>) -> Int? {
        guard (1...9).contains(word.utf8.count) else { return nil }
        var number = 0
        for byte in Array(word.utf8) {
            guard (48...57).contains(byte) else { return nil }
            number = 10 * number + Int(byte) - 48
        }
        return range.contains(number) ? number : nil
    }
}
