import Harmony
import Tunes

/// How a chart is changed bar by bar. Bars are counted from 0 as they are written.
extension Tune {
    /// Where a bar stands; nil where there is none.
    func home(ofBar index: Int) -> (section: Int, bar: Int)? {
        var rest = index
        for (section, part) in sections.enumerated() {
            if rest < part.bars.count { return (section, rest) }
            rest -= part.bars.count
        }
        return nil
    }

    @inline(never)
    mutating func change(bar index: Int, _ change: (inout Bar) -> Void) {
        guard let home = home(ofBar: index) else { return }
        change(&sections[home.section].bars[home.bar])
    }

    /// Puts bars before the one that stands there; behind the last one where there is none.
    mutating func insert(_ bars: [Bar], at index: Int) {
        if sections.isEmpty { sections = [Section()] }
        if let home = home(ofBar: index) {
            sections[home.section].bars.insert(contentsOf: bars, at: home.bar)
        } else {
            sections[sections.count - 1].bars += bars
        }
    }

    /// Sections that have no bars left go with them.
    mutating func removeBars(_ range: ClosedRange<Int>) {
        for index in range.reversed() {
            guard let home = home(ofBar: index) else { continue }
            sections[home.section].bars.remove(at: home.bar)
        }
        sections.removeAll { $0.bars.isEmpty }
    }

    /// Bars take over what is played and sung in others; sections, bar lines and signs belong to the place in the form.
    /// - Parameter origins: of each bar the one from which it takes that.
    mutating func takeMusic(from origins: [Int?]) {
        let old = bars
        for (index, origin) in origins.enumerated() {
            guard let origin, origin != index else { continue }
            change(bar: index) { bar in
                (bar.content, bar.alternates, bar.melody) = (old[origin].content, old[origin].alternates, old[origin].melody)
            }
        }
    }

    /// Puts what was typed in the place of some bars. Where it begins sections, they begin there.
    /// - Parameter melodies: what is sung in the typed bars, one after the other, as far as they reach.
    mutating func replaceBars(_ range: ClosedRange<Int>, with typed: [Section], under melodies: [Melody]) {
        guard let home = home(ofBar: range.lowerBound) else { return }
        let count = bars.count
        var typed = typed
        var sung = melodies[...]
        for section in typed.indices {
            for bar in typed[section].bars.indices {
                if let melody = sung.popFirst() { typed[section].bars[bar].melody = melody }
            }
        }
        guard let first = typed.first else { return }
        // Those behind stay in their sections.
        for index in range.reversed() where index > range.lowerBound && index < count {
            guard let other = self.home(ofBar: index) else { continue }
            sections[other.section].bars.remove(at: other.bar)
        }
        let rest = Array(sections[home.section].bars[(home.bar + 1)...])
        sections[home.section].bars.removeSubrange(home.bar...)
        sections[home.section].bars += first.bars
        if !first.label.isEmpty, home.bar == 0 { sections[home.section].label = first.label }
        sections.insert(contentsOf: typed.dropFirst(), at: home.section + 1)
        sections[home.section + typed.count - 1].bars += rest
        sections.removeAll { $0.bars.isEmpty }
    }

    /// Gives bars that were typed without any signs those of the bars over which they were typed. Where their chords are the
    /// same as before, it is the signs that were changed, and what is typed holds. A metre stays unless another is typed.
    mutating func takeSigns(of old: [Bar]) {
        let count = bars.count
        guard let first = old.first, let last = old.last, count > 0 else { return }
        if !bars.contains(where: { $0.metre != nil }) { change(bar: 0) { $0.metre = first.metre } }
        guard bars.allSatisfy({ $0.hasNoSigns }), bars.map({ $0.content }) != old.map({ $0.content }) else { return }
        for (index, bar) in old.enumerated() where index < count {
            change(bar: index) { typed in
                typed.startsRepeat = bar.startsRepeat
                typed.ending = bar.ending
                typed.words = bar.words
                if index < old.count - 1 { typed.end = bar.end }
                for mark in bar.marks where index < old.count - 1 || mark == .segno || mark == .coda { typed.add(mark) }
            }
        }
        // What ends the last of them ends the last of these.
        change(bar: count - 1) { typed in
            typed.end = last.end
            for mark in last.marks where mark != .segno && mark != .coda { typed.add(mark) }
        }
    }

    /// A section begins with a bar, and has this name; without a name it goes on with the one before.
    mutating func begin(_ label: String, withBar index: Int) {
        guard let home = home(ofBar: index) else { return }
        if home.bar == 0 {
            if label.isEmpty, home.section > 0 {
                sections[home.section - 1].bars += sections[home.section].bars
                sections.remove(at: home.section)
            } else {
                sections[home.section].label = label
            }
        } else if !label.isEmpty {
            let rest = Array(sections[home.section].bars[home.bar...])
            sections[home.section].bars.removeSubrange(home.bar...)
            sections.insert(Section(label, rest), at: home.section + 1)
        }
    }

    /// Chords that shared their bar evenly share it evenly in another metre too, and so do all of a bar that has no room for
    /// the last of them.
    /// - Parameters:
    ///   - old: the metres of the bars as they were.
    ///   - origins: of each bar which of them it was; nil where it is new.
    ///   - typed: bars that stay as they are.
    mutating func fitChords(from old: [Metre], _ origins: [Int?], but typed: Range<Int>) {
        for (index, metre) in metres.enumerated() where !typed.contains(index) {
            guard let home = home(ofBar: index) else { continue }
            let bar = sections[home.section].bars[home.bar]
            let chords = bar.chords
            guard let last = chords.last else { continue }
            var isSpread = last.position.twelfths >= 12 * metre.beats
            if origins.indices.contains(index), let origin = origins[index], old.indices.contains(origin), old[origin].beats != metre.beats,
                Position.spread(chords.count, over: old[origin].beats) == chords.map({ $0.position })
            {
                isSpread = true
            }
            guard isSpread, let places = Position.spread(chords.count, over: metre.beats) else { continue }
            var next = bar
            next.content = .chords(zip(chords, places).map { BarChord($0.sound, at: $1) })
            // What may be played instead stays above its chord.
            next.alternates = bar.alternates.map { other in
                let below = chords.lastIndex { $0.position <= other.position } ?? 0
                return BarChord(other.sound, at: places[below])
            }
            sections[home.section].bars[home.bar] = next
        }
    }

    /// Some bars as typed: `Dm7 G7`; with what stands before and behind them where that is more than a line.
    /// - Parameter names: what notes are called.
    func text(ofBars range: ClosedRange<Int>, in names: NoteNames) -> String {
        let bars = bars
        guard range.upperBound < bars.count else { return "" }
        var part = Tune()
        part.metre = metres[range.lowerBound]
        var written = Array(bars[range])
        if written[0].metre == part.metre, range.lowerBound == 0 || metres[range.lowerBound - 1] == part.metre {
            written[0].metre = nil
        }
        part.sections = [Section("", written)]
        let lines = TuneText.write([part], in: names).split(separator: "\n").map { String($0) }.filter { $0.hasPrefix("|") }
        var text = lines.joined(separator: " ")
        if text.hasPrefix("| ") { text = String(text.dropFirst(2)) }
        if text.hasSuffix(" |") { text = String(text.dropLast(2)) }
        return text.replacingPairs()
    }

    /// What was typed for some bars.
    /// - Parameter metre: that of the first of them.
    static func typed(_ text: String, in metre: Metre, _ names: NoteNames) -> TuneBook {
        var line = text.edgedByShapes
        if !line.hasPrefix("|"), !line.hasPrefix("[") { line = "| " + line }
        if !line.hasSuffix("|"), !line.hasSuffix("]") { line += " |" }
        return TuneText.read("Time: " + metre.text + "\n" + line + "\n", in: names)
    }
}

extension Bar {
    /// Whether nothing stands in it but chords.
    fileprivate var hasNoSigns: Bool { !startsRepeat && ending == nil && end == .single && marks.isEmpty && words.isEmpty }
}

extension String {
    /// Without characters that have no shape at its beginning and its end.
    fileprivate var edgedByShapes: String {
        guard let first = unicodeScalars.firstIndex(where: { !$0.isShapeless }),
            let last = unicodeScalars.lastIndex(where: { !$0.isShapeless })
        else { return "" }
        return String(unicodeScalars[first...last])
    }

    /// Two bar lines that came from two lines of text are one.
    fileprivate func replacingPairs() -> String {
        var signs: [Unicode.Scalar] = []
        for sign in unicodeScalars {
            if sign == "|", signs.count > 2, signs.suffix(2) == ["|", " "] {
                signs.removeLast(2)
            }
            signs.append(sign)
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: signs)
        return text
    }
}
