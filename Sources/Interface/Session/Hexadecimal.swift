extension [UInt8] {
    /// Reads two small hexadecimal digits for each byte.
    init?(hex text: some StringProtocol) {
        self = []
        var high: UInt8?
        for digit in text.utf8 {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        if high != nil { return nil }
    }

    /// What ``init(hex:)`` reads.
    var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
