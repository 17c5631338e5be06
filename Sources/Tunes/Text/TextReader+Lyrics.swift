import Harmony

extension TextReader {
    /// Whether a line without bar lines is words: fewer than half of them are chords. Below a line of chords they are
    /// its lyrics.
    mutating func isLyrics(_ line: [Unicode.Scalar], isAboveBars: Bool) -> Bool {
        if line.contains("|") || line.contains("[") { return false }
        var scanner = LineScanner(signs: line)
        let label = scanner.takeLabel()
        var text = ""
        text.unicodeScalars.append(contentsOf: line)
        text = tidied(text)
        if Mark(words: text) != nil { return false }
        let name = text.hasPrefix("(") && text.hasSuffix(")") ? String(text.dropFirst().dropLast()) : text
        if TextReader.isSectionName(name) {
            isBegun = true
            begin(name)
            return true
        }
        // Text in parentheses or quotation marks may belong to either.
        var words: [String] = []
        while let token = scanner.next() {
            if case .word(let word) = token, Sign(rawValue: word)?.isSpace != true {
                words.append(word.withoutInvisible)
            }
        }
        if words.isEmpty { return false }
        if let label {
            // A chord or something like one keeps its place.
            let count = words.prefix(100).count { isMusic($0) || isUnreadChord($0) }
            if 2 * count >= min(words.count, 100) { return false }
            if TextReader.isSectionName(label) || label.utf8.count == 1 {
                isBegun = true
                begin(label)
            } else if !hasChordLine {
                passOver(text)
            }
            return true
        }
        // Below lyrics, “Go” is a word and no diminished chord.
        if hasLyrics, words.count == 1, ["Go", "Do"].contains(words[0]) { return true }
        func isSmall(_ word: String) -> Bool { "a"..."z" ~= word.scalars.first ?? "A" }
        let known = words.prefix(100).filter { isMusic($0) }
        // Beside words, small letters are words: “Do not go”.
        let isAll = known.count == min(words.count, 100)
        let count = isAll ? known.count : known.count { !isSmall($0) }
        // Of two words below chords, “A day” is words, “A Hm” are chords.
        let isTie = hasChordLine && words.allSatisfy { isSmall($0) || isMusic($0) }
        func isLetters(_ word: String) -> Bool {
            word.bytes.allSatisfy { 0x41...0x5A ~= $0 & 0xDF || $0 > 0x7F || $0 == UInt8(ascii: "'") }
        }
        // Above the first bars, “A Walk” is a title.
        let isTitle =
            isAboveBars && barCount == 0 && known.count < 2 && words.contains { isLetters($0) && !isMusic($0) }
        if !isTitle, 2 * count >= min(words.count, 100) + (isTie && !isAll ? 1 : 0), count > 0 {
            hasChordLine = true
            return false
        }
        if hasChordLine {
            hasLyrics = true
            return true
        }
        guard words.count > 1 || barCount > 0 || isLetters(words[0]) && words[0].utf8.count > 2 else { return false }
        if barCount == 0, heading.isEmpty, tune.title.isEmpty, text.utf8.count <= TextReader.maximumHeadingLength {
            heading = text
        } else if barCount == 0, isSameWord(words[0], "by"), tune.composer.isEmpty {
            tune.composer = tidied(String(text.dropFirst(2)))
        } else {
            passOver(text)
        }
        return true
    }

    /// In bytes. Longer lines are no titles.
    private static let maximumHeadingLength = 60

    mutating func passOver(_ line: String) {
        let signs = line.scalars
        let shown = String(scalars: signs.prefix(60)) + (signs.count > 60 ? "…" : "")
        report("“\(shown)” is not a line of chords. It was passed over.", ofBar: false, text: line)
    }

    /// Whether an unreadable word may be meant as a chord, because it has a number or accidental.
    private func isUnreadChord(_ word: String) -> Bool {
        Sound.isLikeChord(word) && word.scalars.contains { $0.isOne(of: "0123456789#♯♭") }
    }

    /// Whether a line is the name of a section, perhaps with a number, a count or a remark without chords: `Verse 2`,
    /// `Chorus x2`, `Bridge (softly)`, `Chorus - repeat`.
    static func isSectionName(_ line: String) -> Bool {
        guard line.utf8.count <= maximumHeadingLength else { return false }
        let words = line.parts(at: " ")
        guard let name = sectionNames.first(where: { isSameWord($0, folded(words.first ?? "")) }) else { return false }
        // The number is part of the name “Middle 8”.
        let isNumbered = words.count > 1 && wholeNumber(words[1].bytes[...]) != nil
        if name == "middle", !isNumbered { return false }
        func isRemark(_ words: ArraySlice<String>) -> Bool {
            let text = words.joined(separator: " ")
            if text.isEmpty || LineScanner.times(ofText: text) != nil { return true }
            guard text.hasPrefix("(") && text.hasSuffix(")") || ["-", "–", "—"].contains(words.first) else {
                return false
            }
            let inside = text.scalars.filter { $0 != "(" && $0 != ")" }
            return LineScanner.times(ofText: String(scalars: inside[...])) != nil
                || String(scalars: inside[...]).parts(at: " ").allSatisfy { (try? ChordSymbol($0)) == nil }
        }
        return isRemark(words.dropFirst()) || isNumbered && isRemark(words.dropFirst(2))
    }

    private static let sectionNames = [
        "verse", "chorus", "refrain", "bridge", "intro", "outro", "interlude", "solo", "solos", "instrumental",
        "pre-chorus", "prechorus", "head", "middle", "tag", "ending",
    ]

    /// Whether a word can stand in a line of chords.
    func isMusic(_ word: String) -> Bool {
        Sign(rawValue: word) != nil || Sound.wordsForNoChord.contains(word) || Meter(word) != nil
            || LineScanner.times(word) != nil || (try? ChordSymbol(word, in: names)) != nil
            || word.utf8.last != UInt8(ascii: ".") && ChordWord(word, in: names) != nil
    }

    mutating func sound(_ word: String) -> Sound? {
        if Sound.wordsForNoChord.contains(word) { return .noChord }
        do throws(SymbolError) {
            return .chord(try ChordSymbol(word, in: names))
        } catch {
            report(error.message, text: word)
            return nil
        }
    }
}
