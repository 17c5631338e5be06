import Harmony
import Tunes

/// Edits of a chart. Indices of bars count written bars from 0.
extension Tune {
    /// The section of a bar and its index there; nil if there is no such bar.
    func location(ofBar index: Int) -> (section: Int, bar: Int)? {
        var rest = index
        for (section, part) in sections.enumerated() {
            if rest < part.bars.count { return (section, rest) }
            rest -= part.bars.count
        }
        return nil
    }

    @inline(never)
    mutating func change(bar index: Int, _ change: (inout Bar) -> Void) {
        guard let home = location(ofBar: index) else { return }
        change(&sections[home.section].bars[home.bar])
    }

    /// Inserts bars before an index, or appends them.
    mutating func insert(_ bars: [Bar], at index: Int) {
        if sections.isEmpty { sections = [Section()] }
        if let home = location(ofBar: index) {
            sections[home.section].bars.insert(contentsOf: bars, at: home.bar)
        } else {
            sections[sections.count - 1].bars += bars
        }
    }

    /// Removes bars, and sections that become empty.
    mutating func removeBars(_ range: ClosedRange<Int>) {
        for index in range.reversed() {
            guard let home = location(ofBar: index) else { continue }
            sections[home.section].bars.remove(at: home.bar)
        }
        sections.removeAll { $0.bars.isEmpty }
    }

    /// Moves chords and melody between bars. Sections, bar lines and signs stay at their place in the form.
    /// - Parameter origins: for each bar, the index of the bar from which it takes its music.
    mutating func moveMusic(from origins: [Int?]) {
        let old = bars
        for (index, origin) in origins.enumerated() {
            guard let origin, origin != index else { continue }
            change(bar: index) { bar in
                (bar.content, bar.alternates, bar.melody) = (
                    old[origin].content, old[origin].alternates, old[origin].melody
                )
            }
        }
    }

    /// Replaces bars by typed ones, which may start new sections.
    /// - Parameter melodies: the melodies of the typed bars, in order. There may be fewer than bars.
    mutating func replaceBars(_ range: ClosedRange<Int>, with typed: [Section], under melodies: [Melody]) {
        guard let home = location(ofBar: range.lowerBound) else { return }
        let count = bars.count
        var typed = typed
        var sung = melodies[...]
        for section in typed.indices {
            for bar in typed[section].bars.indices {
                if let melody = sung.popFirst() { typed[section].bars[bar].melody = melody }
            }
        }
        guard let first = typed.first else { return }
        // Later bars stay in their sections.
        for index in range.reversed() where index > range.lowerBound && index < count {
            guard let other = self.location(ofBar: index) else { continue }
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

    /// Copies the signs of the replaced bars to bars that were typed without any.
    ///
    /// If the chords are the same as before, the user has removed the signs, so they are not copied. The meter stays
    /// unless another one was typed.
    mutating func inheritSigns(from old: [Bar]) {
        let count = bars.count
        guard let first = old.first, let last = old.last, count > 0 else { return }
        if !bars.contains(where: { $0.meter != nil }) { change(bar: 0) { $0.meter = first.meter } }
        guard bars.allSatisfy({ $0.hasNoSigns }), bars.map({ $0.content }) != old.map({ $0.content }) else { return }
        for (index, bar) in old.enumerated() where index < count {
            change(bar: index) { typed in
                typed.startsRepeat = bar.startsRepeat
                typed.endings = bar.endings
                typed.words = bar.words
                if index < old.count - 1 { typed.end = bar.end }
                for mark in bar.marks where index < old.count - 1 || mark == .segno || mark == .coda { typed.add(mark) }
            }
        }
        // The end of the last bar stays at the end.
        change(bar: count - 1) { typed in
            typed.end = last.end
            for mark in last.marks where mark != .segno && mark != .coda { typed.add(mark) }
        }
    }

    /// Starts a section with this name at a bar. With an empty name, the section is joined to the one before.
    mutating func setSection(_ label: String, atBar index: Int) {
        guard let home = location(ofBar: index) else { return }
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

    /// Spaces chords evenly after a change of meter, if they were spaced evenly before or no longer fit.
    /// - Parameters:
    ///   - old: the former meters of the bars.
    ///   - origins: the former index of each bar; nil for a new one.
    ///   - typed: bars that are not changed.
    mutating func respaceChords(from old: [Meter], _ origins: [Int?], except typed: Range<Int>) {
        for (index, meter) in meters.enumerated() where !typed.contains(index) {
            guard let home = location(ofBar: index) else { continue }
            let bar = sections[home.section].bars[home.bar]
            let chords = bar.chords
            guard let last = chords.last else { continue }
            var isSpread = last.position.twelfths >= 12 * meter.beats
            if origins.indices.contains(index), let origin = origins[index], old.indices.contains(origin),
                old[origin].beats != meter.beats,
                Position.spread(chords.count, over: old[origin].beats) == chords.map({ $0.position })
            {
                isSpread = true
            }
            guard isSpread, let places = Position.spread(chords.count, over: meter.beats) else { continue }
            var next = bar
            next.content = .chords(zip(chords, places).map { BarChord($0.sound, at: $1) })
            // Alternate chords stay above their chords.
            next.alternates = bar.alternates.map { other in
                let below = chords.lastIndex { $0.position <= other.position } ?? 0
                return BarChord(other.sound, at: places[below])
            }
            sections[home.section].bars[home.bar] = next
        }
    }

    /// Some bars as editable text: `Dm7 G7`; empty for a bar without chords and signs. Bar lines at both ends are left
    /// out, unless they are special.
    /// - Parameter names: the language of the note names.
    func text(ofBars range: ClosedRange<Int>, in names: NoteNames) -> String {
        let bars = bars
        guard range.upperBound < bars.count else { return "" }
        var part = Tune()
        part.meter = meters[range.lowerBound]
        var written = Array(bars[range])
        if written[0].meter == part.meter, range.lowerBound == 0 || meters[range.lowerBound - 1] == part.meter {
            written[0].meter = nil
        }
        part.sections = [Section("", written)]
        let lines = TuneText.write([part], in: names).parts(at: "\n").filter {
            $0.hasPrefix("|")
        }
        var text = lines.joined(separator: " ")
        if text.hasPrefix("| ") { text = String(text.dropFirst(2)) }
        if text.hasSuffix(" |") { text = String(text.dropLast(2)) }
        // The field of an empty bar shows what can be typed.
        return text == "." ? "" : text.replacingPairs()
    }

    /// Parses the text of some bars.
    /// - Parameter meter: the meter of the first bar.
    static func typed(_ text: String, in meter: Meter, _ names: NoteNames) -> TuneBook {
        var line = text.withoutInvisibleEdges
        if !line.hasPrefix("|"), !line.hasPrefix("[") { line = "| " + line }
        if !line.hasSuffix("|"), !line.hasSuffix("]") { line += " |" }
        return TuneText.read("Time: " + meter.text + "\n" + line + "\n", in: names)
    }
}

extension OpenTune {
    /// An edited version of the tune in the key in which it is stored.
    ///
    /// A chorus may be transposed. The way back respells chords: C♯mi7 in E♭ becomes D♭mi7. Bars that were not edited
    /// are those that are stored.
    func inStoredKey(_ edited: Tune) -> Tune {
        if source.shift == 0 { return edited }
        var own = edited.transposed(by: -source.shift)
        guard edited.key == tune.key else { return own }
        let stored = stored.tune
        if let key = stored.key, key != own.key { own = own.transposed(to: key.tonic) }
        own.key = stored.key
        // Compared as shown: on the way back, a chord may be spelled by the one that follows.
        let (edits, shown, kept) = (edited.bars, tune.bars, stored.bars)
        for (index, origin) in TuneSetup.origins(of: edited.sounding, in: tune.sounding).enumerated() {
            guard let origin, edits[index] == shown[origin] else { continue }
            own.change(bar: index) { $0 = kept[origin] }
        }
        return own
    }
}

extension Bar {
    /// Whether the bar has only chords.
    fileprivate var hasNoSigns: Bool {
        !startsRepeat && ending == nil && end == .single && marks.isEmpty && words.isEmpty
    }
}

extension String {
    /// The text without invisible characters at its ends.
    fileprivate var withoutInvisibleEdges: String {
        var rest = scalars[...]
        while rest.first?.isInvisible == true { rest.removeFirst() }
        while rest.last?.isInvisible == true { rest.removeLast() }
        return String(scalars: rest)
    }

    /// Merges pairs of bar lines, which come from joining lines of text.
    fileprivate func replacingPairs() -> String {
        var signs: [Unicode.Scalar] = []
        for sign in unicodeScalars {
            if sign == "|", signs.count > 2, signs.suffix(2) == ["|", " "] {
                signs.removeLast(2)
            }
            signs.append(sign)
        }
        return String(scalars: signs[...])
    }
}
