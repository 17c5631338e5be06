import Harmony

extension TextReader {
    mutating func take(_ token: LineScanner.Token, hasLines: Bool, _ scanner: inout LineScanner) {
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
            if !hasLines, Sound.wordsForNoChord.contains(text) {
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
    var isBar: Bool { !draft.slots.isEmpty || draft.repeated != nil }

    /// Whether nothing but a segno, coda or ending was read of the bar.
    var beginsPassage: Bool {
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
    static func position(_ text: [UInt8]) -> Position? {
        let parts = text.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let beat = wholeNumber(parts[0]), (1...Meter.maximumBeats).contains(beat) else {
            return nil
        }
        if parts.count == 1 { return Position(beat: beat) }
        let fraction = parts[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard fraction.count == 2, wholeNumber(fraction[1]) == 12, let twelfths = wholeNumber(fraction[0]),
            twelfths < 12
        else { return nil }
        return Position(twelfths: 12 * (beat - 1) + twelfths)
    }

    /// The words that are signs.
    enum Sign: String {
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
            for _ in word.utf8.prefix(Meter.maximumBeats) { draft.slots.append(.hold) }
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
    mutating func chord(onDegree word: String) -> ChordSymbol? {
        guard let key = tune.key, hasDegrees || lastChord == nil && (try? ChordSymbol(word, in: names)) == nil,
            hasDegrees || Meter(word) == nil, let chord = key.chord(onDegree: word)
        else { return nil }
        hasDegrees = true
        return chord
    }

    /// - Parameter word: its text, which the next word may complete.
    mutating func append(_ sound: Sound, _ word: String) {
        draft.lastChord = draft.slots.count
        draft.lastWord = word
        draft.slots.append(.sound(sound))
        if case .chord(.chord(let chord)) = sound { lastChord = chord }
    }

    /// Sets how often the passage before, or the one that ends here, is played.
    mutating func count(_ times: Int) {
        if !draft.isFilled, repeatLast(times) { return }
        draft.times = times
        draft.isFilled = true
    }

    /// - Parameter isSign: whether a coda may mean “To Coda”.
    mutating func add(_ mark: Mark, isSign: Bool) {
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
    mutating func repeatLine(_ times: Int) {
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
}
