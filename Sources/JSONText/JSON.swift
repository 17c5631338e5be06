/// A JSON value with its text form.
///
/// The page runs in Embedded Swift, which has no Codable. The command line and the server use this type too, so that
/// all outputs are identical.
public indirect enum JSON: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    /// A number that is not an `Int`, in its text form.
    case decimal(String)
    case string(String)
    case array([JSON])
    /// Members in their order.
    case object([(String, JSON)])

    public static func strings(_ texts: some Sequence<String>) -> JSON {
        .array(texts.map { .string($0) })
    }

    public static func optional(_ text: String?) -> JSON {
        text.map { .string($0) } ?? .null
    }

    /// An object with more members at its end. Other values are unchanged.
    public func adding(_ members: [(String, JSON)]) -> JSON {
        if case .object(let own) = self { .object(own + members) } else { self }
    }

    /// A number rounded to at most three decimals: 1, −2.5, 0.333.
    public static func thousandths(_ value: Double) -> JSON {
        // Larger values would overflow 64 bits.
        let scaled = min(max(value, -9e15), 9e15) * 1000
        // Without `rounded()`, which needs a math library that the page's engine does not have.
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

    /// Compact JSON. Only quotes, backslashes and control characters are escaped.
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
            // The first byte that is not written yet.
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                guard byte < 32 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                start = index + 1
                bytes.append(UInt8(ascii: "\\"))
                if byte < 32 {
                    bytes += "u00".utf8
                    bytes.append(UInt8(ascii: "0") + byte >> 4)
                    bytes.append((byte & 15) + (byte & 15 > 9 ? UInt8(ascii: "a") - 10 : UInt8(ascii: "0")))
                } else {
                    bytes.append(byte)
                }
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
