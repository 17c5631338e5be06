import JSONText

extension StringProtocol {
    /// The percent-decoded text; nil if it is not UTF-8 or contains NUL.
    var percentDecoded: String? {
        // The parser replaces invalid UTF-8 in the request line by U+FFFD.
        guard utf8.contains(UInt8(ascii: "%")) || !utf8.allSatisfy({ 1..<128 ~= $0 }) else { return String(self) }
        let encoded = Array(utf8)[...]
        guard PercentEncoding.isValid(encoded) else { return nil }
        let bytes = PercentEncoding.decoded(encoded)
        guard !bytes.contains(0), !unicodeScalars.contains("\u{fffd}") else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The text percent-encoded for a path.
    /// - Parameter others: more characters to leave as they are.
    func percentEncoded(leaving others: String = "") -> String {
        let plain = Set("-._~!$&'()*+,;=:@/\(others)".utf8)
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            case _ where plain.contains(byte): text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
