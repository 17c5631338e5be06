import Harmony

/// Splits a line of a tune into bar lines, chords and signs.
struct LineScanner {
    enum Token {
        /// A bar line: the end of the bar before it, and whether a repeat begins after it.
        case line(Bar.Ending, startsRepeat: Bool, isFirst: Bool, isBehindLine: Bool)
        /// The passes of an ending, ascending.
        case ending([Int])
        case label(String)
        /// Quoted text.
        case words(String)
        /// Text in separate parentheses.
        case parenthesis(String)
        case word(String)
    }

    private let signs: [Unicode.Scalar]
    private let pairs: SignPairs
    private var place = 0
    private var isAtBar = true
    /// Whether a number at the beginning of the line is that of an ending, as in `1: C | D :|`.
    var beginsWithEnding = false
    /// Whether the last token is a plain bar line that is not the first of its line.
    private var isBehindLine = false

    /// The first bar line.
    private let firstLine: Int
    /// The last closing parenthesis, bracket and quotation mark; none that opens later is closed.
    private let lastParenthesis: Int
    private let lastBracket: Int
    private let lastQuote: Int
    /// The maximum length of a chord in parentheses.
    private static let maximumParenthesisLength = 100

    init(signs: [Unicode.Scalar]) {
        self.signs = signs
        pairs = SignPairs(signs)
        firstLine = signs.firstIndex(of: "|") ?? signs.count
        lastParenthesis = signs.lastIndex(of: ")") ?? 0
        lastBracket = signs.lastIndex(of: "]") ?? 0
        lastQuote = signs.lastIndex(of: "\"") ?? 0
    }

    /// Removes invisible characters from the rest of the line, except in quoted words and section names.
    mutating func dropInvisible() {
        guard signs[place...].contains(where: { $0.isInvisible }) else { return }
        var rest: [Unicode.Scalar] = []
        var closing: Unicode.Scalar?
        for sign in signs[place...] {
            if let end = closing {
                if sign == end { closing = nil }
            } else if sign.isInvisible {
                continue
            } else if sign == "[" {
                closing = "]"
            } else if sign == "\"" {
                closing = sign
            }
            rest.append(sign)
        }
        var scanner = LineScanner(signs: signs[..<place] + rest)
        (scanner.place, scanner.isAtBar, scanner.isBehindLine) = (place, isAtBar, isBehindLine)
        self = scanner
    }

    private func peek(_ distance: Int = 0) -> Unicode.Scalar {
        place + distance < signs.count ? signs[place + distance] : "\0"
    }

    private func text(_ range: Range<Int>) -> String { String(scalars: signs[range]) }

    private static func isSpace(_ sign: Unicode.Scalar) -> Bool {
        sign == " " || sign == "\t" || sign == "\u{A0}" || sign == "\u{FEFF}"
    }

    private mutating func skipSpaces() {
        while place < signs.count, LineScanner.isSpace(signs[place]) { place += 1 }
    }

    /// `A:` or `Verse 2:` at the beginning of a line, before a space or the end of the line, or a letter before bars:
    /// `A:| C | F |`. A colon before anything else belongs to a repeat sign or a chord, as in `C:maj7`.
    mutating func takeLabel() -> String? {
        guard let colon = signs.prefix(24).firstIndex(of: ":"), colon > 0, !signs[..<colon].contains("|"),
            !signs[..<colon].contains("["), !signs[..<colon].contains("\""), !signs[..<colon].contains("("),
            colon + 1 == signs.count || LineScanner.isSpace(signs[colon + 1]) || hasLetterAtBars
        else { return nil }
        place = colon + 1
        return tidied(text(0..<colon))
    }

    /// Whether the line begins like `A:| C |`.
    private var hasLetterAtBars: Bool {
        signs.count > 4 && "A"..."E" ~= signs[0] && signs[1] == ":" && signs[2] == "|" && LineScanner.isSpace(signs[3])
            && signs[4...].contains("|")
    }

    /// Goes on at a bar line.
    mutating func skip(to index: Int) { place = index }

    mutating func next() -> Token? {
        skipSpaces()
        guard place < signs.count else { return nil }
        let wasBehindLine = isBehindLine
        let isFirst = place == 0
        // A label has a line of its own.
        if isAtBar, peek() == "[", firstLine < signs.count, let passes = takeEnding(before: "]") {
            return .ending(passes)
        }
        if isAtBar, peek() == "(", firstLine < place, let passes = takeEnding(before: ")") { return .ending(passes) }
        switch peek() {
        case "|": return line(isFirst: isFirst, wasBehindLine)
        case ":" where peek(1) == "|" || timesBeforeLine() != nil: return line(isFirst: isFirst, wasBehindLine)
        case "0"..."9" where isAtBar:
            if let passes = takeEnding() { return .ending(passes) }
        default: break
        }
        isBehindLine = false
        isAtBar = false
        switch peek() {
        case "[":
            if place < lastBracket, let label = takeEnclosed(until: "]") {
                isAtBar = true
                return .label(tidied(label))
            }
        case "\"": if place < lastQuote, let words = takeEnclosed(until: "\"") { return .words(words) }
        case "(": if let text = takeParenthesis() { return .parenthesis(text) }
        default: break
        }
        return .word(takeWord())
    }

    private mutating func line(isFirst: Bool, _ wasBehindLine: Bool) -> Token {
        isAtBar = true
        let repeats = peek() == ":"
        let times = repeats ? timesBeforeLine() : nil
        if repeats { place += 1 }
        while times != nil, peek() != "|" { place += 1 }
        var count = 0
        while peek() == "|" {
            place += 1
            count += 1
        }
        var end = count > 1 ? Bar.Ending.double : .single
        if repeats {
            end = .repeated(times ?? takeTimes() ?? 2)
        } else if peek() == "]" {
            place += 1
            end = .final
        }
        let startsRepeat = peek() == ":"
        if startsRepeat {
            place += 1
            while peek() == "|" { place += 1 }
        }
        isBehindLine = end == .single && !startsRepeat && !isFirst
        return .line(end, startsRepeat: startsRepeat, isFirst: isFirst, isBehindLine: wasBehindLine)
    }

    /// `3x` after a repeat.
    private mutating func takeTimes() -> Int? {
        var length = 0
        while length < 3, ("0"..."9").contains(peek(length)) { length += 1 }
        guard length > 0, peek(length) == "x" || peek(length) == "X" || peek(length) == "×",
            let times = wholeNumber(text(place..<place + length).bytes[...]), (2...Bar.maximumTimes).contains(times)
        else { return nil }
        place += length + 1
        return times
    }

    /// The number in `:3x|`: a repeat sign with its number before the line.
    private func timesBeforeLine() -> Int? {
        var scanner = self
        scanner.place += 1
        guard let times = scanner.takeTimes() else { return nil }
        scanner.skipSpaces()
        return scanner.peek() == "|" ? times : nil
    }

    /// `1.`, `1.3.`, `1, 2.`, `1.-3.` or `[1.` at the beginning of a bar, or a digit directly after the bar line:
    /// `|1 C`. After a bar line also `1)`, `1:`, `1st` and `(1)`.
    /// - Parameter closing: the sign that closes the one at the place; only a bracket may stay open.
    private mutating func takeEnding(before closing: Unicode.Scalar? = nil) -> [Int]? {
        var passes: [Int] = []
        var next = place + (closing == nil ? 0 : 1)
        var isRange = false
        var dot = false
        func sign() -> Unicode.Scalar { next < signs.count ? signs[next] : "\0" }
        while let number = passNumber(at: next) {
            next += number > 9 ? 2 : 1
            if isRange, let last = passes.last, last < number { passes += last + 1..<number }
            if passes.last ?? 0 < number { passes.append(number) }
            dot = sign() == "."
            if dot {
                next += 1
            } else if sign() != closing, let length = lengthOfOrdinal(at: next) {
                next += length
                dot = true
            }
            let end = next
            if passNumber(at: next) == nil { while LineScanner.isSpace(sign()) { next += 1 } }
            isRange = sign() == "-" || sign() == "–"
            if isRange || sign().isOne(of: ",&+/") {
                next += 1
                while LineScanner.isSpace(sign()) { next += 1 }
            }
            if passNumber(at: next) == nil {
                next = end
                break
            }
            if end == next, !dot { return nil }
        }
        let isPlain = !signs[place..<next].contains { $0 == "/" || LineScanner.isSpace($0) }
        let isClosed = closing != nil && sign() == closing
        let isDigitAtLine =
            isPlain && place > 0 && signs[place - 1] == "|" && (isClosed || LineScanner.isSpace(sign()))
        // Alone, [1] is the name of a section.
        let isBeforeChord =
            isClosed && signs[(next + 1)...].first { !LineScanner.isSpace($0) }.map { $0 != "|" } ?? false
        guard !passes.isEmpty, dot || isDigitAtLine || isPlain && isBeforeChord, closing != ")" || isClosed
        else { return nil }
        place = next + (isClosed ? 1 : 0)
        return passes
    }

    /// The length of the sign that makes an ending of a number after a bar line: `)`, `:` or `st`, perhaps with the
    /// word `time` or `ending`.
    private func lengthOfOrdinal(at index: Int) -> Int? {
        guard firstLine < place || beginsWithEnding else { return nil }
        let rest = signs[index...]
        func isWord(_ word: String, at distance: Int) -> Bool {
            rest.dropFirst(distance).starts(with: word.scalars)
        }
        func isOver(_ length: Int) -> Bool {
            rest.dropFirst(length).first.map { LineScanner.isSpace($0) || $0 == ")" } ?? true
        }
        if rest.first == ")" || rest.first == ":" { return isOver(1) ? 1 : nil }
        guard ["st", "nd", "rd", "th"].contains(where: { isWord($0, at: 0) }) else { return nil }
        for word in [" time", " ending", ""] where isWord(word, at: 2) {
            let length = 2 + word.unicodeScalars.count + (isWord(":", at: 2 + word.unicodeScalars.count) ? 1 : 0)
            if isOver(length) { return length }
        }
        return nil
    }

    /// A number from 1 to 99.
    private func passNumber(at index: Int) -> Int? {
        guard index < signs.count, ("1"..."9").contains(signs[index]) else { return nil }
        let digit = Int(signs[index].value) - 48
        guard index + 1 < signs.count, ("0"..."9").contains(signs[index + 1]) else { return digit }
        return 10 * digit + Int(signs[index + 1].value) - 48
    }

    private mutating func takeEnclosed(until closing: Unicode.Scalar) -> String? {
        guard let end = signs[(place + 1)...].firstIndex(of: closing) else { return nil }
        defer { place = end + 1 }
        return text(place + 1..<end)
    }

    /// Parentheses with their content, which may include other parentheses.
    private mutating func takeParenthesis() -> String? {
        guard let end = pairs.partner(of: place), end - place < LineScanner.maximumParenthesisLength else { return nil }
        defer { place = end + 1 }
        return text(place + 1..<end)
    }

    /// A word up to a space or bar line. Inside parentheses, a space is part of a chord.
    private mutating func takeWord() -> String {
        let start = place
        var depth = 0
        while place < signs.count {
            let sign = signs[place]
            if sign == "(" { depth += 1 }
            if sign == ")" { depth -= 1 }
            let isInside = depth > 0 && place < lastParenthesis
            if sign == "|" || (!isInside && LineScanner.isSpace(sign)) || (sign == "\"" && place > start) { break }
            if sign == ":", place > start, peek(1) == "|" || timesBeforeLine() != nil { break }
            place += 1
        }
        // A comma between chords.
        let isBehindComma = place > start + 1 && signs[place - 1] == ","
        return text(start..<place - (isBehindComma ? 1 : 0))
    }

    /// The number in `x4`, `x 4`, `4x`, `*4` or `4 times`, also after `play` or `repeat`: how often a passage is
    /// played.
    /// - Parameter first: the first word, already taken.
    mutating func takeTimes(beginningWith first: String) -> Int? {
        var scanner = self
        let word = isSameWord(first, "play") || isSameWord(first, "repeat") ? scanner.takeNextWord() : first
        var times = LineScanner.times(word)
        if times == nil, isSameWord(word, "x") || word == "×" {
            times = LineScanner.times("x" + scanner.takeNextWord())
        } else if times == nil, wholeNumber(word.bytes[...]) != nil, isSameWord(scanner.takeNextWord(), "times") {
            times = LineScanner.times(word + "x")
        }
        if times != nil { self = scanner }
        return times
    }

    /// The number of times that a whole text names.
    static func times(ofText text: String) -> Int? {
        var scanner = LineScanner(signs: text.scalars)
        let times = scanner.takeTimes(beginningWith: scanner.takeNextWord())
        return scanner.takeNextWord().isEmpty ? times : nil
    }

    private mutating func takeNextWord() -> String {
        skipSpaces()
        return takeWord()
    }

    /// `x4`, `4x`: how often a passage is played.
    static func times(_ word: String) -> Int? {
        func isCross(_ sign: Unicode.Scalar?) -> Bool { sign == "x" || sign == "X" || sign == "×" || sign == "*" }
        guard word.utf8.count < 6 else { return nil }
        var digits = word.scalars[...]
        if isCross(digits.first) {
            digits.removeFirst()
        } else if isCross(digits.last) {
            digits.removeLast()
        } else {
            return nil
        }
        guard digits.allSatisfy({ $0.isASCII }) else { return nil }
        return wholeNumber(digits.map { UInt8($0.value) }[...]).flatMap {
            (2...Bar.maximumTimes).contains($0) ? $0 : nil
        }
    }

    /// The longest readable mark that begins with a word that was already taken.
    mutating func takeMark(beginningWith word: String) -> Mark? {
        var words = word
        var found = Mark(words: words).map { ($0, place) }
        let start = place
        for _ in 0..<4 {
            skipSpaces()
            guard place < signs.count, peek() != "|", peek() != ":" else { break }
            let word = takeWord()
            // Text with a chord is not part of a mark.
            if word == "." || word == "/" { break }
            words += " " + word
            if let mark = Mark(words: words) { found = (mark, place) }
        }
        place = found?.1 ?? start
        return found?.0
    }
}
