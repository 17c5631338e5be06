import Harmony
import Tunes

/// Draws the analysis of a tune: chords with their numerals, cadences as brackets above them, and key areas as brackets
/// below. Four bars make a row.
package struct AnalysisSVG {
    private let tune: Tune
    private let analysis: TuneAnalysis
    private let meters: [Meter]
    private let presentation: Presentation

    /// The drawing as a document of its own.
    package static func document(_ tune: Tune, _ presentation: Presentation = Presentation()) -> String {
        var html = HTML()
        AnalysisSVG(tune, presentation).write(to: &html)
        return Drawing.declaration + html.text
    }

    private init(_ tune: Tune, _ presentation: Presentation) {
        self.tune = tune
        analysis = TuneAnalysis(of: tune)
        meters = tune.meters
        self.presentation = presentation
    }

    private static let barsPerRow = 4
    private static let barWidth = 210
    private static let rowHeight = 104
    private static let margin = 24
    private static let headHeight = 56

    private func write(to html: inout HTML) {
        let rows = (meters.count + AnalysisSVG.barsPerRow - 1) / AnalysisSVG.barsPerRow
        let width = AnalysisSVG.barsPerRow * AnalysisSVG.barWidth
        let height = AnalysisSVG.headHeight + rows * AnalysisSVG.rowHeight
        let margin = AnalysisSVG.margin
        let size = (width: "\(width + 2 * margin)", height: "\(height + 2 * margin)")
        html.element(
            "svg role='img' fill='#22252b' xmlns=? width=? height=? viewBox=? aria-label=? font-family=?",
            Drawing.namespace, size.width, size.height, "-\(margin) -\(margin) \(size.width) \(size.height)",
            PresentingText.analysis(of: tune.title), Drawing.fonts
        ) { svg in
            svg.element(
                "rect fill='#fffdf9' x=? y=? width=? height=?", "-\(margin)", "-\(margin)", size.width, size.height)
            svg.element("text font-size='24' font-weight='bold' x='0' y='22'", text: tune.title)
            if let key = analysis.key {
                svg.element("text font-size='14' x='0' y='44'", text: presentation.name(key))
            }
            for bar in meters.indices { writeLine(of: bar, to: &svg) }
            for chord in analysis.chords { write(chord, to: &svg) }
            for cadence in analysis.cadences {
                let (first, last) = (place(cadence.chords.lowerBound), place(cadence.chords.upperBound))
                writeBracket(
                    from: first, to: (last.row, last.x + 40), y: 14, height: 6,
                    cadence.name + " · " + presentation.name(cadence.key), to: &svg)
            }
            for area in analysis.areas {
                guard let key = area.key else { continue }
                writeBracket(
                    from: place(area.chords.lowerBound), to: end(of: area), y: 76, height: -6,
                    presentation.name(key), to: &svg)
            }
        }
    }

    /// The right end of an area's bracket, before the next chord or at the end of a row.
    private func end(of area: TuneAnalysis.KeyArea) -> (row: Int, x: Int) {
        let next = area.chords.upperBound
        guard next < analysis.chords.count else {
            let bar = meters.count - 1
            return (bar / AnalysisSVG.barsPerRow, (bar % AnalysisSVG.barsPerRow + 1) * AnalysisSVG.barWidth - 10)
        }
        let (row, x) = place(next)
        return x > 0 ? (row, x - 10) : (row - 1, AnalysisSVG.barsPerRow * AnalysisSVG.barWidth - 10)
    }

    /// The row of a chord and its distance from the left.
    private func place(_ chord: Int) -> (row: Int, x: Int) {
        let placed = analysis.chords[chord]
        return place(ofBar: placed.bar, twelfths: placed.position.twelfths)
    }

    private func place(ofBar bar: Int, twelfths: Int) -> (row: Int, x: Int) {
        let inside = AnalysisSVG.barWidth * twelfths / (12 * meters[bar].beats)
        return (bar / AnalysisSVG.barsPerRow, bar % AnalysisSVG.barsPerRow * AnalysisSVG.barWidth + inside)
    }

    private func top(ofRow row: Int) -> Int { AnalysisSVG.headHeight + row * AnalysisSVG.rowHeight }

    private func writeLine(of bar: Int, to svg: inout HTML) {
        let (row, x) = place(ofBar: bar, twelfths: 0)
        let y = top(ofRow: row)
        svg.element("path stroke='#22252b' fill='none' d=?", "M\(x - 6) \(y + 24)v44")
    }

    private func write(_ chord: TuneAnalysis.PlacedChord, to svg: inout HTML) {
        let (row, x) = place(ofBar: chord.bar, twelfths: chord.position.twelfths)
        let y = top(ofRow: row)
        svg.element(
            "text font-size='17' x=? y=?", "\(x)", "\(y + 42)", text: chord.symbol.written(in: presentation.notation))
        if let place = chord.place {
            svg.element(
                "text font-size='14' fill='#5a5f6b' x=? y=?", "\(x)", "\(y + 64)",
                text: presentation.written(place.numeral))
        }
    }

    /// A bracket with a name, in one piece for each row that it covers.
    /// - Parameter height: of its ends, positive for down.
    private func writeBracket(
        from first: (row: Int, x: Int), to last: (row: Int, x: Int), y: Int, height: Int, _ name: String,
        to svg: inout HTML
    ) {
        let width = AnalysisSVG.barsPerRow * AnalysisSVG.barWidth
        for row in first.row...max(first.row, last.row) {
            let start = row == first.row ? first.x : 0
            let end = row == last.row ? last.x : width - 10
            guard start < end else { continue }
            let line = top(ofRow: row) + y
            let opens = row == first.row ? "v\(-height)" : ""
            let closes = row == last.row ? "v\(height)" : ""
            svg.element(
                "path stroke='#5a5f6b' fill='none' d=?",
                "M\(start) \(line + (row == first.row ? height : 0))\(opens)H\(end)\(closes)")
            if row == first.row {
                svg.element(
                    "text font-size='11' fill='#5a5f6b' x=? y=?", "\(start)",
                    "\(height > 0 ? line - 3 : line + 12)", text: name)
            }
        }
    }
}
