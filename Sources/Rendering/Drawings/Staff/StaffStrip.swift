import Harmony

/// A line of staves with clefs, signature and bar lines, and the notes on it.
struct StaffStrip {
    /// One or both, the upper first.
    let staves: [KeySignature.Clef]
    /// The y of the top line of each.
    let tops: [Int]
    /// The x of the beginning and the end of the staves.
    let left: Int
    let right: Int
    /// The x of the bar line after each bar.
    let barLines: [Int]
    let signature: KeySignature?

    /// The y of the top line of a staff; nil if there is no such staff.
    func top(_ clef: KeySignature.Clef) -> Int? { staves.firstIndex(of: clef).map { tops[$0] } }

    /// The x of the signature's accidentals from the left end.
    static func x(ofSign index: Int) -> Int { clefWidth + index * signatureStep }

    static let braceWidth = 12
    static let clefWidth = 42
    static let signatureStep = 11

    func writeStaves(to group: inout HTML) {
        let top = tops[0]
        let bottom = tops[tops.count - 1] + StaffLayout.y(0)
        var lines = ""
        if staves.count == 2 { lines += "M\(left) \(top)V\(bottom)" }
        for x in barLines { lines += "M\(x) \(top)V\(bottom)" }
        if !lines.isEmpty { group.element("path fill='none' stroke='currentColor' stroke-width='1.4' d=?", lines) }
        if staves.count == 2 {
            group.element("path d=?", StaffShapes.brace(x: left - 2, top: top, bottom: bottom))
        }
        for (clef, y) in zip(staves, tops) {
            group.element("g class=? transform=?", clef.rawValue, "translate(\(left) \(y))") { staff in
                var lines = ""
                for step in stride(from: 8, through: 0, by: -2) { lines += "M0 \(StaffLayout.y(step))H\(right - left)" }
                staff.element("path class='lines' fill='none' stroke='currentColor' d=?", lines)
                staff.element(
                    """
                        path class='clef' fill='none' stroke='currentColor' stroke-width='2.25' stroke-linecap='round' \
                        d=?
                        """,
                    clef == .treble ? StaffShapes.treble : StaffShapes.bass)
                if clef == .bass { staff.element("path d=?", StaffShapes.bassDots) }
                guard let signature, signature.count > 0 else { return }
                for (place, step) in signature.staffSteps(clef).enumerated() {
                    staff.element(
                        "path class='accidental' transform=? d=?",
                        "translate(\(StaffStrip.x(ofSign: place)) \(StaffLayout.y(step)))",
                        StaffShapes.path(signature.accidental, x: 0, y: 0))
                }
            }
        }
    }

    /// - Parameter x: the center of the leftmost heads.
    func writeNotes(of column: StaffLayout.Column, x: Int, to group: inout HTML) {
        var ledgers = "", signs = ""
        var heads = (left: "", right: "")
        for ledger in column.ledgers {
            guard let top = top(ledger.clef) else { continue }
            ledgers += "M\(x + ledger.x - StaffLayout.ledgerWidth / 2) \(top + ledger.y)h\(StaffLayout.ledgerWidth)"
        }
        for sign in column.signs {
            guard let top = top(sign.clef) else { continue }
            signs += StaffShapes.path(sign.accidental, x: x + sign.x, y: top + sign.y)
        }
        for head in column.heads {
            guard let top = top(head.clef) else { continue }
            let middle = x + column.x(of: head)
            var path = "M\(middle) \(top + head.y)" + StaffShapes.head(of: column.value)
            if column.value?.isDotted == true {
                path += StaffShapes.lengtheningDot(
                    x: x + column.right - StaffLayout.dotGap + 2, y: top + head.y, onStep: head.step)
            }
            if head.note.hand == .left { heads.left += path } else { heads.right += path }
        }
        if !ledgers.isEmpty { group.element("path class='ledgers' fill='none' stroke='currentColor' d=?", ledgers) }
        if !signs.isEmpty { group.element("path class='signs' d=?", signs) }
        var stems = ""
        for clef in staves {
            guard let top = top(clef), let stem = column.stem(clef) else { continue }
            stems += "M\(x + stem.x) \(top + stem.from)V\(top + stem.to)"
        }
        if !stems.isEmpty {
            group.element(
                "path class='stems' fill='none' stroke='currentColor' stroke-width='1.6' d=?",
                stems)
        }
        if !heads.left.isEmpty { group.element("path class='notes left' d=?", heads.left) }
        if !heads.right.isEmpty { group.element("path class='notes right' d=?", heads.right) }
        writeOctaves(of: column, x: x, to: &group)
    }

    /// Writes `8va` above notes that sound an octave higher than written, or `8vb` below notes that sound an octave
    /// lower.
    private func writeOctaves(of column: StaffLayout.Column, x: Int, to group: inout HTML) {
        for clef in staves {
            let octaves = column.octaves(clef)
            guard octaves != 0, let top = top(clef) else { continue }
            let reach = column.reach(clef)
            let sign = octaves > 0 ? ["8va", "15ma", "22ma", "29ma"][octaves - 1] : ["8vb", "15mb"][-octaves - 1]
            let y = octaves > 0 ? reach.top + StaffLayout.octaveHeight - 3 : reach.bottom - 2
            group.element(
                "text class='octave' aria-hidden='true' font-style='italic' x=? y=? font-size=?",
                "\(x - StaffLayout.headWidth / 2)", "\(top + y)", "\(StaffLayout.labelSize)", text: sign)
        }
    }

    /// The vertical positions of the staves of given chords, and the total height.
    struct Heights {
        /// The y of the top line of each staff from the top of the line of the picture.
        let tops: [Int]
        let bottom: Int

        init(_ columns: [StaffLayout.Column], on staves: [KeySignature.Clef]) {
            let first = staves[0], last = staves[staves.count - 1]
            // Room for the treble clef, and for the sharps of a signature.
            var top = first == .treble ? 20 : 10
            var bottom = last == .treble ? 18 : 4
            var gap = staves.count == 2 ? 60 : 0
            for column in columns {
                let upper = column.reach(first), lower = column.reach(last)
                top = max(top, -upper.top + 4)
                bottom = max(bottom, lower.bottom - StaffLayout.y(0) + 4)
                if staves.count == 2 { gap = max(gap, upper.bottom - StaffLayout.y(0) - lower.top + 4) }
            }
            tops = staves.count == 2 ? [top, top + StaffLayout.y(0) + gap] : [top]
            self.bottom = tops[tops.count - 1] + StaffLayout.y(0) + bottom
        }

        /// The position of a single treble staff.
        /// - Parameter reach: the minimum and the maximum y of everything on it.
        init(reach: (top: Int, bottom: Int)) {
            tops = [max(20, -reach.top + 4)]
            bottom = tops[0] + max(StaffLayout.y(0) + 18, reach.bottom + 4)
        }

        private init(tops: [Int], bottom: Int) {
            self.tops = tops
            self.bottom = bottom
        }

        func moved(by y: Int) -> Heights { Heights(tops: tops.map { $0 + y }, bottom: bottom + y) }
    }
}
