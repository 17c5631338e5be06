/// Base64url (RFC 4648, section 5) without padding.
package enum Base64URL {
    private static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var held: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            held = held << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(signs[Int(held >> bits & 63)])
            }
            held &= 63
        }
        if bits > 0 { text.append(signs[Int(held << (6 - bits) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text. Nil for anything that ``text(_:)`` does not produce, including unused bits that are not zero.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var held: UInt32 = 0
        var bits: UInt32 = 0
        for sign in Array(text.utf8) {
            let value: UInt8
            switch sign {
            case 65...90: value = sign - 65
            case 97...122: value = sign - 71
            case 48...57: value = sign + 4
            case 45: value = 62
            case 95: value = 63
            default: return nil
            }
            held = held << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(held >> bits & 255))
                held &= 1 << bits - 1
            }
        }
        return bits < 6 && held == 0 ? bytes : nil
    }

    /// The bytes followed by their CRC-32.
    package static func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
        let checksum = checksum(bytes)
        return bytes + [0, 8, 16, 24].map { (shift: UInt32) in UInt8(truncatingIfNeeded: checksum >> shift) }
    }

    /// The bytes before the checksum; nil if the checksum does not match.
    package static func checked(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 4 else { return nil }
        let content = Array(bytes.dropLast(4))
        return withChecksum(content) == bytes ? content : nil
    }

    /// The CRC-32 of Ethernet and PNG. It detects every change within 32 bits, hence every mistyped character.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
        return ~remainder
    }
}
