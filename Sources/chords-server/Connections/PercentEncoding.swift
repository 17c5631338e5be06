import JSONText

extension StringProtocol {
    /// What stands behind the percent signs of an address; nil where that is no UTF-8, or holds the NUL that ends a text in C.
    var percentDecoded: String? {
        // A byte that was no UTF-8 in the request’s first line has become a replacement character on the way.
        guard utf8.contains(UInt8(ascii: "%")) || !utf8.allSatisfy({ 1..<128 ~= $0 }) else { return String(self) }
        let encoded = Array(utf8)[...]
        guard PercentEncoding.isValid(encoded) else { return nil }
        let bytes = PercentEncoding.decoded(encoded)
        guard !bytes.contains(0), !unicodeScalars.contains("\u{fffd}") else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// As it stands in the path of an address.
    /// - Parameter others: more signs that stand for themselves.
    func percentEncoded(leaving others: String = "") -> String {
        let plain = Set("-._~!$&'()*+,;=:@/\(others)".utf8)
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            case _ where plain.contains(byte): text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
