/// Note names in other languages.
extension SymbolScanner {
    mutating func takeTranslatedName() -> NoteName? {
        guard let (letter, length) = translatedLetter() else { return nil }
        if names == .solfege { return takeNote(letter, length: length) }
        if let (semitones, length) = germanEnding(of: letter) {
            position += length
            return NoteName(letter, Accidental(semitones: semitones))
        }
        // German B is B flat, also with a flat sign, because writers of H for B natural use B♭ for B flat. Two flats
        // are double flat; B with a sharp is not used.
        guard letter == .b, SymbolScanner.lowercase(peek()) == UInt8(ascii: "b") else {
            return takeNote(letter, length: 1)
        }
        let start = position
        let isNatural = peek(1) == Sign.natural
        guard let note = takeNote(.b, length: 1), note.accidental.semitones <= 0 else {
            position = start
            return nil
        }
        return note.accidental == .natural && !isNatural ? NoteName(.b, .flat) : note
    }

    /// The letter or syllable here, without accidentals, and its length.
    func translatedLetter() -> (Letter, length: Int)? {
        guard names == .solfege else {
            let sign = SymbolScanner.lowercase(peek())
            if sign == UInt8(ascii: "h") { return (.b, 1) }
            guard (UInt8(ascii: "a")...UInt8(ascii: "g")).contains(sign) else { return nil }
            return (Letter(rawValue: Int(sign - UInt8(ascii: "a") + 5) % 7)!, 1)
        }
        let syllables: [(StaticString, Letter)] = [
            ("do", .c), ("ut", .c), ("re", .d), ("mi", .e), ("fa", .f), ("sol", .g), ("la", .a), ("si", .b),
        ]
        for (syllable, letter) in syllables where sees(syllable) {
            let length = syllable.utf8CodeUnitCount
            return (letter, letter == .d && peek(length) == Sign.accented ? length + 1 : length)
        }
        return sees("r") && peek(1) == Sign.accented ? (.d, 2) : nil
    }

    /// The alteration and length of a German name such as `Cis`, `Des`, `Es`, `As`, `Heses`; nil if the letter has no
    /// such ending.
    private func germanEnding(of letter: Letter) -> (semitones: Int, length: Int)? {
        // B is already flat.
        if SymbolScanner.lowercase(peek()) == UInt8(ascii: "b") { return nil }
        if sees("isis", at: 1) { return (2, 5) }
        if sees("is", at: 1) { return (1, 3) }
        guard letter == .a || letter == .e else {
            return sees("eses", at: 1) ? (-2, 5) : sees("es", at: 1) ? (-1, 3) : nil
        }
        // The s after A and E is a flat, unless a word begins with it: Asus4, but Assus4.
        if !sees("s", at: 1) || sees("sus", at: 1) { return nil }
        return sees("es", at: 2) || (letter == .a && sees("as", at: 2)) ? (-2, 4) : (-1, 2)
    }
}
