import JSONText

/// Decodes XML and HTML entities: `&amp;`, `&#39;`.
enum Entities {
    /// The bytes with entities decoded.
    static func resolved(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            // No entity is longer.
            if bytes[index] == UInt8(ascii: "&"),
                let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let text = entity(Array(bytes[(index + 1)..<end]))
            {
                decoded += text.utf8
                index = end + 1
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// The entities of XML.
    private enum Name: String {
        case amp, lt, gt, quot, apos
    }

    private static func entity(_ name: [UInt8]) -> String? {
        switch Name(rawValue: String(decoding: name, as: UTF8.self)) {
        case .amp: return "&"
        case .lt: return "<"
        case .gt: return ">"
        case .quot: return "\""
        case .apos: return "'"
        default: break
        }
        guard name.first == UInt8(ascii: "#"), name.count > 1 else { return nil }
        let isHexadecimal = name[1] | 0x20 == UInt8(ascii: "x")
        return Unicode.Scalar(name.dropFirst(isHexadecimal ? 2 : 1), isHexadecimal: isHexadecimal).map { String($0) }
    }
}

extension Unicode.Scalar {
    /// The character with this number; nil for invalid digits or numbers.
    init?(_ digits: ArraySlice<UInt8>, isHexadecimal: Bool) {
        let radix: UInt8 = isHexadecimal ? 16 : 10
        var value: UInt32 = 0
        for digit in digits {
            // Already beyond Unicode.
            guard value < 0x20_0000 else { return nil }
            guard let digit = digit.hexDigitValue, digit < radix else { return nil }
            value = value * UInt32(radix) + UInt32(digit)
        }
        self.init(value)
    }
}
