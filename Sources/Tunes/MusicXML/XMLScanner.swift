/// A streaming tokenizer for XML tags and text.
///
/// Supports elements, attributes, text, the five entities, character references and CDATA. Comments, declarations and
/// the document type are skipped, which rules out entity expansion attacks.
struct XMLScanner {
    enum Event {
        case start(String, attributes: [(name: String, value: String)], isEmpty: Bool)
        case end(String)
        case text(String)
    }

    /// More attributes than any element of a score has; further ones are skipped.
    private static let maximumAttributes = 100

    private let bytes: [UInt8]
    /// The offset of the next byte to read.
    private(set) var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// - Returns: nil at the end or at an unclosed tag.
    mutating func next() -> Event? {
        while place < bytes.count {
            if bytes[place] != UInt8(ascii: "<") {
                let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                defer { place = end }
                return .text(XMLScanner.decoded(bytes[place..<end]))
            }
            if sees("<!--") {
                skip(behind: "-->")
            } else if sees("<![CDATA[") {
                let start = place + 9
                skip(behind: "]]>")
                return .text(String(decoding: bytes[min(start, place)..<max(start, place - 3)], as: UTF8.self))
            } else if sees("<?") {
                skip(behind: "?>")
            } else if sees("<!") {
                skipDocumentType()
            } else {
                return tag()
            }
        }
        return nil
    }

    private func sees(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard place + length <= bytes.count else { return false }
        return text.withUTF8Buffer { letters in
            for index in letters.indices where bytes[place + index] != letters[index] { return false }
            return true
        }
    }

    private mutating func skip(behind closing: StaticString) {
        while place < bytes.count, !sees(closing) { place += 1 }
        place = min(place + closing.utf8CodeUnitCount, bytes.count)
    }

    /// Skips the document type with its internal subset.
    private mutating func skipDocumentType() {
        var depth = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
            if byte == UInt8(ascii: ">"), depth <= 0 { return }
        }
    }

    private mutating func tag() -> Event? {
        place += 1
        let isEnd = place < bytes.count && bytes[place] == UInt8(ascii: "/")
        if isEnd { place += 1 }
        let name = takeName()
        var attributes: [(name: String, value: String)] = []
        while place < bytes.count {
            skipSpaces()
            guard place < bytes.count else { return nil }
            switch bytes[place] {
            case UInt8(ascii: ">"):
                place += 1
                return isEnd ? .end(name) : .start(name, attributes: attributes, isEmpty: false)
            case UInt8(ascii: "/"):
                place += 1
                guard place < bytes.count, bytes[place] == UInt8(ascii: ">") else { continue }
                place += 1
                return .start(name, attributes: attributes, isEmpty: true)
            default:
                let start = place
                let attribute = takeName()
                skipSpaces()
                if place < bytes.count, bytes[place] == UInt8(ascii: "=") {
                    place += 1
                    skipSpaces()
                    if let value = takeValue(), attributes.count < XMLScanner.maximumAttributes {
                        attributes.append((attribute, value))
                    }
                }
                // Invalid attributes are skipped.
                if place == start { place += 1 }
            }
        }
        return nil
    }

    private mutating func takeName() -> String {
        let start = place
        while place < bytes.count, !XMLScanner.isSpace(bytes[place]), !XMLScanner.endsName(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func takeValue() -> String? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'"),
            let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
        else { return nil }
        defer { place = end + 1 }
        return XMLScanner.decoded(bytes[(place + 1)..<end])
    }

    private mutating func skipSpaces() {
        while place < bytes.count, XMLScanner.isSpace(bytes[place]) { place += 1 }
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || (UInt8(ascii: "<")...UInt8(ascii: ">")).contains(byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: Entities.resolved(bytes), as: UTF8.self)
    }
}
