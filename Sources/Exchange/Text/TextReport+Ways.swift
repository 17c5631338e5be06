import Harmony
import Rendering

extension TextReport {
    /// The pairs of chords that make a chord, one per line, the best first.
    /// - Parameter howRead: a remark on how names were read.
    public func ways(_ ways: Ways, howRead: String? = nil) -> String {
        guard !ways.list.isEmpty else {
            let title = presentation.title(ways.chord)
            return """
                No two chords make \(title) with these options. A given chord may only have notes of \(title). \
                Use --playable or --band for pairs that omit notes.
                """
        }
        var rows = [["Lower", "Upper", "Sounds", "Adds", "Lacks", "Left hand", "Right hand", "Known as"]]
        for way in ways.list {
            rows.append([
                half(way.lower), half(way.upper), way.names(in: notation).title,
                way.adds.map { $0.name }.joined(separator: " "), way.missing.map { $0.name }.joined(separator: " "),
                way.lowerPitches.map { "\($0)" }.joined(separator: " "),
                way.upperPitches.map { "\($0)" }.joined(separator: " "), way.known ?? "",
            ])
        }
        var lines = columns(rows)
        if ways.list.count < ways.count {
            lines += ["", "\(ways.list.count) of \(ways.count): use --limit to see more."]
        }
        return TextReport.with(howRead, below: lines.joined(separator: "\n"))
    }

    /// The short name of a half of a pair. A single note is `C (note)`.
    private func half(_ chord: Chord) -> String {
        chord.pitchClasses.count == 1 ? chord.title(in: notation) : chord.shortName(in: notation)
    }

    /// All pairs with a chord: a line for each root, a column for each type, and the tension.
    public func board(_ board: Board, howRead: String? = nil) -> String {
        let chord = board.chord.shortName(in: notation)
        var rows = [[board.half == .lower ? chord + " +" : "+ " + chord]]
        rows[0] += board.types.map { presentation.name($0) }
        for (root, cells) in zip(board.roots, board.rows) {
            rows.append(
                [presentation.name(root)]
                    + cells.map { cell in
                        presentation.title(cell.combination) + " " + Tension.text(hundredths: cell.tensionHundredths)
                    })
        }
        return TextReport.with(howRead, below: columns(rows).joined(separator: "\n"))
    }
}
