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

    /// Signs without a place in a grid, such as D.C. al Coda, are written in the margin behind the bars.
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
        meter = tune.meter
        let sounding = tune.sounding
        for (section, range) in zip(tune.sections, tune.sectionBars) where !section.bars.isEmpty {
            text += "\n"
            directive("comment", section.label)
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

    /// A directive ends at a brace.
    private mutating func directive(_ name: String, _ value: String) {
        let value = tidied(value).replacingSigns { $0 == "{" ? "(" : $0 == "}" ? ")" : nil }
        if !value.isEmpty { text += "{" + name + ": " + value + "}\n" }
    }

    private mutating func write(_ bars: [Bar]) {
        text += "{start_of_grid}\n"
        var margin = ""
        for (index, bar) in bars.enumerated() {
            let isNew = index % 4 == 0 || bar.meter != nil
            if isNew, index > 0 { endLine(of: bars[index - 1], &margin) }
            if let new = bar.meter {
                directive("time", new.text)
                meter = new
            }
            let isRepeated: Bool
            if !isNew, case .repeated = bars[index - 1].end { isRepeated = true } else { isRepeated = false }
            var line = isRepeated ? ":|" : "|"
            if bar.startsRepeat { line = isRepeated ? ":|:" : "|:" }
            if let ending = bar.ending { line += "\(ending)" }
            text += line + " " + cells(of: bar) + " "
            for mark in bar.marks { margin += " " + mark.words }
            for words in bar.words { margin += " " + words }
        }
        if let last = bars.last { endLine(of: last, &margin) }
        text += "{end_of_grid}\n"
    }

    private mutating func endLine(of bar: Bar, _ margin: inout String) {
        switch bar.end {
        case .single: text += "|"
        case .double: text += "||"
        case .final: text += "|."
        case .repeated(let times):
            text += ":|"
            if times > 2 { margin = " \(times)x" + margin }
        }
        text += margin.replacingSigns { $0 == "|" ? "/" : nil } + "\n"
        margin = ""
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
                var names = own.map { $0.symbol?.ascii(in: self.names) ?? $0.unread ?? "N.C." }
                if let first = own.first, first.position.twelfths % 12 > 0 { names.insert(".", at: 0) }
                cells.append(names.isEmpty ? "." : names.joined(separator: "~"))
            }
            return cells.joined(separator: " ")
        }
    }
}
