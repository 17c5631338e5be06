import Harmony
import Instruments
import JSONText
import Rendering

extension TextReport {
    /// The chords of a file, one per line: bar and beat, seconds, the chord, its notes, and both hands if each holds a
    /// chord. If the context has changed a name, the line has both: `C13 (by itself Emi7(♭5))`.
    public func chords(_ track: ChordTrack) -> String {
        guard !track.entries.isEmpty else { return "There are no chords of three or more notes in this file." }
        var rows = [["Bar:beat", "Seconds", "Chord", "Notes", "Hands"]]
        for entry in track.entries {
            let harmony = entry.harmony
            rows.append([
                "\(entry.position.bar):" + JSON.thousandths(entry.position.beat).text,
                JSON.thousandths(entry.seconds).text,
                (harmony.shown.map { presentation.title($0) } ?? "no name")
                    + (entry.chord.alone.map { " (by itself " + presentation.title($0) + ")" } ?? ""),
                presentation.names(harmony.notes),
                harmony.combination.map { $0.lower.shortName(in: notation) + " + " + $0.upper.shortName(in: notation) }
                    ?? "",
            ])
        }
        return columns(rows).joined(separator: "\n")
    }
}
