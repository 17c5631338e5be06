import Harmony

/// A staff drawn. All of it has the colour of the text around it; the notes of each hand and what belongs to them are marked,
/// so that a style sheet can tell the hands apart.
package struct StaffSVG {
    private let picture: StaffPicture
    private let layout: StaffLayout
    private let presentation: Presentation
    private let drawing: Drawing

    /// A drawing that needs no page around it, as a whole document.
    package static func document(_ picture: StaffPicture, _ presentation: Presentation) -> String {
        var html = HTML()
        StaffSVG(picture, presentation, isDocument: true).write(to: &html)
        return Drawing.declaration + html.text
    }

    fileprivate init(_ picture: StaffPicture, _ presentation: Presentation, isDocument: Bool = false) {
        self.picture = picture
        layout = StaffLayout(picture, presentation)
        self.presentation = presentation
        drawing = Drawing(isDocument: isDocument)
    }

    private static let margin = 8

    fileprivate func write(to html: inout HTML) {
        let margin = drawing.isDocument ? StaffSVG.margin : 0
        let (width, height) = (layout.width + 2 * margin, layout.height + 2 * margin)
        html.element("svg role='img' fill='currentColor'", [
            ("xmlns", drawing.own(Drawing.namespace)), ("class", drawing.page("staff")), ("color", drawing.own("#22252b")),
            ("width", "\(width)"), ("height", "\(height)"), ("viewBox", "-\(margin) -\(margin) \(width) \(height)"),
            ("aria-label", picture.sentence(presentation)), ("font-family", drawing.own(Drawing.fonts)),
        ]) { svg in
            if drawing.isDocument {
                svg.element("rect fill='#fffdf9'", [
                    ("x", "-\(margin)"), ("y", "-\(margin)"), ("width", "\(width)"), ("height", "\(height)"),
                ])
            }
            for system in layout.systems {
                svg.element("g", [("transform", system.y == 0 ? nil : "translate(0 \(system.y))")]) { group in
                    writeStaves(system.chords.count, to: &group)
                    for chord in system.chords { write(chord, to: &group) }
                }
            }
        }
    }

    // MARK: Staves

    private func writeStaves(_ bars: Int, to group: inout HTML) {
        let right = bars == 0 ? layout.width : layout.barsLeft + bars * layout.barWidth
        let top = layout.tops[0]
        let bottom = layout.tops[layout.tops.count - 1] + StaffLayout.y(0)
        var barLines = ""
        if layout.staves.count == 2 { barLines += "M\(layout.staffLeft) \(top)V\(bottom)" }
        for bar in 0..<bars { barLines += "M\(layout.barsLeft + (bar + 1) * layout.barWidth) \(top)V\(bottom)" }
        if !barLines.isEmpty { group.element("path fill='none' stroke='currentColor' stroke-width='1.4'", [("d", barLines)]) }
        if layout.staves.count == 2 {
            group.element("path", [("d", StaffShapes.brace(x: layout.staffLeft - 2, top: top, bottom: bottom))])
        }
        for (clef, y) in zip(layout.staves, layout.tops) {
            group.element("g", [
                ("class", clef.rawValue), ("transform", "translate(\(layout.staffLeft) \(y))"),
            ]) { staff in
                var lines = ""
                for step in stride(from: 8, through: 0, by: -2) {
                    lines += "M0 \(StaffLayout.y(step))H\(right - layout.staffLeft)"
                }
                staff.element("path class='lines' fill='none' stroke='currentColor'", [("d", lines)])
                staff.element("path class='clef' fill='none' stroke='currentColor' stroke-width='2.25' stroke-linecap='round'", [
                    ("d", clef == .treble ? StaffShapes.treble : StaffShapes.bass),
                ])
                if clef == .bass { staff.element("path", [("d", StaffShapes.bassDots)]) }
                guard let signature = picture.signature, signature.count > 0 else { return }
                for (place, step) in signature.staffSteps(clef).enumerated() {
                    let x = layout.x(ofSign: place) - layout.staffLeft
                    staff.element("path class='accidental'", [
                        ("transform", "translate(\(x) \(StaffLayout.y(step)))"),
                        ("d", StaffShapes.path(signature.accidental, x: 0, y: 0)),
                    ])
                }
            }
        }
    }

    // MARK: Chords

    private func write(_ chord: Int, to group: inout HTML) {
        let column = layout.columns[chord]
        let x = layout.x(of: chord)
        group.element("g class='chord'") { group in
            writeSymbol(of: chord, x: x - StaffLayout.headWidth / 2, to: &group)
            var ledgers = "", signs = ""
            var heads = (left: "", right: "")
            for ledger in column.ledgers {
                guard let top = layout.top(ledger.clef) else { continue }
                ledgers += "M\(x + ledger.x - StaffLayout.ledgerWidth / 2) \(top + ledger.y)h\(StaffLayout.ledgerWidth)"
            }
            for sign in column.signs {
                guard let top = layout.top(sign.clef) else { continue }
                signs += StaffShapes.path(sign.accidental, x: x + sign.x, y: top + sign.y)
            }
            for head in column.heads {
                guard let top = layout.top(head.clef) else { continue }
                let path = "M\(x + head.x) \(top + head.y)" + StaffShapes.wholeNote
                if head.note.hand == .left { heads.left += path } else { heads.right += path }
            }
            if !ledgers.isEmpty { group.element("path class='ledgers' fill='none' stroke='currentColor'", [("d", ledgers)]) }
            if !signs.isEmpty { group.element("path class='signs'", [("d", signs)]) }
            if !heads.left.isEmpty { group.element("path class='notes left'", [("d", heads.left)]) }
            if !heads.right.isEmpty { group.element("path class='notes right'", [("d", heads.right)]) }
            writeOctaves(of: column, x: x, to: &group)
            writeLabels(of: chord, x: x, to: &group)
        }
    }

    /// Its baseline stands above all that any chord has.
    private func writeSymbol(of chord: Int, x: Int, to group: inout HTML) {
        guard let subject = picture.columns[chord].subject else { return }
        let symbol = StaffSymbol(subject.title(in: presentation.notation))
        group.element("text class='chord-symbol' aria-hidden='true' font-weight='600'", [
            ("x", "\(x)"), ("y", "\(StaffLayout.symbolSize)"), ("font-size", "\(StaffLayout.symbolSize)"),
        ]) { text in
            var raised = 0
            for part in symbol.parts {
                let wanted = part.isRaised ? StaffSymbol.raise : 0
                text.element("tspan", [
                    ("dy", wanted == raised ? nil : "\(raised - wanted)"),
                    ("font-size", part.isRaised ? "\(StaffSymbol.raisedSize)" : nil),
                ], text: part.text)
                raised = wanted
            }
        }
    }

    /// `8va` above notes that sound an octave higher than they are written, `8vb` below those that sound an octave lower.
    private func writeOctaves(of column: StaffLayout.Column, x: Int, to group: inout HTML) {
        for clef in layout.staves {
            let octaves = column.octaves(clef)
            guard octaves != 0, let top = layout.top(clef) else { continue }
            let reach = column.reach(clef)
            let sign = octaves > 0 ? ["8va", "15ma", "22ma", "29ma"][octaves - 1] : ["8vb", "15mb"][-octaves - 1]
            let y = octaves > 0 ? reach.top + StaffLayout.octaveHeight - 3 : reach.bottom - 2
            group.element("text class='octave' aria-hidden='true' font-style='italic'", [
                ("x", "\(x - StaffLayout.headWidth / 2)"), ("y", "\(top + y)"), ("font-size", "\(StaffLayout.labelSize)"),
            ], text: sign)
        }
    }

    /// What stands below: the left hand's to the left, the right hand's beside it, each from its highest note down.
    private func writeLabels(of chord: Int, x: Int, to group: inout HTML) {
        guard picture.below != .nothing else { return }
        for hand in Hand.allCases {
            let labels = picture.columns[chord].notes.filter { $0.hand == hand }.reversed().map {
                picture.label(below: $0, presentation) ?? ""
            }
            for (row, label) in labels.enumerated() where !label.isEmpty {
                group.element("text aria-hidden='true'", [
                    ("class", "label " + hand.rawValue),
                    ("x", "\(x - StaffLayout.headWidth / 2 + (hand == .left ? 0 : StaffLayout.labelWidth))"),
                    ("y", "\(layout.labelTop + row * StaffLayout.labelHeight)"), ("font-size", "\(StaffLayout.labelSize)"),
                ], text: label)
            }
        }
    }
}

extension StaffPicture {
    package func write(to html: inout HTML, _ presentation: Presentation) {
        StaffSVG(self, presentation).write(to: &html)
    }
}
