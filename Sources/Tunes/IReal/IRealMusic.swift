import Harmony

/// Reads the music of a song in iReal Pro's notation, cell by cell, into sections and bars.
struct IRealMusic {
    private(set) var sections: [Tune.Section] = []
    private(set) var problems: [TuneProblem] = []
    /// The first meter of the tune.
    private(set) var firstMeter: Meter?

    private let signs: [Unicode.Scalar]
    private var place = 0
    private let pairs: SignPairs
    /// The number of the last ending in the current section.
    private var lastEnding: Int?

    /// A bar under construction.
    private struct Draft {
        var bar = Bar()
        /// Its width in cells.
        var cells = 0
        var chords: [(cell: Int, sound: Sound)] = []
        var alternates: [(cell: Int, sound: Sound)] = []
        /// The sign that repeats one bar or two.
        var repeated: Bar.Content?
        /// Whether it contains anything, including a slash.
        var isFilled = false
        var label: String?
        /// Whether words, not signs, mark the coda or a jump to it.
        var saysCoda = false
        var saysToCoda = false
    }

    private var draft = Draft()
    /// The sounding chords of each bar read so far.
    private var sounding: [[BarChord]] = []
    /// The current meter.
    private var meter = Meter.common
    private var barCount = 0
    /// The bars in which words say “Coda” or “To Coda”.
    private var saidCodas: Set<Int> = []
    private var saidExits: Set<Int> = []
    /// Whether the second bar of a two-bar repeat is still missing.
    private var owesSecondBar = false
    /// The number of repeats, if given before the end of the passage.
    private var times: Int?
    /// In cells.
    private static let widestEmptyBar = 4
    /// The sign before the current cells. Empty cells after a closing sign are not a bar.
    private enum Border { case none, line, opening, closing }
    private var border = Border.none
    /// The chord to which `W` gives another bass.
    private var lastChord: Chord?

    /// - Parameter signs: unscrambled, with shorthands expanded.
    init(_ signs: [Unicode.Scalar]) {
        self.signs = signs
        pairs = SignPairs(signs)
        while place < signs.count { readSign() }
        // The line is missing.
        if draft.isFilled || draft.repeated != nil { close(.single) }
        fillSecondBar()
        placeCodas()
        placeJumps()
    }

    private func peek(_ distance: Int = 0) -> Unicode.Scalar {
        place + distance < signs.count ? signs[place + distance] : "\0"
    }

    private mutating func readSign() {
        let sign = peek()
        switch sign {
        case " ": takeCell()
        case ",", "s", "l", "\n", "\r", "\t": place += 1
        case "|", "[", "]", "{", "}", "Z": readBarLine(sign)
        case "*": readLabel()
        case "T": readMeter()
        case "N": readEnding()
        case "<": readComment()
        case "(": readAlternates()
        case "S": addSign(.segno)
        case "Q":
            let isBehind = draft.isFilled || draft.repeated != nil || (owesSecondBar && draft.cells > 0)
            addSign(isBehind ? .toCoda : .coda)
        case "f": addSign(.fermata)
        case "U": addSign(.end)
        case "Y":
            dropEmptyCells()
            place += 1
        case "x":
            draft.repeated = .asLast
            takeCell()
        case "r":
            draft.repeated = .asTwoBefore
            takeCell()
        case "n":
            draft.chords.append((draft.cells, .noChord))
            fillCell()
        case "p": fillCell()
        case "W", "A"..."G": readChord()
        default:
            report("“\(sign)” is not an iReal Pro sign.", text: String(sign))
            place += 1
        }
    }

    private mutating func takeCell() {
        draft.cells += 1
        place += 1
    }

    private mutating func fillCell() {
        draft.isFilled = true
        takeCell()
    }

    private mutating func addSign(_ mark: Mark) {
        draft.bar.add(mark)
        if mark == .coda { draft.saysCoda = false }
        if mark == .toCoda { draft.saysToCoda = false }
        place += 1
    }

    private mutating func add(_ mark: Mark) {
        let isBehindPassage = border == .closing && !draft.isFilled && draft.repeated == nil
        switch mark {
        case .jump where isBehindPassage, .fine where isBehindPassage:
            // Text between a closing line and the next bar describes the end of the passage.
            guard let section = sections.indices.last, let bar = sections[section].bars.indices.last else { return }
            sections[section].bars[bar].add(mark)
        default: draft.bar.add(mark)
        }
    }

    /// Empty cells before the beginning of a bar only align it in its row.
    private mutating func dropEmptyCells() {
        if !draft.isFilled, draft.repeated == nil { draft.cells = 0 }
    }

    private mutating func report(_ message: String, text: String? = nil) {
        guard problems.count < TuneProblem.maximumCount else { return }
        problems.append(TuneProblem(bar: barCount + 1, text: text, message))
    }

    // MARK: Bar lines

    private mutating func readBarLine(_ sign: Unicode.Scalar) {
        place += 1
        switch sign {
        case "[", "{":
            let isBar = draft.isFilled || draft.repeated != nil
            if isBar { close(.single) } else { dropEmptyCells() }
            if sign == "{" { draft.bar.startsRepeat = true } else { endLast(.double) }
            border = .opening
        case "]", "Z":
            closeOrEnd(sign == "Z" ? .final : .double)
            border = .closing
        case "}":
            let count = times ?? 2
            times = nil
            closeOrEnd(.repeated(count))
            border = .closing
        default:
            // Two adjacent lines are a double line.
            let isBeside = place > 1 && signs[place - 2] == "|"
            if isBar { close(.single) } else if isBeside { endLast(.double) }
            border = .line
        }
    }

    /// Whether the content since the last bar line is a bar.
    private var isBar: Bool {
        if draft.isFilled || draft.repeated != nil { return true }
        guard draft.cells > 0 else { return false }
        if owesSecondBar { return true }
        // Only padding of a row is wider than a bar.
        return draft.cells <= IRealMusic.widestEmptyBar && (border == .line || border == .opening)
    }

    private mutating func closeOrEnd(_ end: Bar.Ending) {
        if isBar { close(end) } else { endLast(end) }
    }

    /// Changes the end of the last bar. A double line does not replace a more specific end.
    private mutating func endLast(_ end: Bar.Ending) {
        draft.cells = 0
        guard !sections.isEmpty, !sections[sections.count - 1].bars.isEmpty else { return }
        let section = sections.count - 1
        let bar = sections[section].bars.count - 1
        if sections[section].bars[bar].end == .single || end != .double { sections[section].bars[bar].end = end }
    }

    private mutating func close(_ end: Bar.Ending) {
        var bar = draft.bar
        bar.end = end
        let isEmpty = !draft.isFilled && draft.repeated == nil
        if owesSecondBar {
            if isEmpty { bar.content = .asTwoBefore } else { fillSecondBar() }
            owesSecondBar = false
        }
        if let repeated = draft.repeated {
            bar.content = draft.chords.isEmpty ? repeated : .chords(continued(repeated))
            owesSecondBar = repeated == .asTwoBefore
        } else if draft.isFilled {
            bar.content = .chords(placed(draft.chords))
        }
        bar.alternates = placed(draft.alternates)
        bar.sortAlternates()
        if draft.saysCoda { saidCodas.insert(barCount) }
        if draft.saysToCoda { saidExits.insert(barCount) }
        append(bar, label: draft.label)
        draft = Draft()
    }

    /// Adds the second bar of a two-bar repeat if it was not written.
    private mutating func fillSecondBar() {
        guard owesSecondBar, !sections.isEmpty else { return }
        owesSecondBar = false
        var bar = Bar(.asTwoBefore)
        // The end of the first bar moves to the second.
        let section = sections.count - 1
        if !sections[section].bars.isEmpty {
            let last = sections[section].bars.count - 1
            bar.end = sections[section].bars[last].end
            sections[section].bars[last].end = .single
        }
        append(bar, label: nil)
    }

    private mutating func append(_ bar: Bar, label: String?) {
        guard barCount < Tune.maximumBars else {
            if barCount == Tune.maximumBars {
                report("A tune can have at most \(Tune.maximumBars) bars. The others were left out.")
            }
            barCount = Tune.maximumBars + 1
            return
        }
        switch bar.content {
        case .chords(let chords): sounding.append(chords)
        case .asLast: sounding.append(sounding.last ?? [])
        case .asTwoBefore: sounding.append(sounding.count < 2 ? [] : sounding[sounding.count - 2])
        }
        if let label {
            sections.append(Tune.Section(label))
            lastEnding = nil
        } else if sections.isEmpty {
            sections.append(Tune.Section())
        }
        sections[sections.count - 1].bars.append(bar)
        lastEnding = bar.ending ?? lastEnding
        barCount += 1
    }

    // MARK: Positions of chords

    /// Four cells are a bar of 4/4, with one beat per cell. In other bars cells are fractions or multiples of beats. If
    /// these are uneven, chords share the bar as players would divide it.
    private func placed(_ chords: [(cell: Int, sound: Sound)]) -> [BarChord] {
        let beats = meter.beats
        let cells = max(draft.cells, 1)
        // Several alternates may be above the same cell.
        var positions: [Position]?
        if beats % cells == 0 || (cells % beats == 0 && 12 % (cells / beats) == 0) {
            positions = chords.map { Position(twelfths: 12 * beats * min($0.cell, cells - 1) / cells) }
        } else if cells > beats, chords.count <= beats {
            positions = nearest(chords.map { $0.cell }, cells: cells, beats: beats)
        }
        let spread = positions ?? Position.spread(chords.count, over: beats) ?? []
        return zip(spread, chords).map { BarChord($1.sound, at: $0) }
    }

    /// The nearest beat of each cell, without duplicates.
    private func nearest(_ places: [Int], cells: Int, beats: Int) -> [Position] {
        var positions = places.map { min((2 * $0 * beats + cells) / (2 * cells), beats - 1) }
        for index in positions.indices.dropLast().reversed() {
            positions[index] = min(positions[index], positions[index + 1] - 1)
        }
        for index in positions.indices { positions[index] = max(positions[index], index) }
        return positions.map { Position(beat: $0 + 1) }
    }

    /// A bar that begins as a repeated one and continues with its own chords.
    private func continued(_ repeated: Bar.Content) -> [BarChord] {
        let back = repeated == .asLast ? 1 : 2
        let own = placed(draft.chords)
        guard sounding.count >= back, let first = own.first else { return own }
        return sounding[sounding.count - back].filter { $0.position < first.position } + own
    }

    // MARK: Contents of cells

    /// Longer than any chord.
    private static let maximumChordLength = 40
    private static let maximumAlternateLength = 200
    private static let maximumCommentLength = 1_000

    private mutating func readChord() {
        let start = place
        defer {
            // Unknown signs still fill their cell, to keep the position of others.
            draft.isFilled = true
            draft.cells += 1
        }
        let isBassOnly = peek() == "W"
        place += 1
        var root = isBassOnly ? "" : String(signs[start])
        if !isBassOnly { takeAccidental(&root) }
        let suffix = takeSuffix()
        var bass: String?
        if peek() == "/", ("A"..."G").contains(peek(1)) {
            var name = String(peek(1))
            place += 2
            takeAccidental(&name)
            bass = name
        }
        let written = text(start..<place)
        if isBassOnly {
            // Only the bass or alternates are visible.
            guard let bass else { return }
            guard let lastChord, let note = try? NoteName(bass) else {
                report("“\(written)” changes the bass of a chord, but no chord comes before it.")
                return
            }
            let chord = Chord(lastChord.root, lastChord.type, bass: note)
            draft.chords.append((draft.cells, .chord(.chord(chord))))
            return
        }
        do throws(SymbolError) {
            let chord = try Chord(root + suffix + (bass.map { "/" + $0 } ?? ""))
            lastChord = chord
            draft.chords.append((draft.cells, .chord(.chord(chord))))
        } catch {
            report(error.message, text: written)
            // The text stays in place of the chord.
            if let unread = Sound(unread: written) { draft.chords.append((draft.cells, unread)) }
        }
    }

    private mutating func takeAccidental(_ name: inout String) {
        guard peek() == "b" || peek() == "#" else { return }
        name.unicodeScalars.append(peek())
        place += 1
    }

    /// The suffix after a root, in signs that chord symbols are read from.
    private mutating func takeSuffix() -> String {
        var suffix = ""
        while true {
            switch peek() {
            case "^", "-", "+", "o", "h", "b", "#", "0"..."9":
                suffix.unicodeScalars.append(peek())
                place += 1
            case "s" where sees("sus"), "a" where sees("alt") || sees("add"):
                suffix += text(place..<place + 3)
                place += 3
            case "(" where peek(1).isOne(of: "b#0123456789") || sees("(add") || sees("(sus"):
                // No chord begins with this; other programs write it in parentheses.
                guard let end = pairs.closing(behind: place), end - place < IRealMusic.maximumChordLength else {
                    return suffix
                }
                suffix += text(place..<end + 1)
                place = end + 1
            case "/" where ("0"..."9").contains(peek(1)):
                // 6/9 is not a bass.
                suffix += text(place..<place + 2)
                place += 2
            case "m" where sees("maj") || sees("min"), "d" where sees("dim"), "a" where sees("aug"):
                suffix += text(place..<place + 3)
                place += 3
            case "m", "M":
                suffix.unicodeScalars.append(peek())
                place += 1
            case "*":
                guard let own = takeOwnQuality() else { return suffix }
                suffix += own
            default: return suffix
            }
        }
    }

    /// `*…*`: a custom quality.
    private mutating func takeOwnQuality() -> String? {
        var end = place + 1
        while end < signs.count, signs[end] != "*" {
            // The star belonged to a section name.
            if signs[end].isOne(of: "|[]{}Z<") || end - place > IRealMusic.maximumChordLength {
                return nil
            }
            end += 1
        }
        guard end < signs.count else { return nil }
        defer { place = end + 1 }
        return text(place + 1..<end)
    }

    private func sees(_ word: String) -> Bool { signs[place...].starts(with: word.scalars) }

    private func text(_ range: Range<Int>) -> String { String(scalars: signs[range]) }

    /// `(A-7 D7)`: alternate chords above the previous cell.
    private mutating func readAlternates() {
        let start = place
        guard let end = pairs.partner(of: start), end - start < IRealMusic.maximumAlternateLength else {
            report("“(” has no closing “)”.")
            place += 1
            return
        }
        var inner = IRealMusic(chordsIn: Array(signs[start + 1..<end]), after: lastChord)
        let cell = max(draft.cells - 1, 0)
        for chord in inner.draft.chords { draft.alternates.append((cell, chord.sound)) }
        for index in inner.problems.indices { inner.problems[index].bar = barCount + 1 }
        problems += inner.problems
        place = end + 1
    }

    private init(chordsIn signs: [Unicode.Scalar], after lastChord: Chord?) {
        self.signs = signs
        pairs = SignPairs(signs)
        self.lastChord = lastChord
        while place < signs.count {
            if ("A"..."G").contains(peek()) || peek() == "W" { readChord() } else { place += 1 }
        }
    }

    // MARK: Signs above the bar

    private mutating func readLabel() {
        place += 1
        let sign = peek()
        guard ("A"..."Z").contains(sign) || ("a"..."z").contains(sign) || ("0"..."9").contains(sign) else {
            report("“*” needs a section letter, as in *A.")
            return
        }
        place += 1
        dropEmptyCells()
        switch sign {
        case "i": draft.label = "intro"
        case "v", "V": draft.label = "verse"
        default: draft.label = String(sign)
        }
    }

    private mutating func readMeter() {
        let first = peek(1), second = peek(2)
        guard ("0"..."9").contains(first), ("0"..."9").contains(second) else {
            report("“T” needs two digits, as in T44.")
            place += 1
            return
        }
        place += 3
        let digits = (Int(first.value) - 48, Int(second.value) - 48)
        // 12/8 would need a third digit.
        guard let new = digits == (1, 2) ? Meter(12, 8) : Meter(digits.0, digits.1) else {
            report("“T\(digits.0)\(digits.1)” is not a time signature: it would mean \(digits.0)/\(digits.1).")
            return
        }
        change(to: new)
    }

    private mutating func change(to new: Meter) {
        dropEmptyCells()
        if firstMeter == nil, barCount == 0, !draft.isFilled {
            firstMeter = new
        } else if new != meter {
            // Returning to the first meter at the first bar is not a change.
            draft.bar.meter = barCount == 0 && new == firstMeter ?? .common ? nil : new
        }
        meter = new
    }

    private mutating func readEnding() {
        place += 1
        guard ("0"..."9").contains(peek()) else {
            report("“N” needs a digit, as in N1.")
            return
        }
        // N0 is a bracket without a number: the ending after the previous one.
        let number = Int(peek().value) - 48
        place += 1
        dropEmptyCells()
        draft.bar.ending = number == 0 ? (lastEnding ?? 0) + 1 : number
    }

    private mutating func readComment() {
        guard let end = pairs.endOfComment(from: place), end - place < IRealMusic.maximumCommentLength else {
            report("“<” has no closing “>”.")
            place += 1
            return
        }
        var start = place + 1
        // *66: the height above the row.
        if start + 2 < end, signs[start] == "*", ("0"..."9").contains(signs[start + 1]),
            ("0"..."9").contains(signs[start + 2])
        {
            start += 3
        }
        place = end + 1
        let words = wordsOfBar(text(start..<end))
        if words.isEmpty { return }
        if let new = Meter(words), new.iRealSign == nil {
            change(to: new)
        } else if let mark = Mark(words: words) {
            if mark == .coda, !draft.bar.marks.contains(.coda) { draft.saysCoda = true }
            if mark == .toCoda, !draft.bar.marks.contains(.toCoda) { draft.saysToCoda = true }
            add(mark)
        } else if let count = IRealMusic.times(in: words) {
            // It may follow the repeat sign or precede it.
            if draft.cells == 0, border == .closing, setTimes(count) { return }
            times = count
        } else {
            draft.bar.words.append(words)
        }
    }

    /// `3x`
    private static func times(in words: String) -> Int? {
        let bytes = Array(words.utf8)
        guard let last = bytes.last, last | 0x20 == UInt8(ascii: "x"), let count = wholeNumber(bytes.dropLast()),
            (2...Bar.maximumTimes).contains(count)
        else { return nil }
        return count
    }

    private mutating func setTimes(_ count: Int) -> Bool {
        let section = sections.count - 1
        guard section >= 0, let last = sections[section].bars.last, case .repeated = last.end else { return false }
        sections[section].bars[sections[section].bars.count - 1].end = .repeated(count)
        return true
    }

    // MARK: Codas

    /// Places codas. The same sign marks “To Coda” and the coda. The last one is the coda if a bar begins with it; an
    /// earlier one at the beginning of a bar belongs after the bar before. Words are unambiguous.
    private mutating func placeCodas() {
        var places: [(section: Int, bar: Int, mark: Mark, isSaid: Bool)] = []
        var number = 0
        for section in sections.indices {
            for (bar, content) in sections[section].bars.enumerated() {
                for mark in content.marks where mark == .coda || mark == .toCoda {
                    places.append((section, bar, mark, (mark == .coda ? saidCodas : saidExits).contains(number)))
                }
                number += 1
            }
        }
        // After words that lead to the coda, the sign may be missing.
        while let last = places.last, last.isSaid, last.mark == .toCoda { places.removeLast() }
        guard places.count > 1 else { return }
        for (section, bar, mark, isSaid) in places.dropLast() where mark == .coda && !isSaid {
            sections[section].bars[bar].remove(.coda)
            if bar > 0 {
                sections[section].bars[bar - 1].add(.toCoda)
            } else if section > 0 {
                sections[section - 1].bars[sections[section - 1].bars.count - 1].add(.toCoda)
            }
        }
        if let last = places.last, last.mark == .toCoda, !last.isSaid {
            sections[last.section].bars[last.bar].remove(.toCoda)
            sections[last.section].bars[last.bar].add(.coda)
        }
    }

    // MARK: Jumps

    /// Places jumps. Words may be written a bar or two before the closing line to which they belong. A jump is
    /// therefore taken after the next bar in the same row that a line closes.
    private mutating func placeJumps() {
        for section in sections.indices {
            let bars = sections[section].bars
            for (start, bar) in bars.enumerated() where bar.end == .single {
                guard let jump = bar.jump,
                    let end = bars[start...].prefix(IRealMusic.barsInRow).firstIndex(where: { $0.end != .single }),
                    !bars[(start + 1)...end].contains(where: {
                        $0.startsRepeat || $0.ending != nil || !$0.marks.isEmpty
                    })
                else { continue }
                sections[section].bars[start].remove(.jump(jump))
                sections[section].bars[end].add(.jump(jump))
            }
        }
    }

    /// Sixteen cells.
    private static let barsInRow = 4
}
