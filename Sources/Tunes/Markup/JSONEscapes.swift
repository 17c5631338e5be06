/// Decodes JSON escapes: `\/`, `\u003d`.
enum JSONEscapes {
    /// The bytes with escapes decoded. A backslash at the end belongs to the following text.
    static func resolved(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard bytes[index] == UInt8(ascii: "\\") else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            switch index + 1 < bytes.endIndex ? bytes[index + 1] : nil {
            case nil: index += 1
            case UInt8(ascii: "/"), UInt8(ascii: "\""):
                decoded.append(bytes[index + 1])
                index += 2
            case UInt8(ascii: "u"):
                let digits = bytes[(index + 2)...].prefix(4)
                guard digits.count == 4, let scalar = Unicode.Scalar(digits, isHexadecimal: true) else { fallthrough }
                decoded += String(scalar).utf8
                index += 6
            default:
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}
