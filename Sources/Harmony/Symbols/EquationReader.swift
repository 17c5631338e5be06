/// Parses typed equations, and texts that contain one.
struct EquationReader {
    private let text: String
    private let names: NoteNames
    /// The text with all spaces made equal. Quotation marks count as spaces.
    private let scalars: [Unicode.Scalar]
    private let signs: [UInt8]

    private static let space = UInt8(ascii: " ")
    private static let plus = UInt8(ascii: "+")
    private static let bar = UInt8(ascii: "|")
    private static let equals = UInt8(ascii: "=")
    /// The maximum length of one side: two chords with their spaces.
    private static let maximumSideLength = 2 * ChordReader.maximumSymbolLength + 8
    /// The maximum number of words in an equation.
    private static let maximumWords = 8

    /// The beginnings of the words in symbols and equations.
    private var beginningsOfSigns: [StaticString] {
        [
            "maj", "min", "dim", "aug", "sus", "add", "alt", "omi", "fla", "dom", "hal", "sha", "ove", "plu", "six",
            "sev", "nin", "ele",
        ]
    }

    /// Nil if the text is too long.
    init?(_ text: String, in names: NoteNames) {
        var scalars: [Unicode.Scalar] = []
        var signs: [UInt8] = []
        for scalar in text.unicodeScalars where !scalar.isInvisible {
            if scalars.count == TypedEquation.maximumTextLength { return nil }
            var sign = Sign.of(scalar)
            switch scalar {
            case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2000}"..."\u{200A}", "\u{2028}", "\u{2029}", "\u{205F}",
                "\u{3000}", "\"", "“", "”", "„", "«", "»", "`", "•", "‖":
                sign = Self.space
            case "→", "⇒", "⟶": sign = Self.equals
            // Not a letter of symbols, except in Ré.
            default: if sign == Sign.accented, names != .solfege { sign = Sign.unknown }
            }
            scalars.append(sign == Self.space ? " " : scalar)
            signs.append(sign)
        }
        self.text = text.withoutInvisible
        self.names = names
        self.scalars = scalars
        self.signs = signs
    }

    /// - Parameter failure: why the text is not a chord symbol.
    func read(_ failure: SymbolError) throws(SymbolError) -> TypedEquation {
        let whole = trimmed(0..<signs.count)
        guard !whole.isEmpty else { throw failure }
        // Bar lines separate bars; then no bar line puts a chord over another.
        let isChart =
            first(Self.bar, in: 0..<whole.lowerBound) != nil
            || first(Self.bar, in: whole.upperBound..<signs.count) != nil
        if !isChart || first(Self.bar, in: whole) == nil {
            if let equation = equation(in: whole) { return equation }
            if let colon = first(UInt8(ascii: ":"), in: whole), term(whole.lowerBound..<colon) == nil,
                let equation = equation(in: trimmed(colon + 1..<whole.upperBound))
            {
                return equation
            }
        }
        if let found = try chordAmongWords(in: whole, isChart: isChart) { return found }
        throw wrongPart(of: whole) ?? failure
    }

    // MARK: Equations

    private func equation(in whole: Range<Int>) -> TypedEquation? {
        guard let sign = first(Self.equals, in: whole) else {
            return side(whole).flatMap { $0.isOpen ? nil : $0 }
        }
        guard let one = side(whole.lowerBound..<sign), let other = side(sign + 1..<whole.upperBound),
            one.result == nil || other.result == nil
        else { return nil }
        let sum = one.isEquation ? one : other
        if one.isEquation, other.isEquation, one != other { return nil }
        let equation = TypedEquation(sum.lower, sum.upper, one.result ?? other.result)
        return equation.isOpen ? nil : equation
    }

    /// One side of an equation: a chord, two chords, or nothing.
    private func side(_ whole: Range<Int>) -> TypedEquation? {
        let side = trimmedSpaces(whole)
        guard side.count <= Self.maximumSideLength else { return nil }
        if isUnknown(side) { return TypedEquation(nil, nil, nil, isEquation: false) }
        if let symbol = symbol(side) { return TypedEquation(symbol) }
        for index in side {
            let length = lengthOfOperator(in: index..<side.upperBound)
            guard length > 0 else { continue }
            let (before, after) = (side.lowerBound..<index, index + length..<side.upperBound)
            // Words need surrounding spaces, single signs do not.
            let isSum = signs[length == 1 ? index : index + 1] == (length == 1 ? Self.plus : UInt8(ascii: "p"))
            if length > 1, !isSum, let symbol = symbol(string(before) + "/" + string(after)) {
                return TypedEquation(symbol)
            }
            guard let one = term(before), let other = term(after) else { continue }
            // A single chord over a bass was read before; several slashes are ambiguous.
            if signs[index] == UInt8(ascii: "/"), !one.isOpen, !other.isOpen { continue }
            return isSum
                ? TypedEquation(one.chord, other.chord, nil) : TypedEquation(other.chord, one.chord, nil)
        }
        return nil
    }

    /// The length of the operator at the beginning of a range: `+`, `/`, `|`, `over` or `plus`; 0 if there is none.
    private func lengthOfOperator(in range: Range<Int>) -> Int {
        switch signs[range.lowerBound] {
        case Self.plus, Self.bar, UInt8(ascii: "/"): 1
        case Self.space where stands(" over ", at: range) || stands(" plus ", at: range): 6
        default: 0
        }
    }

    /// A term of a sum: a chord, or a sign for an open term; nil if it cannot be read.
    private func term(_ range: Range<Int>) -> TypedEquation? {
        let range = trimmedSpaces(range)
        if !range.isEmpty, isUnknown(range) { return TypedEquation(nil, nil, nil, isEquation: false) }
        guard case .chord(let chord)? = symbol(range) else { return nil }
        return TypedEquation(.chord(chord))
    }

    private func isUnknown(_ range: Range<Int>) -> Bool {
        range.isEmpty || (range.count == 1 && isQuestion(signs[range.lowerBound]))
    }

    private func isQuestion(_ sign: UInt8) -> Bool { sign == UInt8(ascii: "?") || sign == UInt8(ascii: "_") }

    private func symbol(_ range: Range<Int>) -> ChordSymbol? {
        range.count <= ChordReader.maximumSymbolLength ? symbol(string(range)) : nil
    }

    // Not inlined, because each use would copy the whole parser.
    @inline(never)
    private func symbol(_ text: String) -> ChordSymbol? { try? ChordSymbol(text, in: names) }

    // MARK: Texts

    /// The chord or equation in a longer text. Other text must be words; partial symbols and equations are errors.
    /// - Parameter isChart: whether bar lines separate bars.
    private func chordAmongWords(in whole: Range<Int>, isChart: Bool) throws(SymbolError) -> TypedEquation? {
        let words = words(in: whole)
        guard words.count > 1 else { return nil }
        var found: [(range: Range<Int>, equation: TypedEquation)] = []
        var hasWords = false
        var behindChord = -1
        var index = 0
        while index < words.count {
            if let (end, candidate) = longest(from: index, in: words, isChart: isChart) {
                found.append(candidate)
                index = end
                behindChord = end
                continue
            }
            guard isPlain(words[index], isBehindChord: index == behindChord) else { return nil }
            let word = trimmed(words[index])
            // A dash or arrow between chords is not a word.
            hasWords =
                hasWords || word.contains { SymbolScanner.isLetter(signs[$0]) }
                || (word.count > 1 && first(Sign.unknown, in: word) != nil)
            index += 1
        }
        // In a text, symbols that are also words, such as A or Am, are not chords.
        let sure = hasWords ? found.filter { !isPerhapsWord($0.range) } : found
        var kept = sure
        if sure.isEmpty {
            kept = found.filter { isCapital($0.range.lowerBound) && isLoneName($0.range) }
        }
        guard let first = kept.first else { return nil }
        guard let other = kept.first(where: { $0.equation != first.equation }) else { return first.equation }
        throw SymbolError(
            symbol: text, offset: other.range.lowerBound, reason: .several,
            expected: [string(first.range), string(other.range)])
    }

    /// The longest readable sequence of words from here, and the word after it.
    private func longest(
        from start: Int, in words: [Range<Int>], isChart: Bool
    ) -> (end: Int, found: (range: Range<Int>, equation: TypedEquation))? {
        let head = trimmed(words[start])
        guard !head.isEmpty, isLikeRoot(head) || isQuestion(signs[head.lowerBound])
        else { return nil }
        var end = min(words.count, start + Self.maximumWords)
        while end > start {
            let last = words[end - 1]
            let range = trimmed(words[start].lowerBound..<last.upperBound)
            // A single sign also belongs to what follows.
            let isCut =
                end < words.count && last.count == 1 && !SymbolScanner.isLetter(signs[last.lowerBound])
                && !SymbolScanner.isDigit(signs[last.lowerBound])
            let isOneBar = !isChart || first(Self.bar, in: range) == nil
            if !isCut, isOneBar, let equation = equation(in: range) { return (end, (range, equation)) }
            end -= 1
        }
        return nil
    }

    private func words(in whole: Range<Int>) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start = whole.lowerBound
        for index in whole.lowerBound...whole.upperBound {
            guard index == whole.upperBound || signs[index] == Self.space || signs[index] == Self.bar else { continue }
            if start < index { words.append(start..<index) }
            start = index + 1
        }
        return words
    }

    /// Whether a word is not part of a symbol or equation.
    private func isPlain(_ word: Range<Int>, isBehindChord: Bool) -> Bool {
        let word = trimmed(word)
        guard !word.isEmpty else { return true }
        let first = signs[word.lowerBound]
        var hasNumber = false
        for index in word {
            let sign = signs[index]
            if sign == Self.plus || sign == Self.equals || sign == UInt8(ascii: "#") || sign == Sign.flat
                || isQuestion(sign)
            {
                return false
            }
            hasNumber = hasNumber || SymbolScanner.isDigit(sign)
        }
        if hasNumber, isLikeRoot(word) || isBehindChord { return false }
        guard isBehindChord else { return true }
        for beginning in beginningsOfSigns where stands(beginning, at: word) { return false }
        return SymbolScanner.isLetter(first) || first == Sign.unknown
    }

    /// Whether it may be a word: a single letter, lowercase text, or two letters unless the second is a musical sign
    /// (Dm, B♭).
    private func isPerhapsWord(_ range: Range<Int>) -> Bool {
        for index in range where !SymbolScanner.isLetter(signs[index]) && signs[index] != Sign.accented { return false }
        guard isCapital(range.lowerBound) else { return true }
        // Es and Des are German words, La and Sol French ones.
        if names != .english, range.count > 1, isTranslatedName(range) { return true }
        guard range.count == 2 else { return range.count < 2 }
        let second = signs[range.lowerBound + 1]
        return second != UInt8(ascii: "b") && (second != UInt8(ascii: "m") || scalars[range.lowerBound] == "A")
    }

    /// Whether it is a note name without other signs; A is a word.
    private func isLoneName(_ range: Range<Int>) -> Bool {
        range.count == 1 ? scalars[range.lowerBound] != "A" : names != .english && isTranslatedName(range)
    }

    /// Whether it is a note name in another convention than English, without ♭ and ♯.
    private func isTranslatedName(_ range: Range<Int>) -> Bool {
        range.count <= 5 && signs[range.upperBound - 1] != UInt8(ascii: "b")
            && (try? NoteName(string(range), in: names)) != nil
    }

    /// Whether a word begins like a chord.
    private func isLikeRoot(_ word: Range<Int>) -> Bool {
        if names == .solfege { return isLikeSyllable(word) }
        let last = names == .german ? UInt8(ascii: "h") : UInt8(ascii: "g")
        return (UInt8(ascii: "a")...last).contains(SymbolScanner.lowercase(signs[word.lowerBound]))
    }

    private func isLikeSyllable(_ word: Range<Int>) -> Bool {
        signs[word].withUnsafeBufferPointer { SymbolScanner(signs: $0, names: names).translatedLetter() != nil }
    }

    private func isCapital(_ index: Int) -> Bool { SymbolScanner.lowercase(signs[index]) != signs[index] }

    // MARK: Errors

    /// The unreadable part of an equation; nil if the text is not one.
    private func wrongPart(of whole: Range<Int>) -> SymbolError? {
        let sign = first(Self.equals, in: whole)
        let sides = sign.map { [whole.lowerBound..<$0, $0 + 1..<whole.upperBound] } ?? [whole]
        for part in sides where side(part) == nil {
            for index in part {
                let length = lengthOfOperator(in: index..<part.upperBound)
                let after = trimmedSpaces(min(index + length, part.upperBound)..<part.upperBound)
                guard length > 0, !after.isEmpty, SymbolScanner.isLetter(signs[after.lowerBound]),
                    term(part.lowerBound..<index) != nil
                else { continue }
                return located(after)
            }
            if sign != nil { return located(trimmedSpaces(part)) }
        }
        guard sign != nil else { return nil }
        return SymbolError(
            symbol: text, offset: whole.lowerBound, reason: .noEquation,
            expected: ["two chords with + between them on one side and one chord, or nothing, on the other"])
    }

    /// The error of a part, with its position in the whole text.
    private func located(_ part: Range<Int>) -> SymbolError? {
        do throws(SymbolError) {
            _ = try Chord(string(part), in: names)
            return nil
        } catch {
            let isFirst = part.lowerBound == 0
            return SymbolError(
                symbol: text, offset: part.lowerBound + error.offset,
                reason: error.reason == .noRoot && !isFirst ? .unreadable : error.reason, expected: error.expected)
        }
    }

    // MARK: Ranges

    private func first(_ sign: UInt8, in range: Range<Int>) -> Int? {
        for index in range where signs[index] == sign { return index }
        return nil
    }

    /// Whether a range begins with a word, in any case.
    private func stands(_ word: StaticString, at range: Range<Int>) -> Bool {
        word.withUTF8Buffer { letters in
            guard letters.count <= range.count else { return false }
            for index in letters.indices
            where SymbolScanner.lowercase(signs[range.lowerBound + index]) != letters[index] { return false }
            return true
        }
    }

    private func string(_ range: Range<Int>) -> String { String(scalars: scalars[range]) }

    private func trimmedSpaces(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, signs[start] == Self.space { start += 1 }
        while end > start, signs[end - 1] == Self.space { end -= 1 }
        return start..<end
    }

    /// The range without surrounding spaces, bar lines, punctuation, arrows and outer parentheses.
    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isAround(start) { start += 1 }
        while end > start, isAround(end - 1) || isQuestionEnd(end - 1, from: start) { end -= 1 }
        let isOpened = start < end && (signs[start] == UInt8(ascii: "(") || signs[start] == UInt8(ascii: "["))
        let isClosed = start < end - 1 && (signs[end - 1] == UInt8(ascii: ")") || signs[end - 1] == UInt8(ascii: "]"))
        return isOpened && isClosed ? trimmed(start + 1..<end - 1) : start..<end
    }

    private func isAround(_ index: Int) -> Bool {
        switch scalars[index] {
        case " ", "|", "∣", ".", ",", ";", ":", "!", "'", "‘", "’", "*", "→", "⇒", "⟶", "。", "、": true
        default: false
        }
    }

    /// `What is Bb7alt?`: a question mark right after a word is not an open term.
    private func isQuestionEnd(_ index: Int, from start: Int) -> Bool {
        guard signs[index] == UInt8(ascii: "?"), index > start else { return false }
        let before = signs[index - 1]
        return SymbolScanner.isLetter(before) || SymbolScanner.isDigit(before) || before == UInt8(ascii: ")")
    }
}
