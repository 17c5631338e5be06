import Harmony
import Input
import Rendering
import Tunes

extension TextReport {
    /// Voicings of a chord, one per line, the best first, and the styles that have none.
    /// - Parameters:
    ///   - withFingers: whether to include fingering.
    ///   - howRead: a remark on how names were read.
    public func voicings(_ voicings: Voicings, withFingers: Bool = false, howRead: String? = nil) -> String {
        var parts = [voicings.subject.title(in: notation)]
        if !voicings.list.isEmpty {
            let rows = voicings.list.map { [$0.style.title] + cells(of: $0, withFingers) }
            var lines = columns([["Style"] + headings(withFingers)] + rows)
            if voicings.list.count < voicings.count {
                lines += ["", "\(voicings.list.count) of \(voicings.count): use --limit to see more."]
            }
            parts.append(lines.joined(separator: "\n"))
        }
        if !voicings.without.isEmpty {
            parts.append(
                columns([["Not possible", "Why"]] + voicings.without.map { [$0.style.title, $0.reason] }).joined(
                    separator: "\n"))
        }
        return TextReport.with(howRead, below: parts.joined(separator: "\n\n"))
    }

    /// A progression, one chord a line, and how far the voices move in all.
    public func leading(_ row: LedRow, withFingers: Bool = false, howRead: String? = nil) -> String {
        let rows = row.voicings.map { voicing in
            [voicing.subject.title(in: notation), voicing.style.title] + cells(of: voicing, withFingers)
        }
        var lines = columns([["Chord", "Style"] + headings(withFingers)] + rows)
        if !row.without.isEmpty {
            let missing = row.without.map { [$0.subject.title(in: notation), $0.reason] }
            lines += [""] + columns([["Otherwise", "Why"]] + missing)
        }
        let movement = row.cost.movement
        lines += ["", "The voices move \(movement) " + (movement == 1 ? "semitone" : "semitones") + " in all."]
        return TextReport.with(howRead, below: lines.joined(separator: "\n"))
    }

    /// A progression in a key, one chord a line under its numeral.
    public func progression(_ progression: VoicedProgression) -> String {
        let rows = zip(progression.steps, progression.row.voicings).map { step, voicing in
            [notation.written(step.numeral), step.symbol.written(in: notation), voicing.style.title]
                + cells(of: voicing, false).dropLast()
        }
        let table = columns([["Numeral", "Chord", "Style"] + headings(false).dropLast()] + rows)
        return ([progression.key.name(in: notation)] + table).joined(separator: "\n")
    }

    func headings(_ withFingers: Bool) -> [String] {
        ["Left hand", "Right hand", "Degrees"] + (withFingers ? ["Fingers"] : []) + ["Spans", "Why"]
    }

    func cells(of voicing: Voicing, _ withFingers: Bool) -> [String] {
        func hand(_ hand: Hand) -> String { voicing.written(hand).map { presentation.name($0) }.joined(separator: " ") }
        /// A text for each hand, with a bar between them if both play.
        func both(_ text: (Hand) -> [String]) -> String {
            Hand.allCases.filter { !voicing[$0].isEmpty }.map { text($0).joined(separator: " ") }.joined(
                separator: " | ")
        }
        let degrees = both { voicing[$0].map { tone in tone.degree.map { presentation.name($0) } ?? "bass" } }
        let fingers = both { Fingering.fingers(for: voicing[$0], of: $0).map { "\($0)" } }
        let spans = both { ["\(voicing.span(of: $0))"] }
        return [hand(.left), hand(.right), degrees] + (withFingers ? [fingers] : []) + [spans, voicing.why]
    }
}
