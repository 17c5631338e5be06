import Harmony

/// Writes tunes as a link that iReal Pro opens.
public enum IRealWriter {
    /// - Parameter name: the name of a list of several tunes.
    public static func link(_ tunes: [Tune], name: String = "") -> String {
        link(songs: songs(tunes), count: tunes.count, name: name)
    }

    /// - Parameters:
    ///   - songs: see ``songs(_:)``. Parts of it are joined with ``separator``.
    ///   - count: how many tunes these are.
    package static func link(songs: String, count: Int, name: String) -> String {
        "irealb://" + songs + (count > 1 && !name.isEmpty ? separator + encoded(name) : "")
    }

    /// The tunes as they are written in a link.
    package static func songs(_ tunes: [Tune]) -> String { tunes.map { song($0) }.joined(separator: separator) }

    package static var separator: String { "===" }

    private static func song(_ tune: Tune) -> String {
        var music = MusicWriter(tune)
        let signs = Scramble.turned(Scramble.shortened(music.write()))
        let hidden = String(scalars: signs[...])
        let fields = [
            withArticleBehind(tune.title), IRealLinks.turned(tune.composer), "", tune.style,
            tune.key.map { name(of: $0) } ?? "",
            "", Scramble.prefix + hidden, tune.groove, "\(tune.tempo ?? 0)", "\(tune.choruses ?? 0)",
        ]
        return fields.map { encoded($0) }.joined(separator: "=")
    }

    /// “The Masquerade” is sorted under M.
    private static func withArticleBehind(_ title: String) -> String {
        for article in ["The", "A", "An"] where title.hasPrefix(article + " ") {
            return title.dropFirst(article.count + 1) + ", " + article
        }
        return title
    }

    private static func name(of key: Key) -> String {
        ASCIISymbol.text(of: key.tonic.text) + (key.mode.degrees.contains(3) ? "" : "-")
    }

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in Array(text.utf8) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Writes bars in iReal Pro's notation, with four cells per bar if possible.
private struct MusicWriter {
    private let tune: Tune
    private let sounding: [[BarChord]]
    private let bars: [Bar]
    private let meters: [Meter]
    private let qualities = IRealQualities()
    /// The bar with the coda; the last one if there are several.
    private let coda: Int?
    private var text = ""

    init(_ tune: Tune) {
        self.tune = tune
        sounding = tune.sounding
        bars = tune.bars
        meters = tune.meters
        coda = bars.lastIndex { $0.marks.contains(.coda) }
    }

    mutating func write() -> [Unicode.Scalar] {
        var index = 0
        /// Whether the bar is the second of a two-bar repeat.
        var isSecond = false
        for section in tune.sections {
            for (number, bar) in section.bars.enumerated() {
                open(index)
                if number == 0 { write(label: section.label) }
                if index == 0 { write(tune.meter) } else if bar.meter != nil { write(meters[index]) }
                if index == 0, let meter = bar.meter { write(meter) }
                if let ending = bar.ending { text += "N\(min(ending, 9))" }
                if bar.endings.count > 1 { write(comment: bar.endings.map { "\($0)." }.joined(separator: " ")) }
                for words in bar.words { write(comment: words) }
                for chord in bar.chords { if let text = chord.unread { write(comment: text) } }
                for mark in bar.marks { write(atStart: mark, of: index) }
                isSecond = write(content: index, isSecond: isSecond)
                for mark in bar.marks { write(atEnd: mark, of: index) }
                // A jump needs a closing line.
                close(bar.end == .single && bar.jump != nil ? .double : bar.end)
                index += 1
            }
        }
        return text.scalars
    }

    private mutating func open(_ index: Int) {
        if bars[index].startsRepeat {
            text += "{"
        } else if index == 0 {
            text += "["
        } else {
            switch bars[index - 1].end {
            case .single where bars[index - 1].jump != nil: text += "["
            case .single: break
            case .double, .final: text += "["
            case .repeated: text += "|"
            }
        }
    }

    private mutating func close(_ end: Bar.Ending) {
        switch end {
        case .single: text += "|"
        case .double: text += "]"
        case .final: text += "Z"
        case .repeated(let times): text += times == 2 ? "}" : "<\(times)x>}"
        }
    }

    /// The labels with their own signs.
    private enum Label: String {
        case unnamed = ""
        case intro, verse
        case capitalIntro = "Intro"
        case capitalVerse = "Verse"
    }

    private mutating func write(label: String) {
        switch Label(rawValue: label) {
        case .unnamed: break
        case .intro, .capitalIntro: text += "*i"
        case .verse, .capitalVerse: text += "*V"
        default:
            if label.utf8.count == 1,
                label.bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }),
                !["i", "v", "V"].contains(label)
            {
                text += "*" + label
            } else {
                write(comment: label)
            }
        }
    }

    private mutating func write(_ meter: Meter) {
        if let sign = meter.iRealSign { text += sign } else { write(comment: meter.text) }
    }

    private mutating func write(comment: String) {
        text += "<" + comment.replacing(">", by: ")") + ">"
    }

    private mutating func write(atStart mark: Mark, of bar: Int) {
        switch mark {
        case .segno: text += "S"
        // The last sign marks the coda, earlier ones “To Coda”. Anything else is written in words.
        case .coda where bar == coda: text += "Q"
        case .coda: write(comment: mark.words)
        case .fermata: text += "f"
        default: break
        }
    }

    private mutating func write(atEnd mark: Mark, of bar: Int) {
        switch mark {
        case .segno, .coda, .fermata: break
        case .toCoda where coda.map { bar < $0 } ?? false: text += "Q"
        case .end: text += "U"
        case .toCoda, .fine, .jump: write(comment: mark.words)
        }
    }

    /// - Returns: whether the next bar is the second of a two-bar repeat begun here.
    private mutating func write(content index: Int, isSecond: Bool) -> Bool {
        switch bars[index].content {
        case .asLast where bars[index].alternates.isEmpty: text += " x  "
        case .asLast: write([], else: "x", above: bars[index].alternates, in: meters[index])
        case .asTwoBefore where isSecond: text += "    "
        case .asTwoBefore where index + 1 < bars.count && bars[index + 1].content == .asTwoBefore:
            text += "   r"
            return true
        case .asTwoBefore: write(sounding[index], above: bars[index].alternates, in: meters[index])
        case .chords(let chords): write(chords, above: bars[index].alternates, in: meters[index])
        }
        return false
    }

    /// - Parameter filler: the content of the first cell if there are no chords; slashes fill a bar that continues.
    private mutating func write(
        _ chords: [BarChord], else filler: String = "p", above alternates: [BarChord], in meter: Meter
    ) {
        let cells = MusicWriter.cells(for: (chords + alternates).map { $0.position }, in: meter)
        var isOpen = false
        for cell in 0..<cells {
            let position = Position(twelfths: 12 * meter.beats * cell / cells)
            // Adjacent chords are separated.
            if let chord = chords.first(where: { $0.position == position }) {
                if isOpen { text += "," }
                text += self.sign(chord.sound)
                isOpen = true
            } else {
                text += chords.isEmpty && (cell == 0 || filler == "p") ? filler : " "
                isOpen = false
            }
            for alternate in alternates where alternate.position == position {
                text += "(" + self.sign(alternate.sound) + ")"
            }
        }
    }

    /// The number of cells that puts every chord at the beginning of one, as near to four as possible.
    private static func cells(for positions: [Position], in meter: Meter) -> Int {
        let beats = meter.beats
        let parts = (1...beats).filter { beats % $0 == 0 } + Position.divisions.dropFirst().map { $0 * beats }
        let fitting = parts.filter { cells in positions.allSatisfy { $0.twelfths * cells % (12 * beats) == 0 } }
        return fitting.min { abs($0 - 4) < abs($1 - 4) } ?? beats
    }

    private func sign(_ sound: Sound) -> String {
        switch sound {
        case .noChord: return "n"
        case .unread: return "p"
        case .chord(.chord(let chord)): return sign(chord)
        case .chord(.polychord(let upper, let lower)):
            // There are no polychords in the format: writes the combined chord, or the upper chord over the other's
            // root.
            let made = ChordCombiner(vocabulary: .jazz).combine(lower: lower, upper: upper).result
            return sign(made ?? Chord(upper.root, upper.type, bass: lower.root))
        }
    }

    private func sign(_ chord: Chord) -> String {
        let bass = chord.bass.map { "/" + ASCIISymbol.text(of: $0.simplified.text) } ?? ""
        return ASCIISymbol.text(of: chord.root.text) + qualities.written(chord.type) + bass
    }
}

extension Meter {
    /// iReal Pro's sign, which has two digits; nil for a meter that is written as a remark: `<11/8>`.
    var iRealSign: String? {
        if self == Meter(12, 8) { return "T12" }
        return beats < 10 && unit < 10 && self != Meter(1, 2) ? "T\(beats)\(unit)" : nil
    }
}

extension String {
    fileprivate func replacing(_ sign: Unicode.Scalar, by other: String) -> String {
        replacingSigns { $0 == sign ? other : nil }
    }
}
