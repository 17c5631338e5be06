import Harmony
import Rendering
import Tunes

/// The chart of a tune, as in a fake book: four bars to a line, two on a phone, with section letters and signs.
/// - Parameter analysis: its numerals, cadences and keys, if they are shown.
func chartView(
    _ opened: OpenTune, chosen: ClosedRange<Int>?, _ analysis: TuneAnalysis?, _ presentation: Presentation,
    to html: inout HTML
) {
    let tune = opened.shown
    let meters = tune.meters
    let analysis = analysis.map { (tune: $0, brackets: ChartBracket.all(of: $0, presentation)) }
    let looped = opened.setup.loop
    let sounding = tune.sounding
    var index = 0
    for section in tune.sections {
        html.element(
            "section class=? aria-label=?",
            analysis == nil ? "chart-section" : "chart-section analysed", section.label.isEmpty ? nil : section.label
        ) { part in
            if !section.label.isEmpty {
                part.element("h3 class='section-label' dir='auto' translate='no'", text: section.label)
            }
            var columns = ChartColumns()
            part.element("ol class='bars'") { list in
                for bar in section.bars {
                    let meter = meters[index]
                    let column = columns.next(for: bar)
                    write(
                        bar, index, sounding[index], meter: bar.meter ?? (index == 0 ? meter : nil), beats: meter.beats,
                        column: column, isFirst: index == 0 || bar == section.bars.first,
                        isChosen: chosen?.contains(index) == true,
                        isLooped: looped?.contains(index) == true, analysis, presentation, to: &list)
                    index += 1
                }
            }
        }
    }
}

/// An analysis with its brackets.
private typealias DisplayedAnalysis = (tune: TuneAnalysis, brackets: [ChartBracket])

func barID(_ index: Int) -> String { "bar-\(index)" }
func barFaceID(_ index: Int) -> String { "bar-face-\(index)" }

/// The columns of bars in lines of four. A second ending starts below the first one.
private struct ChartColumns {
    private var column = 0
    private var firstEnding: Int?

    /// - Returns: the column, 1…4, if the bar does not follow the last one directly.
    mutating func next(for bar: Bar) -> Int? {
        defer { column = (column + 1) % 4 }
        guard let ending = bar.ending else { return nil }
        guard ending > 1, let firstEnding else {
            firstEnding = column
            return nil
        }
        guard column != firstEnding else { return nil }
        column = firstEnding
        return firstEnding + 1
    }
}

private func write(
    _ bar: Bar, _ index: Int, _ sounding: [BarChord], meter: Meter?, beats: Int, column: Int?, isFirst: Bool,
    isChosen: Bool,
    isLooped: Bool, _ analysis: DisplayedAnalysis?, _ presentation: Presentation, to html: inout HTML
) {
    var kinds = "bar"
    if bar.startsRepeat { kinds += " repeat-start" }
    switch bar.end {
    case .single: break
    case .double: kinds += " double"
    case .final: kinds += " final"
    case .repeated: kinds += " final repeat-end"
    }
    if let column { kinds += " column-\(column)" }
    if bar.ending != nil { kinds += " has-ending" }
    if isLooped { kinds += " looped" }
    if isFirst { kinds += " opens-line" }
    // Bars with long names have smaller type.
    let length = bar.chords.reduce(0) {
        $0 + ($1.symbol?.written(in: presentation.notation).unicodeScalars.count ?? 4) + 1
    }
    if length > 20 {
        kinds += " crowded"
    } else if length > 13 {
        kinds += " full"
    } else if length > 9 {
        kinds += " busy"
    }
    html.element("li class=? id=? data-bar=?", kinds, barID(index), "\(index)") { item in
        item.element(
            "button type='button' class='bar-face' id=? data-action=? aria-pressed=? aria-label=?",
            barFaceID(index), "tunes choose \(index)", isChosen ? "true" : "false",
            spoken(bar, index, sounding, presentation)
        ) { face in
            head(of: bar, to: &face)
            face.element("span class='bar-music' aria-hidden='true'") { music in
                if let meter {
                    music.element("span class='metre'") { signature in
                        signature.element("span", text: "\(meter.beats)")
                        signature.element("span", text: "\(meter.unit)")
                    }
                }
                chords(of: bar, index, beats: beats, analysis, presentation, to: &music)
            }
            foot(of: bar, to: &face)
        }
    }
}

/// Endings and signs above the chords.
private func head(of bar: Bar, to html: inout HTML) {
    html.element("span class='bar-head' aria-hidden='true'") { head in
        if !bar.endings.isEmpty {
            head.element("span class='ending'", text: bar.endings.map { "\($0)." }.joined(separator: " "))
        }
        for mark in bar.marks {
            switch mark {
            case .segno:
                head.sign(
                    "",
                    """
                    M16.5 7a3.5 3.5 0 0 0-7-.5c0 4 7.500 5 7.500 9.500a4 4 0 0 1-8 .5M19 4L6 20M6.500 \
                    10v.01M17.500 14v.01
                    """
                )
            case .coda:
                head.sign("", "M12 3v18M4 12h16M12 5.500c3 0 5 3 5 6.500s-2 6.500-5 6.500s-5-3-5-6.500s2-6.500 5-6.500")
            case .fermata: head.sign("", "M3 16a9 9 0 0 1 18 0M12 15v.01")
            default: break
            }
        }
        for words in bar.words { head.element("span class='direction'", text: words) }
    }
}

/// Directions below the end of the bar.
private func foot(of bar: Bar, to html: inout HTML) {
    var words: [String] = []
    for mark in bar.marks {
        switch mark {
        case .segno, .coda, .fermata: break
        default: words.append(mark.words)
        }
    }
    if case .repeated(let times) = bar.end, times > 2 { words.append("\(times)×") }
    guard !words.isEmpty else { return }
    html.element("span class='direction bar-foot' aria-hidden='true'", text: words.joined(separator: ", "))
}

private func chords(
    of bar: Bar, _ index: Int, beats: Int, _ analysis: DisplayedAnalysis?, _ presentation: Presentation,
    to html: inout HTML
) {
    if bar.chords.isEmpty { for bracket in analysis?.brackets ?? [] { bracket.write(overBar: index, to: &html) } }
    switch bar.content {
    case .asLast: html.sign("", "M7 19L17 5M7.500 8v.01M16.500 16v.01")
    case .asTwoBefore: html.sign("", "M5 19L15 5M9 19L19 5M6 8v.01M18 16v.01")
    case .chords(let chords):
        let end = 12 * beats
        if let first = chords.first, first.position.twelfths > 0 {
            html.element("span class=?", "chord " + width(first.position.twelfths))
        }
        for (number, chord) in chords.enumerated() {
            let next = number + 1 < chords.count ? chords[number + 1].position.twelfths : end
            html.element("span class=?", "chord " + width(next - chord.position.twelfths)) { cell in
                for other in bar.alternates where other.position == chord.position {
                    cell.element("span class='alternate' translate='no'") { above in
                        if let symbol = other.symbol {
                            above.set(symbol, presentation)
                        } else {
                            above.write(TunesText.noChord)
                        }
                    }
                }
                cell.element("span class='chord-symbol' translate='no'") { cell in
                    if let symbol = chord.symbol {
                        cell.set(symbol, presentation)
                    } else if let text = chord.unread {
                        cell.element("span class='unread' title=?", TunesText.unread, text: text)
                    } else {
                        cell.write(TunesText.noChord)
                    }
                }
                guard let analysis else { return }
                numeral(of: chord, index, analysis.tune, presentation, to: &cell)
                for bracket in analysis.brackets { bracket.write(over: chord.position, ofBar: index, to: &cell) }
            }
        }
    }
}

/// The class for the width of a chord: its duration in half beats.
private func width(_ twelfths: Int) -> String { "for-\(min(max((twelfths + 3) / 6, 1), 16))" }

/// The numeral of a chord.
private func numeral(
    of chord: BarChord, _ bar: Int, _ analysis: TuneAnalysis, _ presentation: Presentation, to html: inout HTML
) {
    let placed = analysis.chords.first { $0.bar == bar && $0.position == chord.position }
    guard let place = placed?.place else { return }
    html.element("span class='numeral' translate='no'", text: presentation.written(place.numeral))
}

/// A chord for screen readers.
private func spoken(_ chord: BarChord, _ presentation: Presentation) -> String {
    guard let symbol = chord.symbol else { return TunesText.noChordSpoken }
    return Spoken.chord(symbol.toVoice, presentation.notation.names)
}

/// The description of a bar for screen readers.
private func spoken(_ bar: Bar, _ index: Int, _ sounding: [BarChord], _ presentation: Presentation) -> String {
    var words = TunesText.bar(index + 1)
    for ending in bar.endings { words += ", " + TunesText.ending(ending) }
    if bar.startsRepeat { words += ", " + TunesText.repeatStarts }
    let names = sounding.map { spoken($0, presentation) }
    words += ": " + (names.isEmpty ? TunesText.empty : names.joined(separator: ", "))
    for chord in bar.chords { if let text = chord.unread { words += ", " + TunesText.unread + ": " + text } }
    for mark in bar.marks { words += ", " + mark.words }
    if case .repeated = bar.end { words += ", " + TunesText.repeatEnds }
    return words
}
