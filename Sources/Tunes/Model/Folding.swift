import Harmony

/// Folds text for searching: lowercase, without accents, and with keyboard characters for typographic ones. Composed
/// and decomposed letters are equal.
///
/// Unicode tables would be a tenth of the browser engine. This uses a small table for Latin letters and the order of
/// letters in other scripts.
package func folded(_ text: String) -> String {
    var folded = ""
    for scalar in text.unicodeScalars {
        let value = scalar.value
        if value < 0x80 {
            folded.unicodeScalars.append(("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(value) | 0x20) : scalar)
        } else if let letters = ligature(value) {
            folded += letters
        } else if !scalar.isInvisible, !isMark(value) {
            appendLetter(value, to: &folded)
        }
    }
    return folded
}

/// A ligature as two letters.
private func ligature(_ value: UInt32) -> String? {
    switch value {
    case 0xC6, 0xE6, 0x1E2, 0x1E3, 0x1FC, 0x1FD: "ae"
    case 0xDF, 0x1E9E: "ss"
    case 0xDE, 0xFE: "th"
    case 0x132, 0x133: "ij"
    case 0x152, 0x153: "oe"
    case 0xFB01: "fi"
    case 0xFB02: "fl"
    case 0x2026: "..."
    default: nil
    }
}

/// Whether it is a combining mark: accents, points of Hebrew and Arabic, voicing of kana.
private func isMark(_ value: UInt32) -> Bool {
    switch value {
    case 0x300...0x36F, 0x483...0x487, 0x591...0x5BD, 0x5BF...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670: true
    case 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0x3099, 0x309A, 0xFE20...0xFE2F: true
    default: false
    }
}

/// The base letters from À to ɏ and from Ḁ to ỿ; a point where there is none.
private let latin: StaticString =
    """
    aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkklllllll\
    lllnnnnnnnnnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs\
    bb.......dd......ff....ikk......oo.............uu..yyzz.........\
    .............aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa..oo\
    aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............\
    ...b............
    """
private let vietnamese: StaticString =
    """
    aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm\
    mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv\
    wwwwwwwwwwxxxxyyzzzzzzhtwy.s....aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
    eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......
    """

private func appendLetter(_ value: UInt32, to text: inout String) {
    func append(_ value: UInt32) { if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) } }
    func letter(_ table: StaticString, _ index: UInt32) -> UInt32 {
        let letter = table.withUTF8Buffer { UInt32($0[Int(index)]) }
        return letter == 46 ? value : letter
    }
    switch value {
    case 0x18F: append(0x259)
    case 0xC0...0x24F: append(letter(latin, value - 0xC0))
    case 0x1E00...0x1EFF: append(letter(vietnamese, value - 0x1E00))
    // Greek
    case 0x386, 0x3AC: append(0x3B1)
    case 0x388, 0x3AD: append(0x3B5)
    case 0x389, 0x3AE: append(0x3B7)
    case 0x38A, 0x390, 0x3AA, 0x3AF, 0x3CA: append(0x3B9)
    case 0x38C, 0x3CC: append(0x3BF)
    case 0x38E, 0x3AB, 0x3B0, 0x3CB, 0x3CD: append(0x3C5)
    case 0x38F, 0x3CE: append(0x3C9)
    case 0x3C2: append(0x3C3)
    case 0x391...0x3A9: append(value + 32)
    // Cyrillic; й is и and its mark, and ё is found as е.
    case 0x419, 0x439, 0x40D, 0x45D: append(0x438)
    case 0x400, 0x401, 0x450, 0x451: append(0x435)
    case 0x403, 0x453: append(0x433)
    case 0x407, 0x457: append(0x456)
    case 0x40C, 0x45C: append(0x43A)
    case 0x40E, 0x45E: append(0x443)
    case 0x410...0x42F: append(value + 32)
    case 0x402...0x40F: append(value + 80)
    case 0x460...0x481, 0x48A...0x4BF, 0x4D0...0x52F: append(value | 1)
    // Armenian and Georgian
    case 0x531...0x556: append(value + 48)
    case 0x1C90...0x1CBF: append(value - 0xBC0)
    // Arabic letters with hamza and madda
    case 0x622, 0x623, 0x625: append(0x627)
    case 0x624: append(0x648)
    case 0x626: append(0x64A)
    // Voiced kana, which are adjacent to the unvoiced ones
    case 0x3094, 0x30F4: append(value - 0x4E)
    case 0x304B...0x3062: append(value & 1 == 0 ? value - 1 : value)
    case 0x30AB...0x30C2: append(value & 1 == 0 ? value - 1 : value)
    case 0x3065, 0x3067, 0x3069, 0x30C5, 0x30C7, 0x30C9: append(value - 1)
    case 0x306F...0x307D: append(value - value % 3)
    case 0x30CF...0x30DD: append(value - (value - 0x60) % 3)
    // A Hangul syllable as its two or three letters
    case 0xAC00...0xD7A3:
        let index = value - 0xAC00
        append(0x1100 + index / 588)
        append(0x1161 + index % 588 / 28)
        if index % 28 > 0 { append(0x11A7 + index % 28) }
    // Typographic characters
    case 0xA0, 0x2000...0x200A, 0x202F, 0x3000: append(0x20)
    case 0xB4, 0x2BC, 0x2018, 0x2019, 0x2032: append(0x27)
    case 0x201C...0x201E, 0xAB, 0xBB: append(0x22)
    case 0x2010...0x2015, 0x2212: append(0x2D)
    case 0x266D: append(0x62)
    case 0x266F: append(0x23)
    case 0xFF21...0xFF3A: append(value - 0xFEC0)
    case 0xFF01...0xFF5E: append(value - 0xFEE0)
    default: append(value)
    }
}
