/// The ID of a stored item.
public enum ItemID {
    /// The maximum length in characters.
    public static let maximumLength = 64

    /// Whether a text is valid as an ID, which can be part of an address: up to 64 letters, digits and hyphens.
    public static func isValid(_ text: String) -> Bool {
        1...maximumLength ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, 45: true
                default: false
                }
            }
    }

    /// A new unique ID: 12 characters from 32, 60 bits.
    public static func random(using generator: inout some RandomNumberGenerator) -> String {
        let signs = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
        var drawn = generator.next()
        var id: [UInt8] = []
        for _ in 0..<12 {
            id.append(signs[Int(drawn & 31)])
            drawn >>= 5
        }
        return String(decoding: id, as: UTF8.self)
    }
}
