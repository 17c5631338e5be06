import Harmony

/// Reads tunes in plain text line by line. Unreadable parts are skipped and reported with their bar.
struct TextReader {
    /// The naming convention.
    let names: NoteNames
    private var book = TuneBook()
    var tune = Tune()
    /// Whether any part of the tune was read.
    var isBegun = false
    var meter = Meter.common

    enum Slot {
        case sound(Sound)
        /// The previous chord continues for a beat.
        case hold
        /// `%`: alone it repeats the bar before; beside others, the previous chord continues for an equal share.
        case asLast

        var sound: Sound? {
            if case .sound(let sound) = self { sound } else { nil }
        }

        var isHold: Bool {
            if case .hold = self { true } else { false }
        }

        var isAsLast: Bool {
            if case .asLast = self { true } else { false }
        }
    }

    /// A bar under construction.
    struct Draft {
        var bar = Bar()
        var label: String?
        var slots: [Slot] = []
        /// The last slot with a chord or an unreadable one. Parentheses after it contain alternates.
        var lastChord = 0
        /// Its text.
        var lastWord = ""
        var alternates: [(position: Position?, slot: Int, sound: Sound)] = []
        var repeated: Bar.Content?
        /// Whether it contains something that needs a bar.
        var isFilled = false
        /// The number of times in `x4`, for the repeat sign that follows.
        var times: Int?
    }

    var draft = Draft()
    /// The last chord, over which `/B` puts another bass.
    var lastChord: Chord?
    /// Whether the tune has a line of chords without bar lines. Words below it are lyrics.
    var hasChordLine = false
    var hasLyrics = false
    /// Whether chords are degrees of the key.
    var hasDegrees = false
    /// The first line, if it is words. It is the title of a tune without another.
    var heading = ""
    /// Whether a line of tablature was passed over.
    private var hasTablature = false
    /// Whether a coda is a sign or comes after a chord, so that it may mean “To Coda”. Text of this program says “Coda”
    /// at the beginning of the bar.
    var hasCodaSign = false
    var barCount = 0
    /// The number of problems of this tune.
    private var problemCount = 0
    /// The bars of the last line with bars, to which melody lines refer.
    var row: [(section: Int, bar: Int, number: Int, ticks: Int)] = []
    /// The number of these bars with a melody line read so far.
    var sungCount = 0
    /// Whether another line has begun.
    var isRowOver = true
    /// Whether a repeat has begun and not ended.
    var isRepeatOpen = false
    /// The last pass of the last ending of the repeat; 0 without one.
    var lastEnding = 0

    init(in names: NoteNames) {
        self.names = names
    }

    mutating func finish() -> TuneBook {
        endTune()
        return book
    }

    mutating func endTune() {
        defer {
            tune = Tune()
            isBegun = false
            meter = .common
            draft = Draft()
            barCount = 0
            problemCount = 0
            row = []
            lastChord = nil
            hasChordLine = false
            hasLyrics = false
            isRepeatOpen = false
            lastEnding = 0
            hasDegrees = false
            heading = ""
            hasTablature = false
            hasCodaSign = false
        }
        if !heading.isEmpty {
            if barCount > 0, tune.title.isEmpty { tune.title = heading } else { passOver(heading) }
        }
        if !draft.bar.marks.isEmpty || draft.bar.ending != nil { close(.single) }
        if draft.label != nil { openSection() }
        if hasCodaSign { tune.aimCodas() }
        if isBegun { book.tunes.append(tune) }
    }

    mutating func report(_ message: String, ofBar: Bool = true, text: String? = nil) {
        report(message, at: ofBar ? barCount + 1 : nil, text: text)
    }

    /// - Parameters:
    ///   - bar: its number, from 1; nil if it concerns the whole tune.
    ///   - text: the unreadable text.
    mutating func report(_ message: String, at bar: Int?, text: String? = nil) {
        guard problemCount < TuneProblem.maximumCount else { return }
        problemCount += 1
        book.problems.append(TuneProblem(tune: book.tunes.count, bar: bar, text: text, message))
    }

    // MARK: Lines

    /// - Parameter isAboveBars: whether the next line begins with a bar line.
    mutating func read(_ line: String, isAboveBars: Bool) {
        let whole = withBarLines(withoutComment(Array(line.unicodeScalars)))
        let beginsWithEnding = beginsWithEnding(whole)
        let line = beginsWithEnding ? whole : withoutNumbers(whole)
        // Rules between parts are no music.
        if line.allSatisfy({ $0.isOne(of: "+-=_*~ ") }), line.count != 1 { return }
        if line.count > TuneText.maximumLineLength {
            report("This line has \(line.count) characters, which is too many. Break it up.")
            return
        }
        if let body = MelodyText.body(of: line) { return readMelody(body.filter { !$0.isInvisible }[...]) }
        if readHeader(line) || isTablature(line) { return }
        if isAboveBars, let name = sectionName(line) {
            isBegun = true
            return begin(name)
        }
        if isLyrics(line, isAboveBars: isAboveBars) { return }
        isBegun = true
        isRowOver = true
        var scanner = LineScanner(signs: line)
        scanner.beginsWithEnding = beginsWithEnding
        if !beginsWithEnding, let label = scanner.takeLabel() ?? takeMargin(of: line, &scanner) { begin(label) }
        scanner.dropInvisible()
        let hasLines = line.contains("|")
        while let token = scanner.next() { take(token, hasLines: hasLines, &scanner) }
        if let times = draft.times, !isBar { repeatLine(times) }
        // A line that is only the sign of a passage belongs to the next bar.
        if beginsPassage { return draft.isFilled = false }
        // The end of a line closes its last bar. What follows the last bar line without chords belongs to the last bar.
        if !isBar, draft.bar.ending == nil, draft.isFilled, addToLast() { return }
        if draft.isFilled || draft.bar.ending != nil { close(.single) }
    }

    /// A line with bar lines for signs that look like some, except in headers, names of sections and quoted words.
    private func withBarLines(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard line.contains(where: { $0.barLines != nil }), header(line) == nil else { return line }
        var closing: Unicode.Scalar?
        return line.flatMap { sign -> [Unicode.Scalar] in
            if let end = closing {
                if sign == end { closing = nil }
            } else if sign == "[" || sign == "\"" {
                closing = sign == "[" ? "]" : sign
            } else if let lines = sign.barLines {
                return lines
            }
            return [sign]
        }
    }

    /// Adds the words and marks of the draft to the last bar, except a sign that begins a passage.
    /// - Returns: whether there is a last bar, and nothing else in the draft.
    private mutating func addToLast() -> Bool {
        guard let section = tune.sections.indices.last, let bar = tune.sections[section].bars.indices.last,
            draft.label == nil, draft.alternates.isEmpty, draft.times == nil, draft.bar.meter == nil,
            !draft.bar.startsRepeat, !draft.bar.marks.contains(.segno), !draft.bar.marks.contains(.coda)
        else { return false }
        for mark in draft.bar.marks { tune.sections[section].bars[bar].add(mark) }
        tune.sections[section].bars[bar].words += draft.bar.words
        draft = Draft()
        return true
    }

    /// Removes a comment: a # at the beginning of a line, or between spaces.
    private func withoutComment(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var line = line[...]
        func isSpace(_ sign: Unicode.Scalar) -> Bool {
            sign == " " || sign == "\t" || sign == "\u{A0}" || sign == "\u{FEFF}"
        }
        while let first = line.first, isSpace(first) || first.isInvisible { line.removeFirst() }
        while let last = line.last, isSpace(last) || last == "\r" { line.removeLast() }
        if line.first == "#" { return [] }
        var isQuoted = false
        let isHeader = header(Array(line)) != nil
        for index in line.indices.dropFirst() where !isHeader {
            if line[index] == "\"" { isQuoted.toggle() }
            let next = index + 1 < line.endIndex ? line[index + 1] : " "
            if line[index] == "#", !isQuoted, isSpace(line[index - 1]), isSpace(next) {
                return Array(line[..<index])
            }
        }
        return Array(line)
    }

    /// Whether a line is tablature, `e|--3-0--|`, or the rule of a table. It has no chords; the first one is reported.
    private mutating func isTablature(_ line: [Unicode.Scalar]) -> Bool {
        guard let bar = line.firstIndex(of: "|"), bar < 4 else { return false }
        let signs = line[bar...]
        let hasStrings = zip(signs, signs.dropFirst()).contains { $0 == "-" && $1 == "-" }
        guard hasStrings, !signs.contains(where: { "A"..."H" ~= $0 || $0 == "%" || $0 == "\"" }) else { return false }
        if !hasTablature { report("Tablature has no chords. It was passed over.", ofBar: false) }
        hasTablature = true
        return true
    }

    /// The name of a section on a line above bars: `A`, `A2`, `B'`, `A (8 bars)`, `(Bridge)`.
    private func sectionName(_ line: [Unicode.Scalar]) -> String? {
        var name = String(scalars: line[...])
        if line[0] == "(", line.last == ")" {
            name = tidied(String(scalars: line[1..<line.count - 1]))
            let words = name.parts(at: " ")
            let isSign = Mark(words: name) != nil || LineScanner.times(ofText: name) != nil
            return isSign || words.isEmpty || words.contains { isMusic($0) && $0.utf8.count > 1 } ? nil : name
        }
        let rest = line.dropFirst()
        let isNumber = rest.allSatisfy { "0"..."9" ~= $0 || $0.isOne(of: "'’′") }
        return "A"..."E" ~= line[0] && (isNumber || rest.starts(with: " (".scalars)) ? name : nil
    }

    /// The text before the first bar line of a line, if it is no music: `Bridge |`, `(A) |`, `A) |`.
    private func takeMargin(of line: [Unicode.Scalar], _ scanner: inout LineScanner) -> String? {
        guard let bar = line.firstIndex(of: "|"), bar > 0, bar <= 24, !line[..<bar].contains("["),
            !line[..<bar].contains("\"")
        else { return nil }
        let text = tidied(String(scalars: line[..<bar]))
        let letters = text.scalars.filter { !$0.isOne(of: "().<>") }
        if Mark(words: text) == .segno || Mark(words: text) == .coda { return nil }
        // A letter with a sign around it or before a repeat, or words without a chord.
        let isMarked = text.utf8.count > 1 || line[bar...].prefix(3).contains(":") || isNextLetter(text)
        let isLetter = letters.count == 1 && isMarked && "A"..."Z" ~= letters[0]
        let hasWords = Mark(words: text) == nil && text.parts(at: " ").allSatisfy({ isPlain($0) })
        guard isLetter || hasWords || TextReader.isSectionName(text) else { return nil }
        scanner.skip(to: bar)
        return isLetter ? String(scalars: letters[...]) : text
    }

    /// Whether a letter names one of the last sections, or the next one.
    private func isNextLetter(_ letter: String) -> Bool {
        guard let sign = letter.scalars.first else { return false }
        return tune.sections.suffix(8).contains {
            guard $0.label.utf8.count == 1, let label = $0.label.scalars.first else { return false }
            return label == sign || label.value + 1 == sign.value
        }
    }

    /// Whether a word has only letters and cannot be meant as a chord.
    private func isPlain(_ word: String) -> Bool {
        let isLetters = word.scalars.allSatisfy { "a"..."z" ~= $0 || "A"..."Z" ~= $0 || $0 == "-" }
        return isLetters && !isMusic(word) && !Sound.isLikeChord(word)
    }

    /// Whether a line begins with the number of an ending of the last repeat: `1. | C`, `2: | C`.
    private func beginsWithEnding(_ line: [Unicode.Scalar]) -> Bool {
        guard line.count > 1, let first = line.first, "1"..."9" ~= first, !("0"..."9" ~= line[1]), line.contains("|"),
            let bar = tune.sections.last?.bars.last
        else { return false }
        if case .repeated = bar.end { return Int(first.value) - 48 == lastEnding + 1 && lastEnding > 0 }
        return first == "1" && isRepeatOpen && lastEnding == 0
    }

    /// Removes the number of a bar before the first bar line: `5 |`, `5. |`, `m5 |`, `bar 5: |`, and the times of a
    /// corpus before a chord: `0.0 2.5 C:maj`.
    private func withoutNumbers(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let words = line.split(maxSplits: 3) { $0 == " " || $0 == "\t" }
        func isTime(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
            word.contains(".") && word.allSatisfy { "0"..."9" ~= $0 || $0 == "." }
        }
        if words.count == 3, isTime(words[0]), isTime(words[1]) { return Array(words[2]) }
        let word = ["bar", "m"].first { line.starts(with: $0.scalars) } ?? ""
        func isBetween(_ sign: Unicode.Scalar) -> Bool { sign.isOne(of: " \t.:)") }
        let number = line.dropFirst(word.utf8.count).drop(while: isBetween)
        let rest = number.drop { ("0"..."9").contains($0) }
        guard rest.count < number.count, let line = rest.firstIndex(where: { !isBetween($0) }), rest[line] == "|" else {
            return line
        }
        return Array(rest[line...])
    }
}
