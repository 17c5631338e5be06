import Instruments

extension MIDIMessage {
    /// Messages as the host hands them over.
    struct Arrival {
        let milliseconds: Int
        let port: Int
        let hex: String
        let messages: [MIDIMessage]

        /// Reads a line: the time on the page's clock, the number of a port and the bytes of whole messages,
        /// `1200 1 903c64`.
        init?(_ line: some StringProtocol) {
            let words = line.split(separator: " ")
            guard words.count == 3, let milliseconds = Int(words[0]), let port = Int(words[1]),
                let bytes = [UInt8](hex: words[2])
            else { return nil }
            self.milliseconds = milliseconds
            self.port = port
            hex = String(words[2])
            var parser = MIDIParser()
            messages = parser.receive(bytes)
        }
    }
}

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
