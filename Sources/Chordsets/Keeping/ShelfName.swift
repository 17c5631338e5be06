/// What the shelf may be called on which somebody keeps things: one line of text, which others see, too.
public enum ShelfName {
    /// In characters.
    public static let longest = 80

    /// What can be had of a text as a name: without what is not seen and changes how the text around it is read.
    public static func line(of text: String) -> String {
        var line = ""
        for scalar in Chordset.line(of: text).unicodeScalars where !isUnseen(scalar) { line.unicodeScalars.append(scalar) }
        return String(line.prefix(longest))
    }

    /// Marks that turn the direction of what comes after them, and spaces without a width. Joiners stay: emoji and some
    /// scripts are written with them.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
        default: false
        }
    }
}
