import Harmony
import Tunes

/// Where everything of a chart stands: rows of four bars, each section in a row of its own, and where the tune was voiced a
/// grand staff below each row. The page is as wide as paper has room for; the height follows.
struct ChartLayout {
    static let width = 720
    static let barsInARow = 4
    /// Above the bars of a row, for sections, endings and signs.
    static let above = 30
    static let barHeight = 40
    /// The room for symbols where bars have staves below them.
    private static let symbolHeight = 34
    static let gap = 14
    /// For the metre before the first bar.
    static let metreWidth = 26
    private static let repeatWidth = 12

    /// Some bars beside each other.
    struct Row {
        /// Indices of the tune's bars.
        let bars: Range<Int>
        /// How many bars of room are left free before them, so that a second ending stands below the first.
        let indent: Int
        /// The name of the section, where one begins.
        let label: String?
        /// The top of its bars, from the top of the chart.
        let y: Int
        let strip: StaffStrip?
        let height: Int
    }

    /// A chord's notes and where they stand.
    struct Notes {
        let column: StaffLayout.Column
        let x: Int
    }

    private(set) var rows: [Row] = []
    /// Of each bar.
    private(set) var notes: [[Notes]]
    let barsLeft: Int
    let barWidth: Int
    private(set) var height: Int

    init(_ tune: Tune, _ voiced: VoicedTune?, top: Int) {
        let bars = tune.bars
        let metres = tune.metres
        let signature = voiced == nil ? nil : tune.key?.written.signature
        let signs = StaffStrip.x(ofSign: signature?.count ?? 0)
        let left = ChartLayout.metreWidth + (voiced == nil ? 0 : StaffStrip.braceWidth + signs)
        barsLeft = left
        let barWidth = (ChartLayout.width - left) / ChartLayout.barsInARow
        self.barWidth = barWidth
        notes = bars.map { _ in [] }
        height = top

        // The staves are the same in all rows.
        var columnsOfBars: [[(start: Position, column: StaffLayout.Column)]] = bars.map { _ in [] }
        for chord in voiced?.chords ?? [] where !chord.voicing.tones.isEmpty {
            let earlier = columnsOfBars[chord.place.bar].map { $0.column }
            let column = StaffLayout.Column(StaffPicture.Column(chord.voicing, isFingered: false), in: signature, after: earlier)
            columnsOfBars[chord.place.bar].append((chord.place.position, column))
        }
        let staves = KeySignature.Clef.allCases

        for (range, indent, label) in ChartLayout.rows(of: tune) {
            let y = height + ChartLayout.above
            var strip: StaffStrip?
            var rowHeight = ChartLayout.above + ChartLayout.barHeight + ChartLayout.gap
            if voiced != nil {
                let heights = StaffStrip.Heights(columnsOfBars[range].flatMap { $0.map { $0.column } }, on: staves)
                    .moved(by: y + ChartLayout.symbolHeight)
                let lines = range.indices.map { left + (indent + $0 - range.lowerBound + 1) * barWidth }
                strip = StaffStrip(
                    staves: staves, tops: heights.tops, left: StaffStrip.braceWidth, right: lines.last ?? left, barLines: [],
                    signature: signature)
                rowHeight = heights.bottom - height + ChartLayout.gap
            }
            for bar in range {
                let inset = ChartLayout.inset(of: bar, bars, metres)
                let start = left + (indent + bar - range.lowerBound) * barWidth + inset
                var free = start + 4
                for (position, column) in columnsOfBars[bar] {
                    let wanted = start + 8 + position.twelfths * (barWidth - inset - 8) / (12 * metres[bar].beats)
                    let x = max(wanted, free) - column.left
                    notes[bar].append(Notes(column: column, x: x))
                    free = x + column.right + 3
                }
            }
            rows.append(Row(bars: range, indent: indent, label: label, y: y, strip: strip, height: rowHeight))
            height += rowHeight
        }
    }

    /// Where a bar of a row begins.
    func x(of bar: Int, in row: Row) -> Int { barsLeft + (row.indent + bar - row.bars.lowerBound) * barWidth }

    /// What stands at the beginning of a bar before its chords: a new metre, the dots of a repeat.
    static func inset(of bar: Int, _ bars: [Bar], _ metres: [Metre]) -> Int {
        (bar > 0 && metres[bar] != metres[bar - 1] ? metreWidth : 0) + (bars[bar].startsRepeat ? repeatWidth : 0)
    }

    /// Four bars each; a section begins a new row, and so does an ending after the first one, below it where there is room.
    private static func rows(of tune: Tune) -> [(bars: Range<Int>, indent: Int, label: String?)] {
        var rows: [(bars: Range<Int>, indent: Int, label: String?)] = []
        var start = 0
        for (index, section) in tune.sections.enumerated() where !section.bars.isEmpty {
            let end = start + section.bars.count
            var label = index > 0 || !section.label.isEmpty ? Optional(section.label) : nil
            var first = start
            var indent = 0
            // Where the last first ending stands in its row.
            var place: Int?
            while first < end {
                var last = first
                while last < end, last - first + indent < barsInARow {
                    let ending = section.bars[last - start].ending
                    if let ending, ending > 1, last > first { break }
                    if ending == 1 { place = last - first + indent }
                    last += 1
                }
                rows.append((first..<last, indent, label))
                label = nil
                first = last
                indent = 0
                guard first < end, let ending = section.bars[first - start].ending, ending > 1, let below = place else { continue }
                var length = 1
                while first + length < end, section.bars[first - start + length - 1].end == .single { length += 1 }
                indent = below + length <= barsInARow ? below : 0
            }
            start = end
        }
        return rows
    }
}
