import Harmony

extension TextReport {
    /// Ways to play a chord, one a line, the best first.
    public func ways(_ ways: Ways) -> String {
        guard !ways.list.isEmpty else {
            return """
                No two chords make \(ways.chord.title) so. What is given must have no note but its own; and more ways leave \
                notes out (--playable, --band).
                """
        }
        var rows = [["Lower", "Upper", "Sounds", "Adds", "Lacks", "Left hand", "Right hand", "Known as"]]
        for way in ways.list {
            rows.append([
                way.lower.shortName, way.upper.shortName, way.names.title,
                way.adds.map { $0.name }.joined(separator: " "), way.missing.map { $0.name }.joined(separator: " "),
                way.lowerPitches.map { "\($0)" }.joined(separator: " "),
                way.upperPitches.map { "\($0)" }.joined(separator: " "), way.known ?? "",
            ])
        }
        var lines = columns(rows)
        if ways.list.count < ways.count { lines += ["", "\(ways.list.count) of \(ways.count): --limit tells more."] }
        return lines.joined(separator: "\n")
    }

    /// What a chord becomes with others: a line for each root, a column for each type, and how tense it is.
    public func board(_ board: Board) -> String {
        var rows = [[board.half == .lower ? board.chord.shortName + " +" : "+ " + board.chord.shortName]]
        rows[0] += board.types.map { $0.suffix }
        for (root, cells) in zip(board.roots, board.rows) {
            rows.append([root.text] + cells.map { cell in
                cell.combination.title + " " + Tension.text(hundredths: cell.tensionHundredths)
            })
        }
        return columns(rows).joined(separator: "\n")
    }
}
