extension String {
    /// Replaces single Unicode scalars. It does not work by characters, because a ♭ and a following mark can form one.
    /// - Parameter replacement: the replacement of a scalar; nil keeps it.
    #if arch(wasm32)
        // Otherwise each use is specialized; together these copies are a fortieth of the engine.
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
    /// Whether it is invisible: variation selectors, joiners, direction marks, soft hyphens, zero-width spaces. Phones
    /// copy them along with ♯ and ♭.
    package var isInvisible: Bool {
        if value < 0xAD { return false }
        switch value {
        case 0xAD, 0x34F, 0x61C, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F: return true
        case 0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFB, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: return true
        default: return false
        }
    }
}

extension String {
    /// The text without invisible characters, for reading music. Titles and words keep them, because some Asian scripts
    /// need them.
    package var withoutInvisible: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        return replacingSigns { $0.isInvisible ? "" : nil }
    }
}
