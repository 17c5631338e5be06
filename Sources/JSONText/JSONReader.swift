/// An error in a JSON text.
public struct JSONError: Error, Sendable, Hashable {
    /// The expected text, to end a sentence: “a comma or ]”.
    public let expected: String
    /// The byte offset of the error.
    public let offset: Int

    public var message: String { "This is not JSON: expected \(expected) at byte \(offset)." }
}

extension JSON {
    /// Parses a text (RFC 8259). Invalid UTF-8 becomes U+FFFD.
    public init(_ text: String) throws(JSONError) {
        self = try JSON(Array(text.utf8))
    }

    /// - Parameter bytes: UTF-8, with or without a byte order mark.
    public init(_ bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try reader.document()
    }
}

private struct JSONReader {
    private let bytes: [UInt8]
    private var position: Int
    private var depth = 0

    /// A limit on stack use, beyond the depth of our documents.
    private static let maximumDepth = 64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func document() throws(JSONError) -> JSON {
        let value = try value()
        skipSpace()
        if position < bytes.count { throw expected("nothing more") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSON {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { (reader) throws(JSONError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws(JSONError) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"): return try number()
        case let byte? where 48...57 ~= byte: return try number()
        default: throw expected("a value")
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(JSONError) -> JSON
    ) throws(JSONError) -> JSON {
        guard depth < JSONReader.maximumDepth else { throw expected("less than \(JSONReader.maximumDepth) levels") }
        position += 1
        depth += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONError) -> JSON {
        var members: [(String, JSON)] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([]) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw expected("a name in quotes") }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw expected("a colon") }
            members.append((name, try value()))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw expected("a comma or }") }
        return .object(members)
    }

    private mutating func array() throws(JSONError) -> JSON {
        var elements: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        repeat {
            elements.append(try value())
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw expected("a comma or ]") }
        return .array(elements)
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                try escape(&text)
            case 0..<32: throw expected("an escape for a control character")
            default:
                let start = position
                while let byte = next, byte >= 32, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                    position += 1
                }
                text += bytes[start..<position]
            }
        }
        throw expected("the end of a text")
    }

    private mutating func escape(_ text: inout [UInt8]) throws(JSONError) {
        let byte = next
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte!)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"):
            position += 1
            text += String(Character(try scalar())).utf8
            return
        default: throw expected("an escape that JSON knows")
        }
        position += 1
    }

    /// Reads the digits after \u, and a second escape for a surrogate pair. A lone surrogate becomes U+FFFD.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal()
        guard 0xD800...0xDBFF ~= first else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        let end = position
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            position = end
            return "\u{FFFD}"
        }
        let second = try hexadecimal()
        guard 0xDC00...0xDFFF ~= second else {
            position = end
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next?.hexDigitValue else { throw expected("four hexadecimal digits") }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private mutating func number() throws(JSONError) -> JSON {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let value = Int(text) { return .int(value) }
        return .decimal(text)
    }

    private mutating func digits() throws(JSONError) {
        guard let digit = next, 48...57 ~= digit else { throw expected("a digit") }
        while let digit = next, 48...57 ~= digit { position += 1 }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        guard bytes[position...].starts(with: Array("\(word)".utf8)) else { throw expected("“\(word)”") }
        position += word.utf8CodeUnitCount
        return value
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 32 || 9...10 ~= byte || byte == 13 { position += 1 }
    }

    private func expected(_ what: String) -> JSONError { JSONError(expected: what, offset: position) }
}
