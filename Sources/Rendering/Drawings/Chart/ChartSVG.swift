import Harmony
import Tunes

/// Draws a tune as jazz musicians expect it: four bars in a row, sections in boxes, repeats, endings and signs, and the
/// melody on a staff below the symbols. Everything has the text color of its context.
package struct ChartSVG {
    private let tune: Tune
    private let voiced: [VoicedTune.Chord]?
    private let bars: [Bar]
    private let layout: ChartLayout
    private let presentation: Presentation
    private let drawing: Drawing

    /// The drawing as a standalone document.
    /// - Parameter voiced: the voicings to show on a grand staff below each row.
    package static func document(
        _ tune: Tune, voiced: [VoicedTune.Chord]? = nil, _ presentation: Presentation = Presentation()
    ) -> String {
        var html = HTML()
        ChartSVG(tune, voiced, on: .sheet, presentation, isDocument: true).write(to: &html)
        return Drawing.declaration + html.text
    }

    fileprivate init(
        _ tune: Tune, _ voiced: [VoicedTune.Chord]?, on paper: ChartPaper, _ presentation: Presentation,
        isDocument: Bool
    ) {
        self.tune = tune
        self.voiced = voiced
        bars = tune.bars
        self.presentation = presentation
        drawing = Drawing(isDocument: isDocument)
        layout = ChartLayout(tune, voiced, on: paper, top: isDocument ? ChartSVG.headHeight : 0)
    }

    private static let margin = 24
    /// The height of title, composer and style.
    private static let headHeight = 76

    fileprivate func write(to html: inout HTML) {
        let parts = (meters: tune.meters, sounding: tune.sounding, endings: tune.endings)
        let margin = drawing.isDocument ? ChartSVG.margin : 4
        let width = layout.width + 2 * margin
        guard drawing.isDocument else {
            // One drawing per row, to allow page breaks between rows.
            return html.element("div class='systems' role='img' aria-label=?", sentence) { systems in
                for row in layout.rows {
                    systems.element(
                        "svg fill='currentColor' aria-hidden='true' width=? height=? viewBox=?",
                        "\(width)", "\(row.height)", "-\(margin) \(row.top) \(width) \(row.height)"
                    ) { write(row, parts, to: &$0) }
                }
            }
        }
        let height = layout.height + 2 * margin
        html.element(
            """
                svg role='img' fill='currentColor' color='#22252b' xmlns=? width=? height=? viewBox=? aria-label=? \
                font-family=?
                """,
            Drawing.namespace, "\(width)", "\(height)", "-\(margin) -\(margin) \(width) \(height)", sentence,
            Drawing.fonts
        ) { svg in
            svg.element(
                "rect fill='#fffdf9' x=? y=? width=? height=?",
                "-\(margin)", "-\(margin)", "\(width)", "\(height)")
            writeHead(to: &svg)
            for row in layout.rows { write(row, parts, to: &svg) }
        }
    }

    private typealias Parts = (meters: [Meter], sounding: [[BarChord]], endings: [Tune.WrittenEnding])

    private func write(_ row: ChartLayout.Row, _ parts: Parts, to svg: inout HTML) {
        let meters = parts.meters
        svg.element("g class='row'") { group in
            writeLines(of: row, to: &group)
            writeLabel(of: row, to: &group)
            for bar in row.bars {
                if bar == 0 {
                    writeMeter(meters[0], x: layout.barsLeft - ChartLayout.meterWidth / 2, in: row, to: &group)
                } else if meters[bar] != meters[bar - 1] {
                    let x = layout.x(of: bar, in: row) + ChartLayout.meterWidth / 2 + (bars[bar].startsRepeat ? 12 : 0)
                    writeMeter(meters[bar], x: x, in: row, to: &group)
                }
                let inset = ChartLayout.inset(of: bar, bars, meters)
                writeContent(of: bar, bars[bar], meters[bar], inset: inset, in: row, to: &group)
                writeSigns(
                    of: bar, bars[bar], in: row, isLabeled: bar == row.bars.lowerBound && row.label != nil, to: &group)
            }
            for ending in parts.endings { writeBracket(of: ending, in: row, to: &group) }
            writeStaff(of: row, parts.sounding, to: &group)
        }
    }

    private var sentence: String {
        var sentence = tune.title.isEmpty ? PresentingText.chart : PresentingText.chart(of: tune.title)
        if let key = tune.key {
            sentence += PresentingText.inKey(Spoken.note(key.tonic, presentation.notation.names) + " " + key.mode.name)
        }
        let count = bars.count
        sentence += PresentingText.bars(count) + (tune.hasMelody ? PresentingText.withMelody : "")
        guard let voiced else { return sentence }
        return sentence + ". "
            + StaffPicture(row: voiced.map { $0.voicing }, signature: tune.key?.signature).sentence(presentation)
    }

    private func writeHead(to svg: inout HTML) {
        svg.element(
            "text text-anchor='middle' font-weight='600' font-size='26' x=? y=?",
            "\(layout.width / 2)", "26", text: tune.title)
        var style: [String] = []
        if !tune.style.isEmpty { style.append(tune.style) }
        if let key = tune.key { style.append(presentation.name(key)) }
        if let tempo = tune.tempo { style.append("♩ = \(tempo)") }
        svg.element("text font-size='15' font-style='italic' x=? y=?", "0", "56", text: style.joined(separator: " · "))
        svg.element("text text-anchor='end' font-size='15' x=? y=?", "\(layout.width)", "56", text: tune.composer)
    }

    // MARK: Lines

    private func writeLines(of row: ChartLayout.Row, to group: inout HTML) {
        // Bar lines go through the staves, if there are any.
        let staves = row.staves
        let (top, bottom) = (staves[0], staves[staves.count - 1] + ChartLayout.barHeight)
        var thin = "", thick = "", dots = ""
        func line(_ x: Int) { thin += "M\(x) \(top)V\(bottom)" }
        func thickLine(_ x: Int) { thick += "M\(x) \(top)V\(bottom)" }
        // On each staff, or on the line without staves.
        func repeatDots(_ x: Int) {
            for y in staves.flatMap({ [$0 + 15, $0 + 25] }) { dots += StaffShapes.dot(x: x, y: y) }
        }
        for bar in row.bars {
            let (left, right) = (layout.x(of: bar, in: row), layout.x(of: bar, in: row) + layout.barWidth)
            if bars[bar].startsRepeat {
                thickLine(left + 1)
                line(left + 6)
                repeatDots(left + 11)
            } else if bar == row.bars.lowerBound, row.strips.isEmpty {
                line(left)
            }
            switch bars[bar].end {
            case .single:
                if bar + 1 == row.bars.upperBound || !bars[bar + 1].startsRepeat { line(right) }
            case .double:
                line(right - 4)
                line(right)
            case .final:
                line(right - 6)
                thickLine(right - 1)
            case .repeated(let times):
                repeatDots(right - 12)
                line(right - 7)
                thickLine(right - 2)
                if times > 2 {
                    group.element(
                        "text text-anchor='end' font-size='13' font-style='italic' x=? y=?",
                        "\(right)", "\(bottom + 13)", text: "\(times)×")
                }
            }
        }
        if !thin.isEmpty { group.element("path fill='none' stroke='currentColor' stroke-width='1.5' d=?", thin) }
        if !thick.isEmpty { group.element("path fill='none' stroke='currentColor' stroke-width='4' d=?", thick) }
        if !dots.isEmpty { group.element("path d=?", dots) }
    }

    private func writeLabel(of row: ChartLayout.Row, to group: inout HTML) {
        guard let label = row.label, !label.isEmpty else { return }
        let (x, y) = (layout.x(of: row.bars.lowerBound, in: row), row.y - 25)
        group.element(
            "rect fill='none' stroke='currentColor' stroke-width='1.5' x=? y=? width=? height=?",
            "\(x)", "\(y)", "\(ChartSVG.labelWidth(label))", "20")
        group.element(
            "text translate='no' font-weight='600' font-size='15' x=? y=?", "\(x + 6)", "\(y + 15)", text: label)
    }

    private static func labelWidth(_ label: String) -> Int { 12 + label.unicodeScalars.count * 10 }

    /// Writes a time signature on each staff, or on the line without staves. A digit has about 0.71 of the size of its
    /// type, and each of the two numbers fills half of the staff: two spaces, which are 20 units.
    private func writeMeter(_ meter: Meter, x: Int, in row: ChartLayout.Row, to group: inout HTML) {
        for top in row.staves {
            for (number, baseline) in [(meter.beats, top + 20), (meter.unit, top + 40)] {
                group.element(
                    "text class='metre' text-anchor='middle' font-weight='600' font-size='28' x=? y=?",
                    "\(x)", "\(baseline)", text: "\(number)")
            }
        }
    }

    // MARK: Chords

    private func writeContent(
        of index: Int, _ bar: Bar, _ meter: Meter, inset: Int, in row: ChartLayout.Row,
        to group: inout HTML
    ) {
        let baseline = row.y + 29
        let start = layout.x(of: index, in: row) + inset + 7
        let width = layout.x(of: index, in: row) + layout.barWidth - start - (bar.end == .single ? 0 : 10)
        let sung = row.melody?.bars[index - row.bars.lowerBound]
        func x(_ position: Position) -> Int {
            sung?.x(of: position, in: meter) ?? start + width * min(position.twelfths, 12 * meter.beats - 1)
                / (12 * meter.beats)
        }
        switch bar.content {
        case .asLast: writeRepeat(strokes: 1, x: start + width / 2, y: row.y + 20, to: &group)
        case .asTwoBefore:
            // The sign is on the line between the two bars, or in each of them if a row ends there.
            let isSecond = isSecondOfTwo(index)
            if index == (isSecond ? row.bars.lowerBound : row.bars.upperBound - 1) {
                writeRepeat(strokes: 2, x: start + width / 2, y: row.y + 20, to: &group)
            } else if !isSecond {
                writeRepeat(strokes: 2, x: layout.x(of: index + 1, in: row), y: row.y + 20, to: &group)
            }
        case .chords(let chords):
            let symbols = chords.map { ChartSymbol($0.sound, in: presentation.notation) }
            var starts = chords.map { x($0.position) }
            func end(_ place: Int) -> Int { place + 1 < starts.count ? starts[place + 1] - 5 : start + width }
            // A symbol without room after it moves to the left, as far as the previous one allows.
            for place in starts.indices.dropFirst().reversed() {
                let overflow = starts[place] + symbols[place].width - end(place)
                let earliest = min(starts[place], starts[place - 1] + symbols[place - 1].width + 6)
                if overflow > 0 { starts[place] = max(earliest, starts[place] - overflow) }
            }
            for (place, symbol) in symbols.enumerated() {
                symbol.write(x: starts[place], y: baseline, room: end(place) - starts[place], to: &group)
            }
        }
        for chord in bar.alternates {
            let at = x(chord.position)
            group.element("g class='alternate'") { group in
                ChartSymbol(chord.sound, in: presentation.notation).write(
                    x: at + 3, y: row.y - 3, room: layout.x(of: index, in: row) + layout.barWidth - at, to: &group,
                    smaller: true)
            }
        }
    }

    /// Whether a bar that repeats two is the second of them.
    private func isSecondOfTwo(_ index: Int) -> Bool {
        var count = 0
        while index - count - 1 >= 0, bars[index - count - 1].content == .asTwoBefore { count += 1 }
        return count % 2 == 1
    }

    private func writeRepeat(strokes: Int, x: Int, y: Int, to group: inout HTML) {
        let first = x - 6 * (strokes - 1)
        var lines = ""
        for stroke in 0..<strokes { lines += "M\(first + 12 * stroke - 9) \(y + 10)l18-20" }
        group.element("path fill='none' stroke='currentColor' stroke-width='4' d=?", lines)
        group.element(
            "path d=?",
            StaffShapes.dot(x: first - 8, y: y - 6, radius: 3)
                + StaffShapes.dot(x: first + 12 * (strokes - 1) + 8, y: y + 6, radius: 3))
    }

    // MARK: Signs

    private func writeSigns(of index: Int, _ bar: Bar, in row: ChartLayout.Row, isLabeled: Bool, to group: inout HTML) {
        let y = row.y - 14
        var left = layout.x(of: index, in: row) + 2
        if isLabeled, let label = row.label, !label.isEmpty { left += ChartSVG.labelWidth(label) + 6 }
        if bar.ending != nil { left += 26 }
        var right = layout.x(of: index, in: row) + layout.barWidth
        func shape(_ path: String, x: Int, dots: String = "", to group: inout HTML) {
            group.element("path fill='none' stroke='currentColor' stroke-width='2' d=?", "M\(x) \(y)" + path)
            if !dots.isEmpty { group.element("path d=?", dots) }
        }
        func words(_ text: String, to group: inout HTML) {
            group.element(
                "text class='direction' text-anchor='end' font-size='14' font-style='italic' font-weight='600' x=? y=?",
                "\(right)", "\(y + 5)", text: text)
            right -= text.unicodeScalars.count * 8 + 8
        }
        for mark in bar.marks {
            switch mark {
            case .segno:
                let dots = StaffShapes.dot(x: left + 2, y: y + 2) + StaffShapes.dot(x: left + 18, y: y - 2)
                shape(ChartShapes.segno, x: left + 9, dots: dots, to: &group)
                left += 26
            case .coda:
                shape(ChartShapes.coda, x: left + 11, to: &group)
                left += 28
            case .fermata:
                let x = left + 12
                shape(ChartShapes.fermata, x: x, dots: StaffShapes.dot(x: x, y: y + 2), to: &group)
                left += 28
            case .toCoda:
                shape(ChartShapes.coda, x: right - 11, to: &group)
                right -= 26
                words(PresentingText.toCoda, to: &group)
            case .fine, .end, .jump: words(mark.words, to: &group)
            }
        }
        for text in bar.words {
            group.element(
                "text class='direction' font-size='13' font-style='italic' x=? y=?",
                "\(left + 2)", "\(y + 5)", text: text)
            left += text.unicodeScalars.count * 8 + 6
        }
    }

    /// Draws the bracket of an ending, open at its end if nothing repeats from there.
    private func writeBracket(of ending: Tune.WrittenEnding, in row: ChartLayout.Row, to group: inout HTML) {
        let first = max(ending.bars.lowerBound, row.bars.lowerBound),
            last = min(ending.bars.upperBound, row.bars.upperBound - 1)
        guard first <= last else { return }
        let y = row.y - 24
        let (left, right) = (layout.x(of: first, in: row) + 3, layout.x(of: last, in: row) + layout.barWidth - 3)
        let begins = first == ending.bars.lowerBound
        var isClosed = false
        if last == ending.bars.upperBound, case .repeated = bars[last].end { isClosed = true }
        group.element(
            "path fill='none' stroke='currentColor' stroke-width='1.5' d=?",
            (begins ? "M\(left) \(y + 20)V\(y)" : "M\(left) \(y)") + "H\(right)" + (isClosed ? "v20" : ""))
        guard begins else { return }
        let numbers = ending.times.map { "\($0)." }.joined(separator: " ")
        group.element("text font-size='14' x=? y=?", "\(left + 5)", "\(y + 15)", text: numbers)
    }

    // MARK: Staves

    private func writeStaff(of row: ChartLayout.Row, _ sounding: [[BarChord]], to group: inout HTML) {
        if let melody = row.melody, let strip = row.strips.first {
            group.element("g class='staff'") { group in
                strip.writeStaves(to: &group)
                melody.write(top: strip.tops[0], to: &group)
            }
        }
        guard let strip = row.strips.last, strip.staves.count == 2 else { return }
        group.element("g class='staff'") { group in
            strip.writeStaves(to: &group)
            for bar in row.bars {
                for notes in layout.notes[bar] { strip.writeNotes(of: notes.column, x: notes.x, to: &group) }
                if case .noChord = sounding[bar].first?.sound, sounding[bar].count == 1 {
                    let x = layout.x(of: bar, in: row) + layout.barWidth / 2
                    for top in strip.tops {
                        group.element(
                            "path d=?",
                            "M\(x) \(top + StaffLayout.y(4))" + StaffShapes.wholeRest)
                    }
                }
            }
        }
    }
}

extension ChartLayout.Row {
    /// The top lines of its staves, or the top of its bars if it has none.
    fileprivate var staves: [Int] { strips.isEmpty ? [y] : tops }
}

extension Tune {
    /// Writes the chart into a page.
    /// - Parameter voiced: the voicings to show on a grand staff below each row.
    package func writeChart(
        voiced: [VoicedTune.Chord]? = nil, on paper: ChartPaper, to html: inout HTML, _ presentation: Presentation
    ) {
        ChartSVG(self, voiced, on: paper, presentation, isDocument: false).write(to: &html)
    }
}
