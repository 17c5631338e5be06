import Harmony

/// Reads tunes in plain text line by line. Unreadable parts are skipped and reported with their bar.
struct TextReader {
    /// The naming convention.
    private let names: NoteNames
    private var book = TuneBook()
    private var tune = Tune()
    /// Whether any part of the tune was read.
    private var isBegun = false
    private var meter = Meter.common

    private enum Slot {
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
    private struct Draft {
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

    private var draft = Draft()
    /// The last chord, over which `/B` puts another bass.
    private var lastChord: Chord?
    /// Whether the tune has a line of chords without bar lines. Words below it are lyrics.
    private var hasChordLine = false
    private var hasLyrics = false
    /// Whether chords are degrees of the key.
    private var hasDegrees = false
    /// The first line, if it is words. It is the title of a tune without another.
    private var heading = ""
    /// Whether a line of tablature was passed over.
    private var hasTablature = false
    /// Whether a coda is a sign or comes after a chord, so that it may mean “To Coda”. Text of this program says “Coda”
    /// at the beginning of the bar.
    private var hasCodaSign = false
    private var barCount = 0
    /// The number of problems of this tune.
    private var problemCount = 0
    /// The bars of the last line with bars, to which melody lines refer.
    private var row: [(section: Int, bar: Int, number: Int, ticks: Int)] = []
    /// The number of these bars with a melody line read so far.
    private var sungCount = 0
    /// Whether another line has begun.
    private var isRowOver = true
    /// Whether a repeat has begun and not ended.
    private var isRepeatOpen = false
    /// The last pass of the last ending of the repeat; 0 without one.
    private var lastEnding = 0

    init(in names: NoteNames) {
        self.names = names
    }

    mutating func finish() -> TuneBook {
        endTune()
        return book
    }

    private mutating func endTune() {
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

    private mutating func report(_ message: String, ofBar: Bool = true, text: String? = nil) {
        report(message, at: ofBar ? barCount + 1 : nil, text: text)
    }

    /// - Parameters:
    ///   - bar: its number, from 1; nil if it concerns the whole tune.
    ///   - text: the unreadable text.
    private mutating func report(_ message: String, at bar: Int?, text: String? = nil) {
        guard problemCount < TuneProblem.most else { return }
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

    // MARK: Headers

    private enum Header: String, CaseIterable {
        case title, composer, style, groove, key, time, tempo, choruses, capo, tuning

        /// Other names of headers.
        static let synonyms: [(name: String, header: Header)] = [
            ("artist", .composer), ("author", .composer), ("music", .composer), ("music by", .composer),
            ("written by", .composer), ("feel", .style), ("rhythm", .style), ("meter", .time), ("metre", .time),
            ("time signature", .time), ("bpm", .tempo),
        ]
    }

    private func header(_ line: [Unicode.Scalar]) -> (Header, String)? {
        guard let colon = line.prefix(18).firstIndex(where: { $0 == ":" || $0 == "=" }) else { return nil }
        var name = ""
        for sign in line[..<colon] {
            name.unicodeScalars.append(("A"..."Z").contains(sign) ? Unicode.Scalar(sign.value + 32) ?? sign : sign)
        }
        name = tidied(name)
        guard
            let header = Header.allCases.first(where: { $0.rawValue == name })
                ?? Header.synonyms.first(where: { $0.name == name })?.header
        else { return nil }
        return (header, tidied(String(scalars: line[(colon + 1)...])))
    }

    private mutating func readHeader(_ line: [Unicode.Scalar]) -> Bool {
        guard let (header, value) = header(line) else { return false }
        if header == .title, isBegun { endTune() }
        isBegun = true
        switch header {
        case .title: tune.title = value
        case .composer: tune.composer = value
        case .style: tune.style = value
        case .groove: tune.groove = value
        case .key:
            do throws(KeyError) {
                tune.key = try Key(TextReader.withSigns(value), in: names)
            } catch {
                report(error.message, ofBar: false, text: value)
            }
        case .time:
            guard let time = Meter(value.withoutInvisible) else {
                report(
                    "“\(value)” is not a time signature: expected one such as 4/4 or 6/8.", ofBar: false,
                    text: value)
                break
            }
            if barCount == 0 {
                tune.meter = time
            } else if time != meter {
                draft.bar.meter = time
            }
            meter = time
        case .tempo:
            tune.tempo = number(onlyNumber(value), 1...999, "a tempo in beats per minute, 1 to 999")
        case .capo:
            let digits = value.scalars.filter { "0"..."9" ~= $0 }
            if let fret = Int(String(scalars: digits[...])), 1...24 ~= fret {
                report(Capo.remark(fret), ofBar: false)
            }
        case .tuning: report("The tuning has no meaning here. It was passed over.", ofBar: false, text: value)
        case .choruses: tune.choruses = number(value, 1...99, "a number of choruses, 1 to 99")
        }
        return true
    }

    /// A key with a sign for the word: Eb for “E flat”.
    private static func withSigns(_ key: String) -> String {
        let words = key.parts(at: " ")
        guard words.count > 1, isSameWord(words[1], "flat") || isSameWord(words[1], "sharp") else { return key }
        let sign = words[1].utf8.count == 4 ? "b" : "#"
        return ([words[0] + sign] + words.dropFirst(2)).joined(separator: " ")
    }

    /// The only number of a text such as `120 bpm` or `1/4 = 120`; the text itself if there are several, or a sign.
    private func onlyNumber(_ text: String) -> String {
        let parts = text.scalars.split(separator: "=", omittingEmptySubsequences: false)
        let value = parts[parts.count - 1]
        let numbers = value.split { !("0"..."9" ~= $0) }
        let hasSign = value.contains { $0.isOne(of: "-−–+.,/") }
        return numbers.count == 1 && !hasSign ? String(scalars: numbers[0]) : text
    }

    private mutating func number(_ text: String, _ range: ClosedRange<Int>, _ expected: String) -> Int? {
        if let value = wholeNumber(text.withoutInvisible.bytes[...]), range.contains(value) { return value }
        report("“\(text)” is not \(expected).", ofBar: false, text: text)
        return nil
    }

    // MARK: Melody

    private mutating func readMelody(_ body: ArraySlice<Unicode.Scalar>) {
        // Lengths carry over within a line only.
        var length = Melody.ticksPerQuarter
        for words in MelodyText.bars(in: body) {
            guard row.indices.contains(sungCount) else {
                report(
                    row.isEmpty
                        ? "A melody line must follow the bars it belongs to."
                        : "The melody has more bars than the line above.", at: row.last?.number)
                return
            }
            let place = row[sungCount]
            sungCount += 1
            let melody = melody(words, &length, at: place.number)
            let fitting = melody.fitting(place.ticks)
            if fitting.notes != melody.notes {
                report("The melody is longer than its bar. The rest was left out.", at: place.number)
            }
            tune.sections[place.section].bars[place.bar].melody = fitting
        }
    }

    /// The melody of a bar, from its words.
    private mutating func melody(_ words: [String], _ length: inout Int, at bar: Int) -> Melody {
        var melody = Melody()
        var now = 0
        for word in words where word != "." {
            guard let entry = MelodyText.Entry(word, in: names) else {
                report(
                    "“\(word)” is not a melody note: expected one such as Bb4:8, from C0 to G9, or r:4 for a rest.",
                    at: bar, text: word)
                continue
            }
            length = entry.length ?? length
            // Stops counting far beyond the end of the bar.
            guard now <= Meter.most * Melody.whole else { break }
            if let tone = entry.tone, !melody.add(tone, at: now, for: length, isTied: entry.isTied) {
                report("This bar has too many notes. The others were left out.", at: bar)
                break
            }
            now += length
        }
        return melody
    }

    // MARK: Bars

    private mutating func begin(_ label: String) {
        if draft.isFilled { close(.single) }
        // A section without bars.
        if draft.label != nil { openSection() }
        draft.label = label
    }

    private mutating func openSection() {
        tune.sections.append(Tune.Section(draft.label ?? ""))
        draft.label = nil
    }

    private mutating func close(_ end: Bar.Ending) {
        var bar = draft.bar
        bar.end = end
        if let times = draft.times {
            if case .repeated = end { bar.end = .repeated(times) } else { keep("x\(times)", in: &bar) }
        }
        if draft.repeated == nil, !draft.slots.isEmpty, draft.slots.allSatisfy({ $0.isAsLast }) {
            draft.repeated = .asLast
            draft.slots = []
        }
        if draft.repeated == nil, draft.slots.isEmpty, bar.words.isEmpty, isSecondOfTwo {
            draft.repeated = .asTwoBefore
        }
        if let repeated = draft.repeated {
            if draft.slots.contains(where: { $0.sound != nil }) {
                report("A bar that repeats another cannot have chords of its own. They were left out.")
            }
            bar.content = repeated
        } else {
            let positions = positions()
            bar.content = .chords(
                zip(draft.slots, positions).compactMap { slot, position in
                    slot.sound.map { BarChord($0, at: position) }
                })
            if positions.count < draft.slots.count {
                report("A bar of \(meter.text) has no room for \(draft.slots.count) chords.")
            }
        }
        let slots = draft.repeated == nil ? positions() : []
        bar.alternates = draft.alternates.map { alternate in
            let above = alternate.slot < slots.count ? slots[alternate.slot] : Position(beat: 1)
            return BarChord(alternate.sound, at: alternate.position ?? above)
        }
        bar.sortAlternates()
        if draft.label != nil || tune.sections.isEmpty { openSection() }
        defer { draft = Draft() }
        guard barCount < Tune.maximumBars else {
            if barCount == Tune.maximumBars {
                report("A tune can have at most \(Tune.maximumBars) bars. The others were left out.")
            }
            barCount = Tune.maximumBars + 1
            return
        }
        if bar.startsRepeat { (isRepeatOpen, lastEnding) = (true, 0) }
        if case .repeated = bar.end { isRepeatOpen = false }
        lastEnding = bar.endings.last ?? lastEnding
        let home = tune.sections.count - 1
        tune.sections[home].bars.append(bar)
        barCount += 1
        if isRowOver { (row, sungCount, isRowOver) = ([], 0, false) }
        row.append((home, tune.sections[home].bars.count - 1, barCount, meter.melodyTicks))
    }

    /// The positions of the slots. Chords alone share the bar evenly. With hold signs, each slot is a beat, or a part
    /// of one if there are more slots than beats.
    private func positions() -> [Position] {
        let count = draft.slots.count
        if !draft.slots.contains(where: { $0.isHold }) { return Position.spread(count, over: meter.beats) ?? [] }
        guard let division = Position.divisions.first(where: { count <= $0 * meter.beats }) else { return [] }
        return (0..<count).map { Position(twelfths: 12 / division * $0) }
    }

    /// Whether the bar before is the first of two that `%%` repeats. The second may be empty.
    private var isSecondOfTwo: Bool {
        guard let bars = tune.sections.last?.bars, bars.count > 1 else { return false }
        return bars[bars.count - 1].content == .asTwoBefore && bars[bars.count - 2].content != .asTwoBefore
    }

    /// Keeps a text that is no chord among the words of the current bar, and reports it.
    private mutating func keep(_ text: String) {
        var bar = draft.bar
        keep(text, in: &bar)
        draft.bar = bar
    }

    /// Keeps a text that is no chord among the words of the bar, and reports it.
    private mutating func keep(_ text: String, in bar: inout Bar) {
        let words = wordsOfBar(text)
        if !words.isEmpty { bar.words.append(words) }
        report("“\(text)” is not a chord. It was kept as a remark.", text: text)
    }

    /// Changes the end of the last bar.
    private mutating func endLast(_ end: Bar.Ending) {
        guard let section = tune.sections.indices.last, let bar = tune.sections[section].bars.indices.last else {
            return
        }
        if tune.sections[section].bars[bar].end == .single || end != .double {
            tune.sections[section].bars[bar].end = end
        }
    }

    // MARK: Tokens

    private mutating func take(_ token: LineScanner.Token, hasLines: Bool, _ scanner: inout LineScanner) {
        switch token {
        case .line(let end, let startsRepeat, let isFirst, let isBehindLine):
            // An empty bar between two plain lines continues the chord.
            let isHeld = isBehindLine && !startsRepeat && end == .single
            // A sign before the first bar line belongs to the bar behind it.
            if isRowOver, beginsPassage {
                draft.isFilled = false
            } else if draft.isFilled || draft.bar.ending != nil || isHeld {
                close(end)
            } else if end != .single, !isFirst || end != .double {
                endLast(end)
            }
            if startsRepeat { draft.bar.startsRepeat = true }
        case .ending(let passes): draft.bar.endings = passes
        case .label(let label):
            if hasLines, let times = LineScanner.times(ofText: label) { count(times) } else { begin(label) }
        case .words(let words):
            draft.isFilled = true
            let words = tidied(words)
            if !words.isEmpty { draft.bar.words.append(words) }
        case .parenthesis(let text):
            if !hasLines, TuneText.noChord.contains(text) {
                draft.slots.append(.sound(.noChord))
                draft.isFilled = true
                close(.single)
            } else {
                takeParenthesis(text)
            }
        case .word(let word):
            takeWord(word, hasLines: hasLines, &scanner)
            if !hasLines, draft.isFilled, isBar { close(.single) }
        }
    }

    /// Whether words without bar lines are a bar, not just signs for the next bar.
    private var isBar: Bool { !draft.slots.isEmpty || draft.repeated != nil }

    /// Whether nothing but a segno, coda or ending was read of the bar.
    private var beginsPassage: Bool {
        !isBar && draft.bar.words.isEmpty && draft.times == nil && draft.alternates.isEmpty
            && !(draft.bar.marks.isEmpty && draft.bar.endings.isEmpty)
            && draft.bar.marks.allSatisfy { $0 == .segno || $0 == .coda }
    }

    /// - Parameter isOwn: whether it is only the bar's, in parentheses. Otherwise the first one is the tune's.
    private mutating func change(to new: Meter, isOwn: Bool) {
        if barCount == 0, !isBar, draft.bar.meter == nil, meter == tune.meter, !isOwn || new == meter {
            tune.meter = new
            meter = new
            return
        }
        draft.bar.meter = new
        meter = new
    }

    private mutating func takeParenthesis(_ text: String) {
        let text = tidied(text)
        if let new = Meter(text) { return change(to: new, isOwn: true) }
        if let mark = Mark(words: text) { return add(mark, isSign: true) }
        if !draft.isFilled, let times = LineScanner.times(ofText: text) { return count(times) }
        draft.isFilled = true
        if complete(with: text, isEnclosed: true) { return }
        var name = text
        var position: Position?
        let bytes = text.bytes
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), !Sound.isLikeChord(text) {
            position = TextReader.position(Array(bytes[..<colon]))
            name = tidied(String(decoding: bytes[(colon + 1)...], as: UTF8.self))
            if position == nil {
                report("“(\(text))” has no beat: expected a number before the colon.", text: text)
                draft.bar.words.append(wordsOfBar("(" + text + ")"))
                return
            }
        }
        guard let sound = sound(name) ?? unread(name) else {
            draft.bar.words.append(wordsOfBar("(" + text + ")"))
            return
        }
        // Above the previous chord.
        draft.alternates.append((position ?? (draft.slots.isEmpty ? Position(beat: 1) : nil), draft.lastChord, sound))
    }

    /// `3`, `2+6/12`
    private static func position(_ text: [UInt8]) -> Position? {
        let parts = text.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let beat = wholeNumber(parts[0]), (1...Meter.most).contains(beat) else { return nil }
        if parts.count == 1 { return Position(beat: beat) }
        let fraction = parts[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard fraction.count == 2, wholeNumber(fraction[1]) == 12, let twelfths = wholeNumber(fraction[0]),
            twelfths < 12
        else { return nil }
        return Position(twelfths: 12 * (beat - 1) + twelfths)
    }

    /// The words that are signs.
    private enum Sign: String {
        case asLast = "%"
        case cross = "x"
        case largeCross = "X"
        case barRepeat = "𝄎"
        case typedRepeat = "./."
        case asTwoBefore = "%%"
        case twoBarRepeat = "𝄏"
        case typedTwoBarRepeat = ".//."
        case slash = "/"
        case dot = "."
        // A beat in a bar, and between chords without bars only a space.
        case dash = "-"
        case enDash = "–"
        case emDash = "—"
        case underscore = "_"
        case bullet = "•"
        case point = "·"
        // Only spaces.
        case arrow = "→"
        case typedArrow = "->"
        case angle = ">"
        case comma = ","
        case semicolon = ";"

        /// Whether it is a space between chords without bars. Some are a beat in a bar.
        var isSpace: Bool {
            switch self {
            case .dash, .enDash, .emDash, .underscore, .bullet, .point: true
            default: isAlwaysSpace
            }
        }

        var isAlwaysSpace: Bool {
            switch self {
            case .arrow, .typedArrow, .angle, .comma, .semicolon: true
            default: false
            }
        }
    }

    private mutating func takeWord(_ word: String, hasLines: Bool, _ scanner: inout LineScanner) {
        if let times = scanner.takeTimes(beginningWith: word) { return count(times) }
        if hasLines, let chord = chord(onDegree: word) {
            draft.isFilled = true
            return append(.chord(chord), "/")
        }
        let sign = Sign(rawValue: word)
        if let sign, sign.isAlwaysSpace || !hasLines && sign.isSpace { return }
        switch sign {
        case .asLast, .cross, .largeCross, .barRepeat, .typedRepeat:
            draft.slots.append(.asLast)
            draft.isFilled = true
            return
        case .asTwoBefore, .twoBarRepeat, .typedTwoBarRepeat:
            draft.repeated = .asTwoBefore
            draft.isFilled = true
            return
        case .some:
            draft.slots.append(.hold)
            draft.isFilled = true
            return
        case nil: break
        }
        // //// for the beats of a bar.
        if word.utf8.count > 2, word.bytes.allSatisfy({ $0 == UInt8(ascii: "/") }) {
            for _ in word.utf8.prefix(Meter.most) { draft.slots.append(.hold) }
            draft.isFilled = true
            return
        }
        if let mark = scanner.takeMark(beginningWith: word) {
            return add(mark, isSign: isBar || word.unicodeScalars.count == 1)
        }
        if ("0"..."9").contains(word.scalars.first ?? "A"), let new = Meter(word) {
            return change(to: new, isOwn: false)
        }
        draft.isFilled = true
        if complete(with: word, isEnclosed: false) { return }
        if let sound = overBass(word) ?? (try? ChordSymbol(word, in: names)).map({ Sound.chord($0) }) {
            append(sound, word)
        } else if let chords = ChordWord(word, in: names) {
            for chord in chords.slots {
                if !hasLines, isBar { close(.single) }
                if let chord { append(.chord(chord), "/") } else if hasLines { draft.slots.append(.hold) }
                draft.isFilled = isBar
            }
        } else if let sound = sound(word) ?? unread(word) {
            append(sound, word)
        } else {
            let words = wordsOfBar(word)
            if !words.isEmpty { draft.bar.words.append(words) }
        }
    }

    /// A chord written as a degree of the tune's key. A tune has either all chords or none in this notation.
    private mutating func chord(onDegree word: String) -> ChordSymbol? {
        guard let key = tune.key, hasDegrees || lastChord == nil && (try? ChordSymbol(word, in: names)) == nil,
            hasDegrees || Meter(word) == nil, let chord = key.chord(onDegree: word)
        else { return nil }
        hasDegrees = true
        return chord
    }

    /// - Parameter word: its text, which the next word may complete.
    private mutating func append(_ sound: Sound, _ word: String) {
        draft.lastChord = draft.slots.count
        draft.lastWord = word
        draft.slots.append(.sound(sound))
        if case .chord(.chord(let chord)) = sound { lastChord = chord }
    }

    /// Sets how often the passage before, or the one that ends here, is played.
    private mutating func count(_ times: Int) {
        if !draft.isFilled, repeatLast(times) { return }
        draft.times = times
        draft.isFilled = true
    }

    /// - Parameter isSign: whether a coda may mean “To Coda”.
    private mutating func add(_ mark: Mark, isSign: Bool) {
        if mark == .coda, isSign { hasCodaSign = true }
        draft.bar.add(mark)
        draft.isFilled = true
    }

    /// Changes how often the passage before is played.
    /// - Returns: whether it ends with a repeat sign.
    private mutating func repeatLast(_ times: Int) -> Bool {
        guard let bar = tune.sections.last?.bars.last, case .repeated = bar.end else { return false }
        let section = tune.sections.count - 1
        tune.sections[section].bars[tune.sections[section].bars.count - 1].end = .repeated(times)
        return true
    }

    /// Repeats the bars of a line that ends with `x2`, which otherwise stays as a remark.
    private mutating func repeatLine(_ times: Int) {
        draft.times = nil
        let isOwn =
            !isRowOver
            && row.allSatisfy { place in
                let bar = tune.sections[place.section].bars[place.bar]
                if case .repeated = bar.end { return false }
                return !bar.startsRepeat && bar.endings.isEmpty
            }
        if isOwn, let first = row.first, let last = row.last {
            tune.sections[first.section].bars[first.bar].startsRepeat = true
            tune.sections[last.section].bars[last.bar].end = .repeated(times)
        } else {
            keep("x\(times)")
            // After the name of a section it belongs to the next bar.
            if draft.label != nil { return draft.isFilled = false }
        }
        draft.isFilled = !draft.bar.words.isEmpty || !draft.bar.marks.isEmpty
    }

    /// Adds a word that is no chord by itself to the chord before it: `C7 (b9)`, `C maj7`.
    /// - Parameter isEnclosed: whether it stands in parentheses.
    /// - Returns: whether both are a chord.
    private mutating func complete(with word: String, isEnclosed: Bool) -> Bool {
        guard case .sound(.chord)? = draft.slots.last, draft.lastChord == draft.slots.count - 1,
            !draft.lastWord.contains("/"), draft.lastWord.utf8.count < TextReader.maximumSymbolLength,
            let first = word.scalars.first
        else { return false }
        // A small b before a fifth, ninth or thirteenth is a flat, as within a symbol.
        let isFlat = names == .english && ["b5", "b9", "b13"].contains { word.hasPrefix($0) }
        let isSymbol = "A"..."G" ~= first || "0"..."9" ~= first || first == "/"
        guard isFlat || !isSymbol && (try? ChordSymbol(word, in: names)) == nil else { return false }
        let whole = draft.lastWord + (isEnclosed || isFlat ? "(" + word + ")" : word)
        guard let symbol = try? ChordSymbol(whole, in: names) else { return false }
        draft.slots[draft.lastChord] = .sound(.chord(symbol))
        draft.lastWord = whole
        if case .chord(let chord) = symbol { lastChord = chord }
        return true
    }

    /// Longer symbols are not completed by the next word, because the whole is read again.
    private static let maximumSymbolLength = 40

    /// `/B`: the chord before over another bass.
    private func overBass(_ word: String) -> Sound? {
        guard word.utf8.first == UInt8(ascii: "/"), let lastChord,
            let bass = try? NoteName(String(word.dropFirst()), in: names)
        else { return nil }
        return .chord(.chord(Chord(lastChord.root, lastChord.type, bass: bass)))
    }

    /// A word that looks like a chord but cannot be read keeps its place in the bar.
    private func unread(_ word: String) -> Sound? { Sound(unread: word) }

    // MARK: Lyrics

    /// Whether a line without bar lines is words: fewer than half of them are chords. Below a line of chords they are
    /// its lyrics.
    private mutating func isLyrics(_ line: [Unicode.Scalar], isAboveBars: Bool) -> Bool {
        if line.contains("|") || line.contains("[") { return false }
        var scanner = LineScanner(signs: line)
        let label = scanner.takeLabel()
        var text = ""
        text.unicodeScalars.append(contentsOf: line)
        text = tidied(text)
        if Mark(words: text) != nil { return false }
        if TextReader.isSectionName(text) {
            isBegun = true
            begin(text)
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

    private mutating func passOver(_ line: String) {
        let signs = line.scalars
        let shown = String(scalars: signs.prefix(60)) + (signs.count > 60 ? "…" : "")
        report("“\(shown)” is not a line of chords. It was passed over.", ofBar: false, text: line)
    }

    /// Whether an unreadable word may be meant as a chord, because it has a number or accidental.
    private func isUnreadChord(_ word: String) -> Bool {
        Sound.isLikeChord(word) && word.scalars.contains { $0.isOne(of: "0123456789#♯♭") }
    }

    /// Whether a line is the name of a section, perhaps with a number: `Verse 2`.
    static func isSectionName(_ line: String) -> Bool {
        let words = folded(line).parts(at: " ")
        guard let name = words.first, words.count == 1 || words.count == 2 && wholeNumber(words[1].bytes[...]) != nil
        else {
            return false
        }
        return sectionNames.contains { isSameWord($0, String(name)) }
    }

    private static let sectionNames = [
        "verse", "chorus", "refrain", "bridge", "intro", "outro", "interlude", "solo", "instrumental", "pre-chorus",
        "prechorus",
    ]

    /// Whether a word can stand in a line of chords.
    private func isMusic(_ word: String) -> Bool {
        Sign(rawValue: word) != nil || TuneText.noChord.contains(word) || Meter(word) != nil
            || LineScanner.times(word) != nil || (try? ChordSymbol(word, in: names)) != nil
            || word.utf8.last != UInt8(ascii: ".") && ChordWord(word, in: names) != nil
    }

    private mutating func sound(_ word: String) -> Sound? {
        if TuneText.noChord.contains(word) { return .noChord }
        do throws(SymbolError) {
            return .chord(try ChordSymbol(word, in: names))
        } catch {
            report(error.message, text: word)
            return nil
        }
    }
}
