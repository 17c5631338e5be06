import Harmony

/// Writes a tune as text, four bars to a line.
struct TextWriter {
    /// The naming convention.
    private let names: NoteNames
    private var text = ""
    private var meter = Meter.common
    /// Whether a bar was written.
    private var isBegun = false

    init(in names: NoteNames) {
        self.names = names
    }

    /// - Parameter isTitled: whether to write an empty title, which separates several tunes.
    mutating func write(_ tune: Tune, isTitled: Bool) -> String {
        header("Title", tune.title, isNeeded: isTitled || tune == Tune())
        header("Composer", tune.composer)
        header("Style", tune.style)
        header("Groove", tune.groove)
        if let key = tune.key { header("Key", key.typed(in: names)) }
        if tune.meter != .common { header("Time", tune.meter.text) }
        if let tempo = tune.tempo { header("Tempo", "\(tempo)") }
        if let choruses = tune.choruses { header("Choruses", "\(choruses)") }
        if !text.isEmpty { text += "\n" }
        meter = tune.meter
        for (index, section) in tune.sections.enumerated() { write(section, isFirst: index == 0) }
        return text
    }

    private mutating func header(_ name: String, _ value: String, isNeeded: Bool = false) {
        let value = tidied(value)
        if value.isEmpty, !isNeeded { return }
        text += value.isEmpty ? "\(name):\n" : "\(name): \(value)\n"
    }

    private mutating func write(_ section: Tune.Section, isFirst: Bool) {
        let label = TextWriter.enclosed(section.label)
        if !isFirst || !label.isEmpty { text += "[\(label)]\n" }
        let lastBar = section.bars.count - 1
        var isLineOpen = false
        var row: [Melody] = []
        for (index, bar) in section.bars.enumerated() {
            if bar.startsRepeat {
                text += isLineOpen ? " |:" : "|:"
            } else if !isLineOpen {
                text += "|"
            }
            if !bar.endings.isEmpty { text += " " + bar.endings.map { "\($0)." }.joined() }
            // At the first bar it is the tune's meter.
            if let new = bar.meter, isBegun || new != meter { text += " (\(new.text))" }
            meter = bar.meter ?? meter
            isBegun = true
            write(bar)
            row.append(bar.melody.fitting(meter.melodyTicks))
            isLineOpen = index % 4 != 3 && index != lastBar
            text += " "
            switch bar.end {
            case .single: text += "|"
            case .double: text += "||"
            case .final: text += "|]"
            case .repeated(let times): text += times == 2 ? ":|" : ":|\(times)x"
            }
            if !isLineOpen {
                text += "\n"
                write(row)
                row = []
            }
        }
        if section.bars.isEmpty { text += "\n" }
    }

    /// A label without characters that would end it or begin a comment.
    private static func enclosed(_ label: String) -> String {
        tidied(label).replacingSigns { $0 == "]" ? ")" : nil }.parts(at: " ").filter { $0 != "#" }.joined(
            separator: " ")
    }

    /// Writes the melody below a line of bars.
    private mutating func write(_ row: [Melody]) {
        guard row.contains(where: { !$0.isEmpty }) else { return }
        var line = ""
        var last = Melody.ticksPerQuarter
        for melody in row {
            if line.utf8.count > MelodyText.maximumLineLength {
                text += line + "\n"
                line = ""
            }
            if line.isEmpty { last = Melody.ticksPerQuarter }
            line += line.isEmpty ? MelodyText.opening + " " : " | "
            line += MelodyText.text(of: melody, in: names, &last)
        }
        text += line + "\n"
    }

    private mutating func write(_ bar: Bar) {
        // Marks at the beginning of a bar come first.
        let fermata = Mark.fermata.rank
        for mark in bar.marks where mark.rank < fermata { text += " " + mark.words }
        for words in bar.words { text += " \"\(words)\"" }
        switch bar.content {
        case .asLast: text += " %"
        case .asTwoBefore: text += " %%"
        case .chords(let chords): write(chords, bar.alternates)
        }
        // Alternates without a chord at their position state their beat.
        for chord in bar.alternates where !bar.chords.contains(where: { $0.position == chord.position }) {
            text += " (" + place(of: chord) + name(of: chord) + ")"
        }
        for mark in bar.marks where mark.rank >= fermata { text += " " + mark.words }
    }

    private func place(of chord: BarChord) -> String {
        let twelfths = chord.position.twelfths
        return twelfths % 12 == 0 ? "\(1 + twelfths / 12): " : "\(1 + twelfths / 12)+\(twelfths % 12)/12: "
    }

    private func name(of chord: BarChord) -> String { chord.symbol?.ascii(in: names) ?? chord.unread ?? "N.C." }

    /// - Parameter alternates: each is written after the chord that it can replace.
    private mutating func write(_ chords: [BarChord], _ alternates: [BarChord]) {
        func written(_ chord: BarChord) -> String {
            alternates.filter { $0.position == chord.position }.reduce(" " + name(of: chord)) {
                $0 + " (" + name(of: $1) + ")"
            }
        }
        if chords.isEmpty {
            text += " ."
            return
        }
        let positions = chords.map { $0.position }
        if Position.spread(chords.count, over: meter.beats) == positions {
            for chord in chords { text += written(chord) }
            return
        }
        let division =
            Position.divisions.first { division in positions.allSatisfy { $0.twelfths * division % 12 == 0 } } ?? 12
        var next = 0
        for part in 0..<division * meter.beats {
            if next < chords.count, positions[next].twelfths * division == 12 * part {
                text += written(chords[next])
                next += 1
            } else {
                text += next == 0 ? " ." : " /"
            }
        }
    }
}

extension Key {
    /// The typed form: `Bb`, `F#m`, `D Dorian`.
    package func typed(in names: NoteNames = .english) -> String {
        let tonic = ASCIISymbol.text(of: names.name(of: tonic))
        switch mode {
        case .major: return tonic
        case .minor: return tonic + "m"
        default: return tonic + " " + mode.name
        }
    }
}
