/// A character of a chord symbol, with equivalent forms unified: `♯`, `#` and the full-width sign are all a sharp.
/// ASCII characters stand for themselves; others are ``unknown``.
enum Sign {
    static let flat: UInt8 = 0x80
    static let doubleFlat: UInt8 = 0x81
    static let doubleSharp: UInt8 = 0x82
    static let natural: UInt8 = 0x83
    /// `Δ`, `^`: a triangle, the major seventh.
    static let triangle: UInt8 = 0x84
    static let diminished: UInt8 = 0x85
    static let halfDiminished: UInt8 = 0x86
    /// `é`, or a combining accent: only Ré has one.
    static let accented: UInt8 = 0x87
    static let unknown: UInt8 = 0xFF

    static func of(_ scalar: Unicode.Scalar) -> UInt8 {
        if scalar.isASCII {
            switch scalar {
            case "^": return triangle
            case "\t": return UInt8(ascii: " ")
            default: return UInt8(truncatingIfNeeded: scalar.value)
            }
        }
        switch scalar {
        case "♭": return flat
        case "♯": return UInt8(ascii: "#")
        case "♮": return natural
        case "𝄫": return doubleFlat
        case "𝄪": return doubleSharp
        case "Δ", "∆", "△", "▵", "▲": return triangle
        case "°", "º", "˚", "○", "∘", "⁰": return diminished
        case "½", "ø", "Ø", "∅", "⌀", "⊘", "⦰", "φ", "Φ": return halfDiminished
        case "−", "–", "—", "‐", "‑", "⁻": return UInt8(ascii: "-")
        case "⁺": return UInt8(ascii: "+")
        case "⁽": return UInt8(ascii: "(")
        case "⁾": return UInt8(ascii: ")")
        case "⁄", "∕": return UInt8(ascii: "/")
        case "∣": return UInt8(ascii: "|")
        // The full-width forms of ASCII, as East Asian keyboards type them.
        case "！"..."～": return of(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
        case "é", "É", "\u{301}": return accented
        case "\u{A0}", "\u{2009}", "\u{202F}": return UInt8(ascii: " ")
        case "¹": return UInt8(ascii: "1")
        case "²": return UInt8(ascii: "2")
        case "³": return UInt8(ascii: "3")
        case "⁴"..."⁹": return UInt8(ascii: "4") + UInt8(scalar.value - 0x2074)
        case "₀"..."₉": return UInt8(ascii: "0") + UInt8(scalar.value - 0x2080)
        default: return unknown
        }
    }
}

/// A tokenizer for letters, digits and accidentals.
struct SymbolScanner {
    let signs: UnsafeBufferPointer<UInt8>
    /// The naming convention.
    var names = NoteNames.english
    var position = 0

    var isAtEnd: Bool { position >= signs.count }

    /// The sign at `distance` from here; 0 beyond the end.
    func peek(_ distance: Int = 0) -> UInt8 {
        let index = position + distance
        return index < signs.count ? signs[index] : 0
    }

    mutating func skipSpaces() {
        while peek() == UInt8(ascii: " ") { position += 1 }
    }

    mutating func take(_ sign: UInt8) -> Bool {
        guard peek() == sign else { return false }
        position += 1
        return true
    }

    /// Whether `word` (lowercase ASCII) is at `distance`, in any case.
    func sees(_ word: StaticString, at distance: Int = 0) -> Bool {
        word.withUTF8Buffer { letters in
            for index in letters.indices where SymbolScanner.lowercase(peek(distance + index)) != letters[index] {
                return false
            }
            return true
        }
    }

    mutating func take(word: StaticString) -> Bool {
        guard sees(word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    static func lowercase(_ sign: UInt8) -> UInt8 {
        (0x41...0x5A).contains(sign) ? sign | 0x20 : sign
    }

    static func isLetter(_ sign: UInt8) -> Bool {
        (0x61...0x7A).contains(lowercase(sign))
    }

    static func isDigit(_ sign: UInt8) -> Bool {
        (0x30...0x39).contains(sign)
    }

    /// The degree number at `distance`: 11 and 13 are one number, other digits are single.
    func number(at distance: Int = 0) -> Int? {
        let digit = peek(distance)
        guard SymbolScanner.isDigit(digit) else { return nil }
        let next = peek(distance + 1)
        if digit == UInt8(ascii: "1"), next == UInt8(ascii: "1") || next == UInt8(ascii: "3") {
            return next == UInt8(ascii: "1") ? 11 : 13
        }
        return Int(digit - 0x30)
    }

    static func length(ofNumber number: Int) -> Int { number > 9 ? 2 : 1 }

    /// The alteration of the accidental at `distance`: ♭ −1, ♯ +1, ♮ 0.
    func alteration(at distance: Int = 0) -> Int? {
        switch peek(distance) {
        case Sign.flat, UInt8(ascii: "b"), UInt8(ascii: "B"): -1
        case UInt8(ascii: "#"): 1
        case Sign.natural: 0
        default: nil
        }
    }

    /// Consumes a letter with its accidentals.
    /// - Returns: nil without consuming anything if there is no letter or it has three accidentals.
    mutating func takeNoteName() -> NoteName? {
        if names != .english { return takeTranslatedName() }
        let letterIndex = Int(SymbolScanner.lowercase(peek())) - 0x61
        guard (0...6).contains(letterIndex) else { return nil }
        return takeNote(Letter(rawValue: (letterIndex + 5) % 7)!, length: 1)
    }

    /// The note of a letter with this length, with its accidentals.
    @inline(__always)
    mutating func takeNote(_ letter: Letter, length start: Int) -> NoteName? {
        var semitones = 0
        var length = start
        accidentals: while true {
            let step: Int
            switch peek(length) {
            case Sign.flat, UInt8(ascii: "b"): step = -1
            case UInt8(ascii: "#"): step = 1
            case Sign.doubleFlat: step = -2
            case Sign.doubleSharp, UInt8(ascii: "x"): step = 2
            case Sign.natural where length == start:
                length += 1
                break accidentals
            default: break accidentals
            }
            // A sharp after a flat is not part of the name.
            if step * semitones < 0 { break }
            semitones += step
            length += 1
        }
        guard abs(semitones) <= 2 else { return nil }
        position += length
        return NoteName(letter, Accidental(semitones: semitones))
    }
}
