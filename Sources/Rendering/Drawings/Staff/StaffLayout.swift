import Harmony

/// The layout of a picture: lines of four bars, all equally wide. The space between two lines of a staff is 10.
package struct StaffLayout {
    /// A bounding box.
    package struct Box: Sendable {
        package let left: Int
        package let top: Int
        package let right: Int
        package let bottom: Int

        package init(left: Int, top: Int, right: Int, bottom: Int) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }

        package func moved(by x: Int, _ y: Int) -> Box {
            Box(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
        }

        /// Whether both boxes overlap.
        package func meets(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    // MARK: Sizes

    /// The distance from a line to the space above it.
    static let step = 5
    /// A whole note is a little more than a space and a half wide.
    static let headWidth = 16
    package static let headBox = Box(left: -8, top: -step, right: 8, bottom: step)
    /// A third wider than the note.
    package static let ledgerWidth = (4 * headWidth + 2) / 3
    package static let maximumLedgers = 3
    /// The distance in steps at which accidentals fit above each other.
    static let seventh = 6
    /// The gap between accidentals and notes, clear of ledger lines. Between accidentals it is half.
    static let signGap = 5
    static let octaveHeight = 14
    /// Seven steps.
    static let stemLength = 35
    /// The distance from a head to its dot.
    static let dotGap = 6
    static let symbolSize = 17
    static let labelSize = 12
    static let barsInALine = 4
    /// The margin on both sides of a bar.
    private static let margin = 9
    /// The gap between the lines of a picture.
    private static let systemGap = 14

    /// y from the top line down.
    static func y(_ step: Int) -> Int { (8 - step) * StaffLayout.step }

    /// The box around its center; of a flat, around the center of its bowl.
    package static func box(of accidental: Accidental) -> Box {
        switch accidental.semitones {
        case 1: Box(left: -5, top: -13, right: 5, bottom: 13)
        case 2: Box(left: -5, top: -5, right: 5, bottom: 5)
        case -1: Box(left: -4, top: -16, right: 4, bottom: 7)
        case -2: Box(left: -7, top: -16, right: 7, bottom: 7)
        default: Box(left: -4, top: -13, right: 4, bottom: 13)
        }
    }

    /// The number of ledger lines of a note on a step.
    static func ledgers(to step: Int) -> Int { step > 8 ? (step - 8) / 2 : max(0, -step / 2) }

    // MARK: Positions

    /// One or both, the upper first.
    package let staves: [KeySignature.Clef]
    /// One column per chord.
    package let columns: [Column]
    /// For each chord, the x of the center of its leftmost heads from the left edge of its bar.
    let anchors: [Int]
    let barWidth: Int
    /// The x of the beginning of the staves, and of the first bar.
    let staffLeft: Int
    let barsLeft: Int
    /// For each of ``staves``, the y of its top line from the top of its line of the picture.
    let tops: [Int]
    /// The baseline of the first row of degrees or fingers, from the top of the line of the picture.
    let labelTop: Int
    /// The height of a line of the picture.
    let systemHeight: Int
    let width: Int
    let height: Int

    package init(_ picture: StaffPicture, _ presentation: Presentation) {
        let columns = picture.columns.map { Column($0, in: picture.signature) }
        let staves = Column.staves(of: columns)
        self.columns = columns
        self.staves = staves

        // Horizontal positions.
        let symbols = picture.columns.map {
            $0.subject.map { SymbolText($0, in: presentation.notation).width(StaffLayout.symbolSize) } ?? 0
        }
        let labelWidth = picture.below == .nothing ? 0 : 2 * StaffLayout.labelWidth
        var widest = 0
        for (column, symbol) in zip(columns, symbols) {
            let right = max(column.right, symbol - StaffLayout.headWidth / 2, labelWidth - StaffLayout.headWidth / 2)
            widest = max(widest, right - column.left)
        }
        barWidth = widest + 2 * StaffLayout.margin
        anchors = columns.map { StaffLayout.margin - $0.left }
        staffLeft = staves.count == 2 ? StaffStrip.braceWidth : 1
        // A signature alone has room for all seven accidentals, which makes several of them equally wide.
        let signs = columns.isEmpty ? 7 : picture.signature?.count ?? 0
        barsLeft = staffLeft + StaffStrip.clefWidth + signs * StaffStrip.signatureStep
        let bars = min(columns.count, StaffLayout.barsInALine)
        width = barsLeft + bars * barWidth + 1

        // Vertical positions.
        let heights = StaffStrip.Heights(columns, on: staves).moved(
            by: columns.isEmpty ? 0 : StaffLayout.symbolSize + 4)
        tops = heights.tops
        let staffBottom = heights.bottom
        labelTop = staffBottom + StaffLayout.labelSize
        let rows =
            picture.below == .nothing
            ? 0
            : picture.columns.reduce(0) { rows, column in
                Hand.allCases.reduce(rows) { rows, hand in max(rows, column.notes.filter { $0.hand == hand }.count) }
            }
        systemHeight = staffBottom + rows * StaffLayout.labelHeight + (rows > 0 ? 4 : 0)
        let count = StaffLayout.systemCount(columns.count)
        height = count * systemHeight + (count - 1) * StaffLayout.systemGap
    }

    /// The number of lines for a number of chords. A signature alone has one.
    private static func systemCount(_ chords: Int) -> Int { max(1, (chords + barsInALine - 1) / barsInALine) }

    static let labelWidth = 28
    static let labelHeight = 14

    /// The chords in each line of the picture, and the y of its top.
    var systems: [(chords: Range<Int>, y: Int)] {
        (0..<StaffLayout.systemCount(columns.count)).map { index in
            let start = index * StaffLayout.barsInALine
            return (
                start..<min(start + StaffLayout.barsInALine, columns.count),
                index * (systemHeight + StaffLayout.systemGap)
            )
        }
    }

    /// The x of the center of a chord's leftmost heads.
    func x(of chord: Int) -> Int { barsLeft + chord % StaffLayout.barsInALine * barWidth + anchors[chord] }

    /// The y of the top line of a staff; nil if there is no such staff.
    package func top(_ clef: KeySignature.Clef) -> Int? { staves.firstIndex(of: clef).map { tops[$0] } }
}
