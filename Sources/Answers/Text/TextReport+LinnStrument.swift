import Harmony
import Instruments

extension TextReport {
    /// The pads as they lie before the player, with the note on each; those of `note` in brackets, dead ones empty.
    public func pads(_ linnStrument: LinnStrument, of note: Int) -> String {
        let own = linnStrument.pads(of: note)
        // As wide as a name in brackets with an octave.
        let width = notation.names == .solfege ? 8 : 5
        var lines: [String] = []
        for row in (0..<LinnStrument.rows).reversed() {
            var line = "\(row + 1) "
            for column in 0..<linnStrument.model.columns {
                let pad = LinnStrument.Pad(row: row, column: column)
                let name = linnStrument.note(at: pad).map { presentation.name(pitch: $0) } ?? ""
                let cell = own.contains(pad) ? "[" + name + "]" : " " + name + " "
                line += cell + String(repeating: " ", count: max(0, width - cell.unicodeScalars.count))
            }
            lines.append(trimmed(line))
        }
        let places = own.map { "row \($0.row + 1) column \($0.column + 1)" }.joined(separator: ", ")
        let name = presentation.name(pitch: note)
        return name + " (\(note)): " + (places.isEmpty ? "no pad" : places) + "\n\n" + lines.joined(separator: "\n")
    }
}
