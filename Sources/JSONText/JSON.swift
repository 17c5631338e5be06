/// A JSON value, written and read as text. It exists because Embedded Swift, in which the page runs, has no Codable; the
/// command line and the server speak with the same values, so that all doors speak alike.
public indirect enum JSON: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    /// Another number than a whole one, as it is written.
    case decimal(String)
    case string(String)
    case array([JSON])
    /// Members keep their order.
    case object([(String, JSON)])

    public static func strings(_ texts: some Sequence<String>) -> JSON {
        .array(texts.map { .string($0) })
    }

    public static func optional(_ text: String?) -> JSON {
        text.map { .string($0) } ?? .null
    }

    /// An object with these members behind its own; anything else as it is.
    public func adding(_ members: [(String, JSON)]) -> JSON {
        if case .object(let own) = self { .object(own + members) } else { self }
    }

    /// A number to three decimals at most: 1, −2.5, 0.333.
    public static func thousandths(_ value: Double) -> JSON {
        // Beyond this, which is millions of years in seconds, a number of 64 bits would overflow.
        let scaled = min(max(value, -9e15), 9e15) * 1000
        // Not “rounded()”, which the page's engine, without a mathematical library, does not have.
        let rounded = Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
        var text = rounded < 0 ? "-" : ""
        text += "\(rounded.magnitude / 1000)"
        var rest = Int(rounded.magnitude % 1000)
        if rest > 0 { text += "." }
        while rest > 0 {
            text += "\(rest / 100)"
            rest = rest % 100 * 10
        }
        return .decimal(text)
    }

    /// The value as compact JSON, with everything but quotes, backslashes and control characters as it is.
    public var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .int(let value): bytes += "\(value)".utf8
        case .decimal(let value): bytes += value.utf8
        case .string(let value): JSON.write(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSON.write(member.0, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.1.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ string: String, to bytes: inout [UInt8]) {
        var string = string
        bytes.append(UInt8(ascii: "\""))
        string.withUTF8 { utf8 in
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                    bytes.append(UInt8(ascii: "\\"))
                    bytes.append(byte)
                case 0..<32:
                    bytes += "\\u00".utf8
                    bytes.append(UInt8(ascii: "0") + byte >> 4)
                    bytes.append((byte & 15) + (byte & 15 > 9 ? UInt8(ascii: "a") - 10 : UInt8(ascii: "0")))
                default: bytes.append(byte)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
