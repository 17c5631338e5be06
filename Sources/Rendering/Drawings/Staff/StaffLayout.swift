import Harmony

/// Where everything of a picture stands: lines of four bars below each other, all bars equally wide. The space between two
/// lines of a staff is 10.
package struct StaffLayout {
    /// A rectangle around something.
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

        /// Whether something of both lies at one place.
        package func meets(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    // MARK: Sizes

    /// From a line to the space above it.
    static let step = 5
    /// A whole note is a little more than a space and a half wide.
    static let headWidth = 16
    package static let headBox = Box(left: -8, top: -step, right: 8, bottom: step)
    /// A third wider than the note.
    package static let ledgerWidth = (4 * headWidth + 2) / 3
    package static let mostLedgers = 3
    /// In steps: accidentals that far apart have room above each other.
    static let seventh = 6
    /// Between accidentals and notes, clear of ledger lines; half of it between accidentals.
    static let signGap = 5
    static let octaveHeight = 14
    /// Seven steps.
    static let stemLength = 35
    /// From a head to its dot.
    static let dotGap = 6
    static let symbolSize = 17
    static let labelSize = 12
    static let barsInALine = 4
    /// On both sides of a bar.
    private static let margin = 9
    /// Between the lines of a picture.
    private static let systemGap = 14

    /// From the top line down.
    static func y(_ step: Int) -> Int { (8 - step) * StaffLayout.step }

    /// Around its middle; of a flat, around the middle of its bowl.
    package static func box(of accidental: Accidental) -> Box {
        switch accidental.semitones {
        case 1: Box(left: -5, top: -13, right: 5, bottom: 13)
        case 2: Box(left: -5, top: -5, right: 5, bottom: 5)
        case -1: Box(left: -4, top: -16, right: 4, bottom: 7)
        case -2: Box(left: -7, top: -16, right: 7, bottom: 7)
        default: Box(left: -4, top: -13, right: 4, bottom: 13)
        }
    }

    /// How many ledger lines a note on a step needs.
    static func ledgers(to step: Int) -> Int { step > 8 ? (step - 8) / 2 : max(0, -step / 2) }

    // MARK: What stands where

    /// One or both, the upper first.
    package let staves: [KeySignature.Clef]
    /// Each chord by itself.
    package let columns: [Column]
    /// Of each chord, where the middle of its leftmost heads is, from the left edge of its bar.
    let anchors: [Int]
    let barWidth: Int
    /// Where the staves begin, and where the first bar does.
    let staffLeft: Int
    let barsLeft: Int
    /// How far below the top of its line of the picture a staff's top line is, one for each of ``staves``.
    let tops: [Int]
    /// The baseline of the first row of degrees or fingers, from the top of the line of the picture.
    let labelTop: Int
    /// How high a line of the picture is.
    let systemHeight: Int
    let width: Int
    let height: Int

    package init(_ picture: StaffPicture, _ presentation: Presentation) {
        let columns = picture.columns.map { Column($0, in: picture.signature) }
        let staves = Column.staves(of: columns)
        self.columns = columns
        self.staves = staves

        // From left to right.
        let symbols = picture.columns.map {
            $0.subject.map { StaffSymbol($0.title(in: presentation.notation)).width } ?? 0
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
        // A signature by itself has room for all seven, so that several are equally wide.
        let signs = columns.isEmpty ? 7 : picture.signature?.count ?? 0
        barsLeft = staffLeft + StaffStrip.clefWidth + signs * StaffStrip.signatureStep
        let bars = min(columns.count, StaffLayout.barsInALine)
        width = barsLeft + bars * barWidth + 1

        // From above.
        let heights = StaffStrip.Heights(columns, on: staves).moved(by: columns.isEmpty ? 0 : StaffLayout.symbolSize + 4)
        tops = heights.tops
        let staffBottom = heights.bottom
        labelTop = staffBottom + StaffLayout.labelSize
        let rows = picture.below == .nothing ? 0 : picture.columns.reduce(0) { rows, column in
            Hand.allCases.reduce(rows) { rows, hand in max(rows, column.notes.filter { $0.hand == hand }.count) }
        }
        systemHeight = staffBottom + rows * StaffLayout.labelHeight + (rows > 0 ? 4 : 0)
        let count = StaffLayout.systemCount(columns.count)
        height = count * systemHeight + (count - 1) * StaffLayout.systemGap
    }

    /// So many lines some chords take; a signature by itself has one.
    private static func systemCount(_ chords: Int) -> Int { max(1, (chords + barsInALine - 1) / barsInALine) }

    static let labelWidth = 28
    static let labelHeight = 14

    /// Which chords stand in each line of the picture, and how far down it begins.
    var systems: [(chords: Range<Int>, y: Int)] {
        (0..<StaffLayout.systemCount(columns.count)).map { index in
            let start = index * StaffLayout.barsInALine
            return (start..<min(start + StaffLayout.barsInALine, columns.count), index * (systemHeight + StaffLayout.systemGap))
        }
    }

    /// Where the middle of a chord's leftmost heads is.
    func x(of chord: Int) -> Int { barsLeft + chord % StaffLayout.barsInALine * barWidth + anchors[chord] }

    /// The top line of a staff; nil where there is no such staff.
    package func top(_ clef: KeySignature.Clef) -> Int? { staves.firstIndex(of: clef).map { tops[$0] } }
}
