/// Percent-encoding as in URLs (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// The byte that an escape at this index stands for: a percent sign and two hexadecimal digits.
    /// - Returns: nil if there is no escape at the index.
    package static func byte(at index: Int, in bytes: ArraySlice<UInt8>) -> UInt8? {
        guard index + 2 < bytes.endIndex, bytes[index] == UInt8(ascii: "%"), let high = bytes[index + 1].hexDigitValue,
            let low = bytes[index + 2].hexDigitValue
        else { return nil }
        return high << 4 | low
    }

    /// Replaces each escape by its byte. A percent sign that begins no escape stays.
    /// - Parameter slash: what an escaped slash becomes.
    package static func decoded(_ bytes: ArraySlice<UInt8>, slash: String = "/") -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard let byte = byte(at: index, in: bytes) else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            if byte == UInt8(ascii: "/") { decoded += slash.utf8 } else { decoded.append(byte) }
            index += 3
        }
        return decoded
    }

    /// Whether each percent sign begins an escape.
    package static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.indices.allSatisfy { bytes[$0] != UInt8(ascii: "%") || byte(at: $0, in: bytes) != nil }
    }
}
