import Harmony
import Tunes

/// The width of a chart in units of the drawing, in which a staff is 40 high. The height follows from it.
package enum ChartPaper: Sendable {
    /// For paper, with four bars in a row.
    case sheet
    /// For a phone, with two bars in a row.
    case phone

    var width: Int { self == .sheet ? 720 : 380 }
    fileprivate var maximumBarsInARow: Int { self == .sheet ? 4 : 2 }
}

/// The layout of a chart.
///
/// A row has as many bars as fit, or half as many if the melody is dense. Each section begins a new row. Below each row
/// is the melody, if there is one, and a grand staff if the tune is voiced.
struct ChartLayout {
    /// The margin of a bar before and after its notes.
    private static let margins = 30
    /// The height above the bars of a row, for sections, endings and signs.
    static let above = 30
    static let barHeight = 40
    /// The height of the symbols if bars have staves below them.
    private static let symbolHeight = 34
    static let gap = 14
    /// The width of the meter before the first bar: two digits with some space around them.
    static let meterWidth = 34
    private static let repeatWidth = 12

    /// A row of bars.
    struct Row {
        /// Indices of the tune's bars.
        let bars: Range<Int>
        /// The number of bars left free before them, to put a second ending below the first.
        let indent: Int
        /// The name of the section that begins here, if any.
        let label: String?
        /// The y of the top of its bars.
        let y: Int
        /// The y of the top of the row with all signs above it.
        var top: Int { y - ChartLayout.above }
        /// The strip of the melody, and the strip of the hands.
        let strips: [StaffStrip]
        /// Nil if the tune has no melody.
        let melody: MelodyStaff?
        let height: Int

        /// The y of the top lines of all staves.
        var tops: [Int] { strips.flatMap { $0.tops } }
    }

    /// The notes of a chord with their position.
    struct Notes {
        let column: StaffLayout.Column
        let x: Int
    }

    private(set) var rows: [Row] = []
    /// The columns of each bar.
    private(set) var notes: [[Notes]]
    let width: Int
    let barsLeft: Int
    let barWidth: Int
    private(set) var height: Int

    init(_ tune: Tune, _ voiced: [VoicedTune.Chord]?, on paper: ChartPaper, top: Int) {
        width = paper.width
        let bars = tune.bars
        let meters = tune.meters
        let melodies = ChartLayout.written(tune, meters)
        let signature = voiced == nil && melodies == nil ? nil : tune.key?.written.signature
        let signs = StaffStrip.x(ofSign: signature?.count ?? 0)
        let staffLeft = voiced == nil ? 0 : StaffStrip.braceWidth
        let left = ChartLayout.meterWidth + (voiced == nil && melodies == nil ? 0 : staffLeft + signs)
        barsLeft = left
        let narrow = (width - left) / paper.maximumBarsInARow - ChartLayout.margins
        let isDense = melodies?.contains { MelodyStaff.width(of: $0) > narrow } == true
        let barsInARow = isDense ? paper.maximumBarsInARow / 2 : paper.maximumBarsInARow
        let barWidth = (width - left) / barsInARow
        self.barWidth = barWidth
        notes = bars.map { _ in [] }
        height = top

        // The staves are the same in all rows.
        var columnsOfBars: [[(start: Position, column: StaffLayout.Column)]] = bars.map { _ in [] }
        let sounding = voiced == nil ? [] : tune.sounding
        for chord in voiced ?? [] where !chord.voicing.tones.isEmpty {
            let earlier = columnsOfBars[chord.place.bar].map { $0.column }
            let value = ChartLayout.value(
                from: chord.place.position, among: sounding[chord.place.bar], in: meters[chord.place.bar])
            let column = StaffLayout.Column(
                StaffPicture.Column(chord.voicing, isFingered: false), in: signature, after: earlier, lasting: value)
            columnsOfBars[chord.place.bar].append((chord.place.position, column))
        }
        let staves = KeySignature.Clef.allCases

        for (range, indent, label) in ChartLayout.rows(of: tune, barsInARow) {
            let y = height + ChartLayout.above
            func start(_ bar: Int) -> Int { left + (indent + bar - range.lowerBound) * barWidth }
            let end = start(range.upperBound)
            var strips: [StaffStrip] = []
            var bottom = y + ChartLayout.barHeight
            func add(_ staves: [KeySignature.Clef], _ heights: StaffStrip.Heights) {
                let heights = heights.moved(by: strips.isEmpty ? y + ChartLayout.symbolHeight : bottom)
                strips.append(
                    StaffStrip(
                        staves: staves, tops: heights.tops, left: staffLeft, right: end, barLines: [],
                        signature: signature))
                bottom = heights.bottom
            }
            var melody: MelodyStaff?
            if let melodies {
                var sung: [MelodyStaff.Bar] = []
                for bar in range {
                    let inset = ChartLayout.inset(of: bar, bars, meters) + 8
                    let margin = bars[bar].end == .single ? 4 : 14
                    sung.append(
                        MelodyStaff.Bar(
                            melodies[bar], from: start(bar) + inset, to: start(bar + 1) - margin, end: start(bar + 1)))
                }
                let staff = MelodyStaff(bars: sung)
                add([.treble], StaffStrip.Heights(reach: staff.reach))
                melody = staff
            }
            if voiced != nil {
                add(staves, StaffStrip.Heights(columnsOfBars[range].flatMap { $0.map { $0.column } }, on: staves))
            }
            for bar in range {
                let inset = ChartLayout.inset(of: bar, bars, meters)
                let sung = melody?.bars[bar - range.lowerBound]
                var free = start(bar) + inset + 4
                for (position, column) in columnsOfBars[bar] {
                    let own = start(bar) + inset + 8
                    let even = own + position.twelfths * (barWidth - inset - 8) / (12 * meters[bar].beats)
                    // The heads are below the melody notes of the same time, with their accidentals before them if
                    // there is room.
                    let wanted = sung?.x(of: position, in: meters[bar]) ?? even
                    let x = max(wanted + StaffLayout.headWidth / 2, free - column.left)
                    notes[bar].append(Notes(column: column, x: x))
                    free = x + column.right + 3
                }
            }
            let rowHeight = bottom - height + ChartLayout.gap
            rows.append(
                Row(bars: range, indent: indent, label: label, y: y, strips: strips, melody: melody, height: rowHeight))
            height += rowHeight
        }
    }

    /// The note value of a chord in its bar; nil if it needs several tied notes.
    private static func value(from start: Position, among chords: [BarChord], in meter: Meter) -> NoteValue? {
        let end = chords.first { $0.position > start }?.position.twelfths ?? 12 * meter.beats
        let twelfth = Melody.whole / meter.unit / 12
        let values = NoteValue.tied(from: start.twelfths * twelfth, to: end * twelfth, in: meter, isRest: false)
        return values.count == 1 ? values[0] : nil
    }

    /// The written melody of each bar; nil without a melody.
    private static func written(_ tune: Tune, _ meters: [Meter]) -> [WrittenMelody]? {
        guard tune.hasMelody else { return nil }
        let signature = tune.key?.written.signature
        var tied: Tone?
        var written: [WrittenMelody] = []
        // No closure: it would add its callees to the code that a first visit loads.
        for (melody, meter) in zip(tune.melodies, meters) {
            written.append(WrittenMelody(melody, in: meter, signature, after: tied))
            tied = melody.isTied ? melody.notes.last?.tone : nil
        }
        return written
    }

    /// The x of the beginning of a bar in its row.
    func x(of bar: Int, in row: Row) -> Int { barsLeft + (row.indent + bar - row.bars.lowerBound) * barWidth }

    /// The width of the signs before the first chord of a bar: a new meter, the dots of a repeat.
    static func inset(of bar: Int, _ bars: [Bar], _ meters: [Meter]) -> Int {
        (bar > 0 && meters[bar] != meters[bar - 1] ? meterWidth : 0) + (bars[bar].startsRepeat ? repeatWidth : 0)
    }

    /// Rows of the given number of bars. A section begins a new row, and so does an ending after the first one, below
    /// it if there is room.
    private static func rows(of tune: Tune, _ barsInARow: Int) -> [(bars: Range<Int>, indent: Int, label: String?)] {
        var rows: [(bars: Range<Int>, indent: Int, label: String?)] = []
        var start = 0
        for (index, section) in tune.sections.enumerated() where !section.bars.isEmpty {
            let end = start + section.bars.count
            var label = index > 0 || !section.label.isEmpty ? Optional(section.label) : nil
            var first = start
            var indent = 0
            // The column of the last first ending.
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
                guard first < end, let ending = section.bars[first - start].ending, ending > 1, let below = place else {
                    continue
                }
                var length = 1
                while first + length < end, section.bars[first - start + length - 1].end == .single { length += 1 }
                indent = below + length <= barsInARow ? below : 0
            }
            start = end
        }
        return rows
    }
}
