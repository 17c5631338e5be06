import Harmony

/// Draws a staff. Everything has the text color of its context. The notes of each hand have a class with which a style
/// sheet distinguishes the hands.
package struct StaffSVG {
    private let picture: StaffPicture
    private let layout: StaffLayout
    private let presentation: Presentation
    private let drawing: Drawing

    /// The drawing as a standalone document.
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

    fileprivate func write(to html: inout HTML, minimumWidth: Int = 0) {
        let margin = drawing.isDocument ? StaffSVG.margin : 0
        let (width, height) = (max(layout.width, minimumWidth) + 2 * margin, layout.height + 2 * margin)
        html.element(
            """
                svg role='img' translate='no' fill='currentColor' xmlns=? class=? color=? width=? height=? viewBox=? \
                aria-label=? font-family=?
                """,
            drawing.own(Drawing.namespace), drawing.page("staff"), drawing.own("#22252b"), "\(width)", "\(height)",
            "-\(margin) -\(margin) \(width) \(height)", picture.sentence(presentation), drawing.own(Drawing.fonts)
        ) { svg in
            if drawing.isDocument {
                svg.element(
                    "rect fill='#fffdf9' x=? y=? width=? height=?",
                    "-\(margin)", "-\(margin)", "\(width)", "\(height)")
            }
            for system in layout.systems {
                svg.element("g transform=?", system.y == 0 ? nil : "translate(0 \(system.y))") { group in
                    let strip = strip(system.chords.count)
                    strip.writeStaves(to: &group)
                    for chord in system.chords { write(chord, on: strip, to: &group) }
                }
            }
        }
    }

    // MARK: Staves

    /// The staves of a line of the picture with the given number of bars.
    private func strip(_ bars: Int) -> StaffStrip {
        let barLines = (0..<bars).map { layout.barsLeft + ($0 + 1) * layout.barWidth }
        return StaffStrip(
            staves: layout.staves, tops: layout.tops, left: layout.staffLeft, right: barLines.last ?? layout.width,
            barLines: barLines, signature: picture.signature)
    }

    // MARK: Chords

    private func write(_ chord: Int, on strip: StaffStrip, to group: inout HTML) {
        let x = layout.x(of: chord)
        group.element("g class='chord'") { group in
            writeSymbol(of: chord, x: x - StaffLayout.headWidth / 2, to: &group)
            strip.writeNotes(of: layout.columns[chord], x: x, to: &group)
            writeLabels(of: chord, x: x, to: &group)
        }
    }

    /// Writes the chord symbol. Its baseline is above the notes of all chords.
    private func writeSymbol(of chord: Int, x: Int, to group: inout HTML) {
        guard let subject = picture.columns[chord].subject else { return }
        group.element(
            "text class='chord-symbol' aria-hidden='true' font-weight='600' x=? y=? font-size=?",
            "\(x)", "\(StaffLayout.symbolSize)", "\(StaffLayout.symbolSize)"
        ) { SymbolText(subject, in: presentation.notation).write(StaffLayout.symbolSize, to: &$0) }
    }

    /// Writes the marks below: the left hand's on the left, the right hand's on the right, each from its highest note
    /// down.
    private func writeLabels(of chord: Int, x: Int, to group: inout HTML) {
        guard picture.below != .nothing else { return }
        for hand in Hand.allCases {
            let labels = picture.columns[chord].notes.filter { $0.hand == hand }.reversed().map {
                picture.label(below: $0, presentation) ?? ""
            }
            for (row, label) in labels.enumerated() where !label.isEmpty {
                group.element(
                    "text aria-hidden='true' class=? x=? y=? font-size=?",
                    "label " + hand.rawValue,
                    "\(x - StaffLayout.headWidth / 2 + (hand == .left ? 0 : StaffLayout.labelWidth))",
                    "\(layout.labelTop + row * StaffLayout.labelHeight)", "\(StaffLayout.labelSize)", text: label)
            }
        }
    }
}

extension StaffPicture {
    /// Writes the staves.
    /// - Parameter others: pictures of which the widest determines the width of this one, so that the notes of all have
    ///   one size where a style sheet gives all one width.
    package func write(to html: inout HTML, _ presentation: Presentation, asWideAs others: [StaffPicture] = []) {
        let width = others.map { StaffLayout($0, presentation).width }.max() ?? 0
        StaffSVG(self, presentation).write(to: &html, minimumWidth: width)
    }
}
