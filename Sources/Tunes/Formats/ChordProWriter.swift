import Harmony

/// Writes tunes as ChordPro: their headers as directives, and their bars as grids with one cell per beat.
public struct ChordProWriter {
    /// The naming convention.
    private let names: NoteNames
    private var text = ""
    private var meter = Meter.common

    private init(_ names: NoteNames) {
        self.names = names
    }

    /// Signs without a place in a grid, such as D.C. al Coda, are written in the margin beside their bar, and words for
    /// players as comments above it.
    public static func write(_ tunes: [Tune], in names: NoteNames = .english) -> String {
        var writer = ChordProWriter(names)
        for (index, tune) in tunes.enumerated() {
            if index > 0 { writer.text += "\n{new_song}\n" }
            writer.write(tune)
        }
        return writer.text
    }

    private mutating func write(_ tune: Tune) {
        directive("title", tune.title)
        directive("composer", tune.composer)
        if let key = tune.key { directive("key", key.typed(in: names)) }
        directive("time", tune.meter.text)
        if let tempo = tune.tempo { directive("tempo", "\(tempo)") }
        meta("style", tune.style)
        meta("groove", tune.groove)
        if let choruses = tune.choruses { meta("choruses", "\(choruses)") }
        meter = tune.meter
        let sounding = tune.sounding
        for (section, range) in zip(tune.sections, tune.sectionBars) where !section.bars.isEmpty {
            text += "\n"
            comment(section.label)
            write(ChordProWriter.withHolds(section.bars, sounding[range]))
        }
    }

    /// The bars with holds for the second bar of `%%`. A held bar after a single `%%` would be read as the second, so
    /// the chords are written instead.
    private static func withHolds(_ bars: [Bar], _ sounding: ArraySlice<[BarChord]>) -> [Bar] {
        var bars = bars
        var isSecond = false
        for (index, chords) in zip(bars.indices, sounding) {
            let next = index + 1 < bars.count ? bars[index + 1].content : .asLast
            if bars[index].content != .asTwoBefore {
                isSecond = false
            } else if isSecond {
                bars[index].content = .chords([])
                isSecond = false
            } else {
                isSecond = next == .asTwoBefore
                if next == .chords([]) { bars[index].content = .chords(chords) }
            }
        }
        return bars
    }

    /// Brackets in a comment would be chords.
    private mutating func comment(_ words: String) {
        directive("comment", words.replacingSigns { $0 == "[" ? "(" : $0 == "]" ? ")" : nil })
    }

    /// Writes a fact for which ChordPro has no directive.
    private mutating func meta(_ name: String, _ value: String) {
        if !value.isEmpty { directive("meta", name + " " + value) }
    }

    /// A directive ends at a brace.
    private mutating func directive(_ name: String, _ value: String) {
        let value = tidied(value).replacingSigns { $0 == "{" ? "(" : $0 == "}" ? ")" : nil }
        if !value.isEmpty { text += "{" + name + ": " + value + "}\n" }
    }

    private mutating func write(_ bars: [Bar]) {
        text += "{start_of_grid}\n"
        var last: Bar?
        var count = 0
        for bar in bars {
            let isNew = count == 4 || last.map { ChordProWriter.beginsLine(bar, after: $0) } ?? true
            if isNew, let last { endLine(of: last) }
            count = isNew ? 1 : count + 1
            if let new = bar.meter {
                directive("time", new.text)
                meter = new
            }
            for words in bar.words { comment(words) }
            let marks = bar.marks.filter { ChordProWriter.isAtStart($0) }.map { $0.words }
            var line = isNew ? "|" : ChordProWriter.line(last?.end ?? .single)
            if bar.startsRepeat { line = line == ":|" ? ":|:" : "|:" }
            line += bar.endings.map { "\($0)" }.joined(separator: ",")
            text += marks.joined(separator: ", ") + (marks.isEmpty ? "" : " ") + line + " " + cells(of: bar) + " "
            last = bar
        }
        if let last { endLine(of: last) }
        text += "{end_of_grid}\n"
    }

    private static func isAtStart(_ mark: Mark) -> Bool { mark == .segno || mark == .coda }

    /// Whether a bar needs a new line, because a sign in a margin belongs to the first or last bar of its line.
    private static func beginsLine(_ bar: Bar, after last: Bar) -> Bool {
        // Before a first ending, `:|` would only be its bracket.
        if case .repeated(let times) = last.end, times > 2 || bar.ending == 1 { return true }
        return bar.meter != nil || !bar.words.isEmpty || bar.marks.contains { isAtStart($0) }
            || last.marks.contains { !isAtStart($0) }
    }

    private static func line(_ end: Bar.Ending) -> String {
        switch end {
        case .single: "|"
        case .double: "||"
        case .final: "|."
        case .repeated: ":|"
        }
    }

    private mutating func endLine(of bar: Bar) {
        var margin = bar.marks.filter { !ChordProWriter.isAtStart($0) }.map { $0.words }
        if case .repeated(let times) = bar.end, times > 2 { margin.insert("\(times)x", at: 0) }
        let gap = margin.isEmpty ? "" : " "
        text += ChordProWriter.line(bar.end) + gap + margin.joined(separator: ", ") + "\n"
    }

    private func cells(of bar: Bar) -> String {
        let rest = String(repeating: " .", count: meter.beats - 1)
        switch bar.content {
        case .asLast: return "%" + rest
        case .asTwoBefore: return "%%" + rest
        case .chords(let chords):
            var cells: [String] = []
            for beat in 0..<meter.beats {
                let own = chords.filter { $0.position.twelfths / 12 == beat }
                // The chords of a cell share its beat evenly.
                let parts =
                    Position.divisions.first { parts in
                        own.allSatisfy { $0.position.twelfths * parts % 12 == 0 }
                    } ?? 12
                var names = [String](repeating: ".", count: parts)
                for chord in own {
                    names[chord.position.twelfths % 12 * parts / 12] =
                        chord.symbol?.ascii(in: self.names) ?? chord.unread ?? "N.C."
                }
                cells.append(names.joined(separator: "~"))
            }
            return cells.joined(separator: " ")
        }
    }
}
