/// The parser of typed equations, and of texts in which one stands.
struct EquationReader {
    private let text: String
    /// What is a space to a person is one here, and what merely surrounds a quotation is a space.
    private let scalars: [Unicode.Scalar]
    private let signs: [UInt8]

    private static let space = UInt8(ascii: " ")
    private static let plus = UInt8(ascii: "+")
    private static let bar = UInt8(ascii: "|")
    private static let equals = UInt8(ascii: "=")
    /// Two chords with all of their spaces; no side of an equation is longer.
    private static let longestSide = 2 * ChordReader.longestSymbol + 8
    /// Nobody writes an equation in more words.
    private static let mostWords = 8

    /// Nil for a text that is too long.
    init?(_ text: String) {
        var scalars: [Unicode.Scalar] = []
        var signs: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalars.count == TypedEquation.longestText { return nil }
            var sign = Sign.of(scalar)
            switch scalar {
            case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2000}"..."\u{200B}", "\u{2028}", "\u{2029}", "\u{205F}",
                "\u{3000}", "\u{FEFF}", "\"", "“", "”", "„", "«", "»", "`", "•", "‖":
                sign = Self.space
            case "→", "⇒", "⟶": sign = Self.equals
            default: break
            }
            scalars.append(sign == Self.space ? " " : scalar)
            signs.append(sign)
        }
        self.text = text
        self.scalars = scalars
        self.signs = signs
    }

    /// - Parameter failure: why the text is no chord symbol.
    func read(_ failure: SymbolError) throws(SymbolError) -> TypedEquation {
        let whole = trimmed(0..<signs.count)
        guard !whole.isEmpty else { throw failure }
        // Between bar lines there are bars, and no chord stands over another.
        let isChart = signs[..<whole.lowerBound].contains(Self.bar) || signs[whole.upperBound...].contains(Self.bar)
        if !isChart || !signs[whole].contains(Self.bar) {
            if let equation = equation(in: whole) { return equation }
            if let colon = signs[whole].lastIndex(of: UInt8(ascii: ":")), term(whole.lowerBound..<colon) == nil,
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
        guard let sign = signs[whole].firstIndex(of: Self.equals) else {
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

    /// One side of an equation: a chord, two, or nothing.
    private func side(_ whole: Range<Int>) -> TypedEquation? {
        let side = trimmedSpaces(whole)
        guard side.count <= Self.longestSide else { return nil }
        if isUnknown(side) { return TypedEquation(nil, nil, nil, isEquation: false) }
        if let symbol = symbol(side) { return TypedEquation(symbol) }
        for index in side {
            let length = lengthOfOperator(in: index..<side.upperBound)
            guard length > 0 else { continue }
            let (before, after) = (side.lowerBound..<index, index + length..<side.upperBound)
            if length > 1, let symbol = try? ChordSymbol(string(before) + "/" + string(after)) {
                return TypedEquation(symbol)
            }
            guard let one = term(before), let other = term(after) else { continue }
            // What reads as a chord over another has been read; of more slashes nobody knows which is which.
            if signs[index] == UInt8(ascii: "/"), !one.isOpen, !other.isOpen { continue }
            return signs[index] == Self.plus
                ? TypedEquation(one.chord, other.chord, nil) : TypedEquation(other.chord, one.chord, nil)
        }
        return nil
    }

    /// Whether a range begins with `+`, `/`, `|`, or the word `over`, and how long that is; otherwise 0.
    private func lengthOfOperator(in range: Range<Int>) -> Int {
        switch signs[range.lowerBound] {
        case Self.plus, Self.bar, UInt8(ascii: "/"): 1
        case Self.space where signs[range].starts(with: " over ".utf8): 6
        default: 0
        }
    }

    /// One term of a sum: a chord, or a sign that leaves it open; nil where it cannot be read.
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
        range.count <= ChordReader.longestSymbol ? try? ChordSymbol(string(range)) : nil
    }

    // MARK: Texts

    /// The chord or the equation in a text that says more than that. What it says besides are words; what is half a
    /// symbol or half an equation is not passed over.
    /// - Parameter isChart: bars are told apart by bar lines.
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
            hasWords = true
            index += 1
        }
        // What can be a word as well, as A or Am, is no chord in a text.
        let sure = hasWords ? found.filter { !isPerhapsWord($0.range) } : found
        var kept = sure
        if sure.isEmpty {
            kept = found.filter { found in
                found.range.count == 1 && isCapital(found.range.lowerBound) && scalars[found.range.lowerBound] != "A"
            }
        }
        guard let first = kept.first else { return nil }
        guard let other = kept.first(where: { $0.equation != first.equation }) else { return first.equation }
        throw SymbolError(
            symbol: text, offset: other.range.lowerBound, reason: .several,
            expected: [string(first.range), string(other.range)])
    }

    /// The most words from here that read as one; and the word behind them.
    private func longest(
        from start: Int, in words: [Range<Int>], isChart: Bool
    ) -> (end: Int, found: (range: Range<Int>, equation: TypedEquation))? {
        guard let first = signs[trimmed(words[start])].first, isLikeRoot(first) || isQuestion(first)
        else { return nil }
        var end = min(words.count, start + Self.mostWords)
        while end > start {
            let last = words[end - 1]
            let range = trimmed(words[start].lowerBound..<last.upperBound)
            // A sign by itself belongs to what follows as well.
            let isCut = end < words.count && last.count == 1 && !SymbolScanner.isLetter(signs[last.lowerBound])
                && !SymbolScanner.isDigit(signs[last.lowerBound])
            let isOneBar = !isChart || !signs[range].contains(Self.bar)
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

    /// Whether a word is none of a symbol or an equation.
    private func isPlain(_ word: Range<Int>, isBehindChord: Bool) -> Bool {
        let word = trimmed(word)
        guard let first = signs[word].first else { return true }
        var hasNumber = false
        for sign in signs[word] {
            if sign == Self.plus || sign == Self.equals || sign == UInt8(ascii: "#") || sign == Sign.flat
                || isQuestion(sign)
            {
                return false
            }
            hasNumber = hasNumber || SymbolScanner.isDigit(sign)
        }
        if hasNumber, isLikeRoot(first) || isBehindChord { return false }
        guard isBehindChord else { return true }
        let start = signs[word].prefix(3).map { SymbolScanner.lowercase($0) }
        // How the words of symbols and equations begin, in threes.
        let beginnings = Array("majmindimaugsusaddaltomifladomhalshaove".utf8)
        for place in stride(from: 0, to: beginnings.count, by: 3) {
            if start.elementsEqual(beginnings[place..<place + 3]) { return false }
        }
        return SymbolScanner.isLetter(first) || first == Sign.unknown
    }

    /// A lone letter, what is written small, and what has two letters, unless the second one is of music only: Dm, B♭.
    private func isPerhapsWord(_ range: Range<Int>) -> Bool {
        for sign in signs[range] where !SymbolScanner.isLetter(sign) { return false }
        guard isCapital(range.lowerBound) else { return true }
        guard range.count == 2 else { return range.count < 2 }
        let second = signs[range.lowerBound + 1]
        return second != UInt8(ascii: "b") && (second != UInt8(ascii: "m") || scalars[range.lowerBound] == "A")
    }

    private func isLikeRoot(_ sign: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "g")).contains(SymbolScanner.lowercase(sign))
    }

    private func isCapital(_ index: Int) -> Bool { SymbolScanner.lowercase(signs[index]) != signs[index] }

    // MARK: What is wrong

    /// The part of an equation that cannot be read; nil where the text is none.
    private func wrongPart(of whole: Range<Int>) -> SymbolError? {
        let sign = signs[whole].firstIndex(of: Self.equals)
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

    /// Why a part is no chord, told of the whole text.
    private func located(_ part: Range<Int>) -> SymbolError? {
        do throws(SymbolError) {
            _ = try Chord(string(part))
            return nil
        } catch {
            let isFirst = part.lowerBound == 0
            return SymbolError(
                symbol: text, offset: part.lowerBound + error.offset,
                reason: error.reason == .noRoot && !isFirst ? .unreadable : error.reason, expected: error.expected)
        }
    }

    // MARK: Ranges

    private func string(_ range: Range<Int>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[range])
        return text
    }

    private func trimmedSpaces(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, signs[start] == Self.space { start += 1 }
        while end > start, signs[end - 1] == Self.space { end -= 1 }
        return start..<end
    }

    /// Without what stands around a symbol in a text: spaces, bar lines, punctuation, arrows, and parentheses around
    /// all of it.
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

    /// `What is Bb7alt?`: a question mark right behind a word asks for no term.
    private func isQuestionEnd(_ index: Int, from start: Int) -> Bool {
        guard signs[index] == UInt8(ascii: "?"), index > start else { return false }
        let before = signs[index - 1]
        return SymbolScanner.isLetter(before) || SymbolScanner.isDigit(before) || before == UInt8(ascii: ")")
    }
}
