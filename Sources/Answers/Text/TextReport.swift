import Harmony

/// Answers for people at a terminal: the text twin of the screens.
public struct TextReport: Sendable {
    /// Whether chords are told apart by colour too, not by signs alone.
    let colored: Bool

    public init(colored: Bool) {
        self.colored = colored
    }

    public func combination(_ combination: Combination, in vocabulary: Vocabulary = .jazz) -> String {
        let sum = combination.lower.shortName + " + " + combination.upper.shortName
        var lines = [sum + " = " + combination.title, ""]
        lines += KeyboardPicture(of: combination).lines(colored: colored)
        lines += ["", legend, ""]
        let notes = combination.notes
        var rows: [Row] = [("Notes", notes.map { $0.tone.name.text })]
        if combination.kind != .polychord { rows.append(("Degrees", notes.map { $0.tone.degree?.name ?? "" })) }
        rows.append(("From", notes.map { $0.part.rawValue }))
        rows.append(("Pitches", notes.map { "\($0.tone.pitch)" }))
        lines += table(rows)
        lines += entry("Kind", [combination.kind.rawValue])
        if let precise = combination.precise, precise != combination.title { lines += entry("Precise", [precise]) }
        lines += also(Answers.otherReadings(of: combination, in: vocabulary))
        let classic = vocabulary.isRanked ? ChordCombiner(vocabulary: vocabulary).classicReading(of: combination) : nil
        lines += entry("Classic", classic.map { [$0.title] } ?? [])
        return lines.joined(separator: "\n")
    }

    public func details(_ details: ChordDetails) -> String {
        let chord = details.chord
        var lines = [details.title == chord.name ? chord.name : details.title + "  (" + chord.name + ")", ""]
        lines += KeyboardPicture(of: chord).lines(colored: colored)
        lines.append("")
        lines += table([
            ("Notes", details.voicing.map { $0.name.text }), ("Degrees", details.voicing.map { $0.degree?.name ?? "bass" }),
            ("Pitches", details.voicing.map { "\($0.pitch)" }),
        ])
        lines += entry("Base", details.base.map { [$0.name] } ?? [])
        lines += entry("Extensions", details.extensions.map { $0.name })
        lines += entry("Equivalents", details.equivalents.map { $0.name })
        if let tension = details.tension {
            let degree = Tension.text(hundredths: tension.degreeHundredths)
            let voicing = Tension.text(hundredths: tension.voicingHundredths)
            lines += entry("Tension", ["degrees " + degree, "voicing " + voicing])
        }
        lines += entry("Primary scales", details.scales.primary.map { $0.name })
        lines += entry("Parent scales", details.scales.parent.map { $0.name })
        lines += entry("Pentatonics", details.scales.pentatonic.map { $0.name })
        if let near = details.nearestScale {
            let foreign = near.foreign.map { $0.text }.joined(separator: " ")
            lines += entry("Nearest scale", [near.scale.name + ", which has all but " + foreign])
        }
        lines += entry("Four-note", details.fourNoteChords.map { $0.name })
        lines += entry("Triads", details.triads.map { $0.name })
        return lines.joined(separator: "\n")
    }

    public func scale(_ scale: Scale) -> String {
        var lines = [scale.name, ""]
        let tones = scale.tones(octaves: 1).dropLast()
        let notes = tones.map { Combination.Note(tone: $0, part: .lower) }
        lines += KeyboardPicture(notes, octaves: 1, showsParts: false).lines(colored: colored)
        lines.append("")
        lines += table([
            ("Notes", tones.map { $0.name.text }), ("Degrees", tones.map { $0.degree?.name ?? "" }),
        ])
        lines += entry("Also", scale.type.alternateNames)
        lines += entry("Mode", ["\(scale.type.mode) (\(scale.type.roman)) of " + scale.type.parent.rawValue])
        lines += entry("Modes", scale.modes.map { $0.name })
        lines += entry("Chords", scale.containedChords().map { $0.name })
        return lines.joined(separator: "\n")
    }

    public func matches(_ matches: Matches) -> String {
        (entry("Letters", matches.letters.map { $0.name }, orElse: "none")
            + entry("Accidentals", matches.accidentals.map { $0.sign }, orElse: "none")
            + entry("Types", matches.types.map { $0.suffix }, orElse: "none")).joined(separator: "\n")
    }

    public func finding(_ finding: Finding, in vocabulary: Vocabulary = .jazz) -> String {
        var lines = [finding.readings.first.map { title($0) } ?? "no name in the vocabulary"]
        if let first = finding.readings.first {
            if first.precise != first.title { lines += entry("Precise", [first.precise]) }
            lines += table([("Why", [first.why])])
        }
        lines += table([("Notes", finding.notes.map { $0.text }), ("Intervals", finding.intervals.map { $0.name })])
        lines += also(vocabulary.told(finding.readings).dropFirst())
        return lines.joined(separator: "\n")
    }

    /// Other readings, each with why it stands where it stands.
    private func also(_ readings: some Sequence<Reading>) -> [String] {
        table(readings.enumerated().map { index, reading in
            (index == 0 ? "Also" : "", [title(reading), reading.why])
        })
    }

    private func title(_ reading: Reading) -> String { reading.title + (reading.isRootless ? " (no root)" : "") }

    public func key(_ key: Key) -> String {
        var lines = [key.name]
        if key.isTheoretical, let usual = key.enharmonic {
            lines.append("Theoretical, with " + Presentation().words(key.signature) + ": use " + usual.name + ".")
        }
        lines.append("")
        lines += entry("Signature", [Presentation().words(key.signature)])
        lines += entry("Accidentals", key.signature.names.map { $0.text })
        lines += table([
            ("Scale", key.notes.map { $0.text }),
            ("Degrees", key.triads.map { $0.numeral.text }),
            ("Triads", key.triads.map { $0.chord.name }),
            ("Sevenths", key.sevenths.map { $0.chord.name }),
        ])
        lines += entry("Relative", [key.relative.name])
        lines += entry("Parallel", [key.parallel.name])
        lines += entry("Dominant", [key.dominant.name])
        lines += entry("Subdominant", [key.subdominant.name])
        lines += entry("Related", key.related.map { $0.name })
        lines += entry("Dominants of", key.secondaryDominants.map { $0.target.text + ": " + $0.chord.name })
        lines += entry("Borrowed", TextReport.numbered(key.borrowed))
        lines += entry("Tritone pole", [key.tritonePole.name])
        lines += entry("Enharmonic", key.enharmonic.map { [$0.name] } ?? [])
        return lines.joined(separator: "\n")
    }

    public func circle(_ place: CirclePlace) -> String {
        let majors = place.keys(.major)
        let minors = place.keys(.minor)
        // The hours of a clock, on which C stands at twelve.
        let hour = place.clockIndex == 0 ? 12 : place.clockIndex
        var lines = [majors.map { $0.tonic.text }.joined(separator: "/") + " at \(hour) o’clock", ""]
        lines += entry("Signature", place.signatures().map { Presentation().words($0) })
        lines += entry("Major", majors.map { $0.name })
        lines += entry("Minor", minors.map { $0.name })
        for key in [majors[0], minors[0]] { lines += entry(key.name, TextReport.numbered(key.triads)) }
        return lines.joined(separator: "\n")
    }

    private static func numbered(_ chords: [NumeralChord]) -> [String] {
        chords.map { $0.numeral.text + " " + $0.chord.name }
    }

    // MARK: Lines

    private static let labelWidth = 16
    private static let lineWidth = 96

    private var legend: String {
        [Part.lower, .upper, .both].map { KeyboardPicture.sign(for: $0, colored: colored) + " " + $0.rawValue }
            .joined(separator: "   ")
    }

    private typealias Row = (label: String, cells: [String])

    /// Rows whose cells stand in columns, each behind its label.
    private func table(_ rows: [Row]) -> [String] {
        let widths = widths(rows.map { $0.cells })
        return rows.map { row in
            let cells = row.cells.enumerated().map { pad($0.element, to: widths[$0.offset] + 2) }
            return trimmed(pad(row.label, to: TextReport.labelWidth) + cells.joined())
        }
    }

    /// Rows whose cells stand in columns.
    func columns(_ rows: [[String]]) -> [String] {
        let widths = widths(rows)
        return rows.map { cells in
            trimmed(cells.enumerated().map { pad($0.element, to: widths[$0.offset] + 2) }.joined())
        }
    }

    /// How wide the widest cell of each column is.
    private func widths(_ rows: [[String]]) -> [Int] {
        (0..<(rows.map { $0.count }.max() ?? 0)).map { column in
            rows.map { column < $0.count ? $0[column].unicodeScalars.count : 0 }.max() ?? 0
        }
    }

    /// A label and its items, wrapped; nothing where there are no items, unless something is to be said then.
    private func entry(_ label: String, _ items: [String], orElse nothing: String? = nil) -> [String] {
        let items = items.isEmpty ? nothing.map { [$0] } ?? [] : items
        guard !items.isEmpty else { return [] }
        var lines: [String] = []
        var line = pad(label, to: TextReport.labelWidth)
        for (index, item) in items.enumerated() {
            let piece = item + (index < items.count - 1 ? ", " : "")
            if line.unicodeScalars.count + piece.unicodeScalars.count > TextReport.lineWidth {
                lines.append(trimmed(line))
                line = pad("", to: TextReport.labelWidth)
            }
            line += piece
        }
        return lines + [trimmed(line)]
    }

    private func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
    }

    func trimmed(_ line: String) -> String {
        var line = line
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }
}
