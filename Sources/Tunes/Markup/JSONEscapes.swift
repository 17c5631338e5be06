/// Signs that JSON writes otherwise in its texts: `\/`, `\u003d`.
enum JSONEscapes {
    /// With the signs that stand for others replaced by them. A backslash at the end belongs to what follows.
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
                guard let scalar = scalar(bytes[(index + 2)...].prefix(4)) else { fallthrough }
                decoded += String(scalar).utf8
                index += 6
            default:
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// Four hexadecimal digits.
    private static func scalar(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard digits.count == 4 else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            switch digit {
            case 48...57: value = value * 16 + UInt32(digit - 48)
            case 65...70, 97...102: value = value * 16 + UInt32((digit | 0x20) - 87)
            default: return nil
            }
        }
        return Unicode.Scalar(value)
    }
}
