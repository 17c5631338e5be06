import JSONText

extension [UInt8] {
    /// Reads two hexadecimal digits for each byte.
    init?(hex text: String) {
        self = []
        var high: UInt8?
        for digit in Array(text.utf8) {
            guard let value = digit.hexDigitValue else { return nil }
            if let first = high {
                append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        if high != nil { return nil }
    }

    /// Two lowercase hexadecimal digits for each byte.
    var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * count)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
