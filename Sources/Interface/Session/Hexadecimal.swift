import JSONText

extension [UInt8] {
    /// Reads two hexadecimal digits for each byte.
    init?(hex text: some StringProtocol) {
        // Contiguous storage, which is the usual case, is read many times faster. Whole files come this way.
        let bytes = text.utf8.withContiguousStorageIfAvailable { [UInt8](digits: $0) }
        guard let bytes = bytes ?? Array(text.utf8).withUnsafeBufferPointer({ [UInt8](digits: $0) }) else { return nil }
        self = bytes
    }

    private init?(digits: UnsafeBufferPointer<UInt8>) {
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        reserveCapacity(digits.count / 2)
        var place = 0
        while place < digits.count {
            guard let high = digits[place].hexDigitValue, let low = digits[place + 1].hexDigitValue else { return nil }
            append(high << 4 | low)
            place += 2
        }
    }

    /// What ``init(hex:)`` reads.
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
