extension String {
    /// The same text with some of its signs written otherwise. Sign by sign, because a ♭ may well be followed by a mark that
    /// makes one character of both.
    /// - Parameter replacement: what is written for a sign; nil leaves it as it is.
    #if arch(wasm32)
        // Else each use gets a copy of its own, which together are a fortieth of the engine.
        @_optimize(none)
    #endif
    package func replacingSigns(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let other = replacement(scalar) { text += other } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether it is no sign of its own, but says how others are shown: as text or in colours, joined, or from the right. Phones
    /// copy such characters along with ♯ and ♭. A soft hyphen and a space without width count, too.
    package var isShapeless: Bool {
        if value < 0xAD { return false }
        switch value {
        case 0xAD, 0x34F, 0x61C, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F: return true
        case 0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFB, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: return true
        default: return false
        }
    }
}

extension String {
    /// The same text without characters that have no shape, for what is read as music. In titles and words they matter: scripts
    /// of the East are written with some of them.
    package var withoutShapeless: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        return replacingSigns { $0.isShapeless ? "" : nil }
    }
}
