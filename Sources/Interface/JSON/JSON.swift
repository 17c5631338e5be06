/// A JSON text in the making. It exists because Embedded Swift, in which the page runs, has no Codable; the command
/// line and the server answer with the same values, so that all doors speak alike. Reading JSON is nowhere needed.
public indirect enum JSON: Sendable {
    case null
    case int(Int)
    /// A decimal number, already written.
    case decimal(String)
    case string(String)
    case array([JSON])
    /// Members keep their order.
    case object([(String, JSON)])

    static func strings(_ texts: some Sequence<String>) -> JSON {
        .array(texts.map { .string($0) })
    }

    static func optional(_ text: String?) -> JSON {
        text.map { .string($0) } ?? .null
    }

    /// The value as compact JSON in UTF-8, with everything but quotes, backslashes and control characters as it is.
    public var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .int(let value): text += "\(value)"
        case .decimal(let value): text += value
        case .string(let value): JSON.write(value, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                JSON.write(member.0, to: &text)
                text += ":"
                member.1.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
