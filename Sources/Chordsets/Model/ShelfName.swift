import Harmony

/// The name of a shelf: one line of text, visible to other users.
public enum ShelfName {
    /// The maximum length in characters.
    public static let maximumLength = 80

    /// Makes a valid name from a text, without invisible and directional characters.
    public static func line(of text: String) -> String {
        var seen = Chordset.line(of: text).scalars.filter { !isUnseen($0) }[...]
        while seen.first == " " { seen.removeFirst() }
        while seen.last == " " { seen.removeLast() }
        if seen.allSatisfy({ isJoiner($0) || $0 == " " }) { return "" }
        return String(String(scalars: seen).prefix(maximumLength))
    }

    /// Joiners, which emoji and some scripts need.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { 0x200C...0x200D ~= scalar.value }

    /// Directional marks, soft hyphens, zero-width spaces, and blank letters.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069,
            0x2800, 0x3164, 0xFEFF, 0xFFA0:
            true
        default: false
        }
    }
}
