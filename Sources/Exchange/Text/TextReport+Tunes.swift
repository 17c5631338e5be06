import Harmony
import JSONText
import Rendering
import Tunes

extension TextReport {
    /// The tunes of several files, one per line, with the summary below.
    public func list(_ files: TuneFiles) -> String {
        var rows = [["File", "Number", "Title", "Composer", "Key", "Bars"]]
        for (file, index, tune) in files.tunes { rows.append([file, "\(index)"] + cells(of: tune)) }
        return (columns(rows) + ["", files.summary]).joined(separator: "\n")
    }

    private func cells(of tune: Tune) -> [String] {
        [tune.title, tune.composer, tune.key?.name(in: notation) ?? "", "\(tune.bars.count)"]
    }

    /// The tunes of a file, one per line.
    public func list(_ book: TuneBook) -> String {
        var rows = [["Number", "Title", "Composer", "Key", "Bars"]]
        for (index, tune) in book.tunes.enumerated() { rows.append(["\(index + 1)"] + cells(of: tune)) }
        return columns(rows).joined(separator: "\n")
    }

    /// The written chords of each tune, one per line, with their voicings.
    public func voiced(_ book: TuneBook, _ voicing: TuneVoicing) -> String {
        book.tunes.map { tune -> String in
            let voiced = voicing.voiced(tune)
            let rows = voiced.chords.map { chord in
                [
                    "\(chord.place.bar + 1):" + JSON.thousandths(chord.place.position.beat).text,
                    chord.voicing.subject.title(in: notation), chord.voicing.style.title,
                ] + cells(of: chord.voicing, false)
            }
            let movement =
                "The voices move \(voiced.cost.movement) " + (voiced.cost.movement == 1 ? "semitone" : "semitones")
                + " in all."
            let table = columns([["Bar:beat", "Chord", "Style"] + headings(false)] + rows)
            return ([tune.title].filter { !$0.isEmpty } + table + ["", movement]).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// The main key of each tune; its chords, one per line, with their numerals, keys and first scales; its cadences.
    public func analysis(_ book: TuneBook) -> String {
        book.tunes.map { tune -> String in
            let analysis = TuneAnalysis(of: tune)
            var rows = [["Bar:beat", "Chord", "Numeral", "Key", "Scale", "Cadence"]]
            for (index, chord) in analysis.chords.enumerated() {
                let beginning = analysis.cadences.filter { $0.chords.lowerBound == index }
                rows.append([
                    "\(chord.bar + 1):" + JSON.thousandths(chord.position.beat).text,
                    chord.symbol.written(in: notation),
                    chord.place.map { notation.written($0.numeral) } ?? "", chord.place?.key.name(in: notation) ?? "",
                    chord.scales.first.map { described($0) } ?? "",
                    beginning.map { notation.written($0.name) + " in " + $0.key.name(in: notation) }.joined(
                        separator: ", "),
                ])
            }
            let head = [tune.title, analysis.key.map { $0.name(in: notation) } ?? ""].filter { !$0.isEmpty }
            return (head + columns(rows)).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}
