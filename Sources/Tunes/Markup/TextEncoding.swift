/// Converts text files to UTF-8. Editors write a byte order mark, notation programs UTF-16, and old files have one byte
/// per letter.
public enum TextEncoding {
    /// The text in UTF-8, without byte order marks at its beginning. Joined files may have several.
    ///
    /// UTF-16 is recognized by its mark, or by the zero bytes of its first two letters. Text that is not valid UTF-8,
    /// or declares it in its first line, is Windows-1252, which includes Latin-1.
    public static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var marksEnd = 0
        while bytes[marksEnd...].starts(with: [0xEF, 0xBB, 0xBF]) { marksEnd += 3 }
        if marksEnd > 0 { return utf8(Array(bytes[marksEnd...])) }
        let start = bytes.prefix(4)
        if start.starts(with: [0xFF, 0xFE]) { return decoded(bytes[2...], isBigEndian: false) }
        if start.starts(with: [0xFE, 0xFF]) { return decoded(bytes[2...], isBigEndian: true) }
        if start.count == 4, start[0] != 0, start[1] == 0, start[3] == 0 {
            return decoded(bytes[...], isBigEndian: false)
        }
        if start.starts(with: [0]), start.count == 4, start[1] != 0, start[2] == 0 {
            return decoded(bytes[...], isBigEndian: true)
        }
        guard bytes.contains(where: { $0 >= 0x80 }), declaresOneByte(bytes) || !isValid(bytes) else { return bytes }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes { append(0x80...0x9F ~= byte ? windows[Int(byte) - 0x80] : UInt32(byte), to: &text) }
        return text
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var high: UInt32?
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let pair = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
            let unit = isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
            index += 2
            if let first = high, 0xDC00...0xDFFF ~= unit {
                append(0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00), to: &text)
                high = nil
                continue
            }
            if let high { append(high, to: &text) }
            high = 0xD800...0xDBFF ~= unit ? unit : nil
            if high == nil { append(unit, to: &text) }
        }
        if let high { append(high, to: &text) }
        return text
    }

    /// - Parameter value: a surrogate without its partner becomes U+FFFD.
    private static func append(_ value: UInt32, to text: inout [UInt8]) {
        if value < 0x80 {
            text.append(UInt8(value))
        } else {
            text += String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8
        }
    }

    /// Whether an XML declaration names an encoding with one byte per letter.
    private static func declaresOneByte(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: "<?xml".utf8) else { return false }
        // In small letters; digits and hyphens stay.
        let signs = bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }.map { $0 | 0x20 }
        let names: [StaticString] = ["iso-8859", "iso8859", "latin", "windows-125", "cp125"]
        return names.contains { name in
            name.withUTF8Buffer { name in
                signs.indices.contains { signs[$0...].starts(with: name) }
            }
        }
    }

    /// Whether the bytes are UTF-8. A character that is cut off at the end is accepted.
    private static func isValid(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte < 0x80 { continue }
            guard 0xC2...0xF4 ~= byte else { return false }
            let count = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
            for _ in 0..<count where index < bytes.count {
                guard 0x80...0xBF ~= bytes[index] else { return false }
                index += 1
            }
        }
        return true
    }

    /// The characters 0x80 to 0x9F of Windows-1252.
    private static let windows: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
        0x17E, 0x178,
    ]
}
