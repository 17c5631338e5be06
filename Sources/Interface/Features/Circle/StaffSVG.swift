import Answers
import Harmony

/// A key signature as it stands at the beginning of a line of piano music: treble clef above bass clef.
struct StaffSVG {
    let signature: KeySignature

    /// A step is a line or a space; all sizes were chosen by eye.
    private static let step = 5
    private static let top = 5 * step
    private static let bass = 14 * step
    private static let firstAccidental = 42
    private static let accidentalWidth = 11

    func write(to html: inout HTML) {
        let width = StaffSVG.firstAccidental + 7 * StaffSVG.accidentalWidth + 4
        html.element("svg class='staff' role='img'", [
            ("viewBox", "0 0 \(width) \(StaffSVG.top + StaffSVG.bass + 11 * StaffSVG.step)"),
            ("aria-label", Spoken.signature(signature) + " on treble and bass staff"),
        ]) { svg in
            for (clef, offset) in [(KeySignature.Clef.treble, 0), (.bass, StaffSVG.bass)] {
                svg.element("g", [
                    ("class", clef.rawValue), ("transform", "translate(0 \(StaffSVG.top + offset))"),
                ]) { staff in
                    var lines = ""
                    for line in 0...4 { lines += "M0 \(2 * line * StaffSVG.step)H\(width)" }
                    staff.element("path class='lines'", [("d", lines)])
                    write(clef, to: &staff)
                    for (place, step) in signature.staffSteps(clef).enumerated() {
                        let x = StaffSVG.firstAccidental + place * StaffSVG.accidentalWidth
                        // Steps are counted from the bottom line.
                        let y = (8 - step) * StaffSVG.step
                        staff.element("path class='accidental'", [
                            ("transform", "translate(\(x) \(y))"),
                            ("d", signature.fifths > 0 ? StaffSVG.sharp : StaffSVG.flat),
                        ])
                    }
                }
            }
        }
    }

    /// Around its middle; drawn by hand, as the clefs are.
    private static let sharp = "M-2-12V13M2-13V12M-5-3L5-6M-5 6L5 3"
    /// Around the middle of its bowl.
    private static let flat = "M-3-17V6C0 5 5 2 4-2S-1-4-3 0"

    private func write(_ clef: KeySignature.Clef, to staff: inout HTML) {
        switch clef {
        case .treble:
            // Wound around the line of g'.
            staff.element("""
                path class='clef' d='M16 34C10 33 11 24 17 24C26 24 26 39 16 39C5 39 3 27 10 20C15 15 21 9 20 0\
                C19-10 14-9 13-1C12 6 18 33 19 45C20 54 11 55 10 49'
                """)
        case .bass:
            // Its dots enclose the line of f.
            staff.element("path class='clef' d='M7 10C6 2 13-1 17 1C25 5 22 25 6 34'")
            for (x, y, radius) in [(9, 10, 3), (28, 5, 2), (28, 15, 2)] {
                staff.element("circle", [("cx", "\(x)"), ("cy", "\(y)"), ("r", "\(radius)")])
            }
        }
    }
}
