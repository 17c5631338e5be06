import Harmony
import Instruments
import Rendering

extension TextReport {
    /// The pads as the player sees them, with their notes. The pads of `note` are in brackets, and dead pads are empty.
    public func pads(_ linnStrument: LinnStrument, of note: Int) -> String {
        let own = linnStrument.pads(of: note)
        let places = own.map { place(of: $0) }.joined(separator: ", ")
        let grid = grid(linnStrument) { own.contains($0) ? ("[", "]") : nil }
        return presentation.name(pitch: note) + " (\(note)): " + (places.isEmpty ? "no pad" : places) + "\n\n" + grid
    }

    /// The same for two hands: the left hand's pads in brackets, the right hand's in parentheses.
    public func pads(_ held: HeldPads) -> String {
        func hand(_ name: String, _ keys: [HeldPads.Key]) -> [String] {
            let keys = keys.map { presentation.name(pitch: $0.note) + " (\($0.note)) " + place(of: $0.pad) }
            return keys.isEmpty ? [] : [name + ": " + keys.joined(separator: ", ")]
        }
        let grid = grid(held.linnStrument) { pad in
            if held.left.contains(where: { $0.pad == pad }) { return ("[", "]") }
            return held.right.contains { $0.pad == pad } ? ("(", ")") : nil
        }
        return (hand("Left hand", held.left) + hand("Right hand", held.right) + ["", grid]).joined(separator: "\n")
    }

    private func place(of pad: LinnStrument.Pad) -> String { "row \(pad.row + 1) column \(pad.column + 1)" }

    /// All pads, the top row first.
    /// - Parameter signs: the brackets around the name of a marked pad; nil for others.
    private func grid(_ linnStrument: LinnStrument, _ signs: (LinnStrument.Pad) -> (String, String)?) -> String {
        // The width of a name with an octave in brackets.
        let width = notation.names == .solfege ? 8 : 5
        var lines: [String] = []
        for row in (0..<LinnStrument.rows).reversed() {
            var line = "\(row + 1) "
            for column in 0..<linnStrument.model.columns {
                let pad = LinnStrument.Pad(row: row, column: column)
                let name = linnStrument.note(at: pad).map { presentation.name(pitch: $0) } ?? ""
                let (before, after) = signs(pad) ?? (" ", " ")
                let cell = before + name + after
                line += cell + String(repeating: " ", count: max(0, width - cell.unicodeScalars.count))
            }
            lines.append(trimmed(line))
        }
        return lines.joined(separator: "\n")
    }
}
