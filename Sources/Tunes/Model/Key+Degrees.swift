import Harmony

extension Key {
    private static let numerals = ["I", "II", "III", "IV", "V", "VI", "VII"]
    /// In bytes. Longer words are no degrees.
    private static let maximumLength = 40

    /// The chord on a degree, written as in Nashville (`6m7`, `b7`, `4/1`) or as a Roman numeral (`ii7`, `V7/V`).
    /// - Returns: nil for other words.
    func chord(onDegree word: String) -> ChordSymbol? {
        guard word.utf8.count <= Key.maximumLength, let (root, numeral, suffix) = degree(word) else { return nil }
        if let slash = word.lastIndex(of: "/"), let other = degree(String(word[word.index(after: slash)...])),
            other.rest.isEmpty
        {
            let rest = String(word[..<slash])
            // A numeral is the degree to which the chord leads, a number the bass.
            if !other.numeral.isEmpty { return Key(other.note, .major).chord(onDegree: rest) }
            guard case .chord(let chord)? = chord(onDegree: rest) else { return nil }
            return .chord(Chord(chord.root, chord.type, bass: other.note))
        }
        // A small numeral is minor, unless it is diminished.
        let isSmall = numeral.utf8.first.map { $0 >= UInt8(ascii: "a") } ?? false
        let isOther = suffix.scalars.first?.isOne(of: "o°øhmd-") ?? false
        return try? ChordSymbol(
            ASCIISymbol.text(of: NoteNames.english.name(of: root)) + (isSmall && !isOther ? "m" : "") + suffix)
    }

    /// The note of the degree at the beginning of a word, its Roman numeral if it has one, and what follows.
    private func degree(_ word: String) -> (note: NoteName, numeral: String, rest: String)? {
        let signs = word.scalars
        let number = signs.drop { $0.isOne(of: "b#♭♯") }
        let letters = number.prefix { $0.isOne(of: "IViv") }
        let accidentals = String(scalars: signs[..<number.startIndex])
        if let digit = number.first, "1"..."7" ~= digit {
            let end = number.startIndex + 1
            return root(onNumeral: accidentals + Key.numerals[Int(digit.value) - 49]).map {
                ($0, "", String(scalars: signs[end...]))
            }
        }
        return root(onNumeral: accidentals + String(scalars: letters)).map {
            ($0, String(scalars: letters), String(scalars: signs[letters.endIndex...]))
        }
    }

    /// The root of a chord on a degree of the key.
    /// - Parameter alteration: in semitones.
    func root(on number: Int, altered alteration: Int) -> NoteName? {
        guard 1...7 ~= number, abs(alteration) <= 2 else { return nil }
        let note = notes[number - 1]
        return NoteName(fifths: note.fifths + 7 * alteration).simplified
    }

    /// The root of a chord from its Roman numeral, such as `bVII`, `ii` or `V/ii`. An accidental counts from the major
    /// scale.
    func root(onNumeral text: String) -> NoteName? {
        if let slash = text.firstIndex(of: "/") {
            // The degree of the key that the second numeral names.
            return root(onNumeral: String(text[text.index(after: slash)...])).flatMap {
                Key($0, .major).root(onNumeral: String(text[..<slash]))
            }
        }
        var alteration = 0
        var letters = ""
        for sign in text.unicodeScalars {
            switch sign {
            case "b", "♭": alteration -= 1
            case "#", "♯": alteration += 1
            case "I", "V", "X": letters.unicodeScalars.append(sign)
            case "i", "v", "x": letters += sign == "i" ? "I" : sign == "v" ? "V" : "X"
            default: if letters.isEmpty { return nil }
            }
        }
        guard let index = Key.numerals.firstIndex(of: letters) else { return nil }
        if alteration == 0 { return root(on: index + 1, altered: 0) }
        return Key(tonic, .major).root(on: index + 1, altered: alteration)
    }
}
