import Harmony
import Rendering
import Tunes

/// Answers as text for a terminal.
public struct TextReport: Sendable {
    /// Whether to distinguish chords by color as well as by signs.
    let colored: Bool
    /// The notation of names.
    let notation: Notation
    let presentation: Presentation

    public init(colored: Bool, notation: Notation = Notation()) {
        self.colored = colored
        self.notation = notation
        presentation = Presentation(notation)
    }

    /// - Parameter howRead: a remark on how names were read, here and below.
    public func combination(
        _ combination: Combination, in vocabulary: Vocabulary = .jazz, howRead: String? = nil
    ) -> String {
        let sum = combination.lower.shortName(in: notation) + " + " + combination.upper.shortName(in: notation)
        var lines = [sum + " = " + combination.title(in: notation), ""]
        lines += KeyboardPicture(of: combination).lines(colored: colored, names: notation.names)
        lines += ["", legend, ""]
        let notes = combination.notes
        var rows: [Row] = [("Notes", notes.map { presentation.name(combination.written($0).tone.name) })]
        if combination.kind != .polychord { rows.append(("Degrees", notes.map { $0.tone.degree?.name ?? "" })) }
        rows.append(("From", notes.map { $0.part.rawValue }))
        rows.append(("Pitches", notes.map { "\($0.tone.pitch)" }))
        lines += table(rows)
        lines += entry("Kind", [combination.kind.rawValue])
        if let precise = combination.result?.name(in: notation), precise != combination.title(in: notation) {
            lines += entry("Precise", [precise])
        }
        lines += also(Answers.otherReadings(of: combination, in: vocabulary))
        let classic = vocabulary.isRanked ? ChordCombiner(vocabulary: vocabulary).classicReading(of: combination) : nil
        lines += entry("Classic", classic.map { [$0.title(in: notation)] } ?? [])
        return TextReport.with(howRead, below: lines.joined(separator: "\n"))
    }

    /// - Parameter place: where the chord stands, which decides the order of its scales.
    public func details(_ details: ChordDetails, in place: ChordInKey? = nil, howRead: String? = nil) -> String {
        let chord = details.chord
        let (title, precise) = (details.title(in: notation), presentation.name(chord))
        var lines = [title == precise ? precise : title + "  (" + precise + ")", ""]
        lines += KeyboardPicture(of: chord).lines(colored: colored, names: notation.names)
        lines.append("")
        lines += table([
            ("Notes", details.voicing.map { presentation.name($0.name) }),
            ("Degrees", details.voicing.map { $0.degree?.name ?? "bass" }),
            ("Pitches", details.voicing.map { "\($0.pitch)" }),
        ])
        lines += entry("Base", details.base.map { [presentation.name($0)] } ?? [])
        lines += entry("Extensions", details.extensions.map { $0.name })
        lines += entry("Equivalents", details.equivalents.map { presentation.name($0) })
        if let tension = details.tension {
            let degree = Tension.text(hundredths: tension.degreeHundredths)
            let voicing = Tension.text(hundredths: tension.voicingHundredths)
            lines += entry("Tension", ["degrees " + degree, "voicing " + voicing])
        }
        if let place {
            lines += entry(
                "Numeral",
                [
                    notation.written(place.numeral) + " in " + presentation.name(place.key) + ", "
                        + presentation.words(place.function)
                ])
        }
        lines += entry("Scales", chord.scales(as: place?.function, in: place?.key).map { described($0) })
        lines += entry("Primary scales", details.scales.primary.map { presentation.name($0) })
        lines += entry("Parent scales", details.scales.parent.map { presentation.name($0) })
        lines += entry("Pentatonics", details.scales.pentatonic.map { presentation.name($0) })
        if let near = details.nearestScale {
            let foreign = presentation.names(near.foreign)
            lines += entry("Closest scale", [presentation.name(near.scale) + ", which has all notes but " + foreign])
        }
        lines += entry("Four-note", details.fourNoteChords.map { presentation.name($0) })
        lines += entry("Triads", details.triads.map { presentation.name($0) })
        return TextReport.with(howRead, below: lines.joined(separator: "\n"))
    }

    /// A scale with the notes to avoid: `C Ionian (avoid F)`.
    func described(_ scale: ChordScale) -> String {
        let avoid = scale.avoid.map { notation.written($0) }.joined(separator: " ")
        return scale.name(in: notation) + (avoid.isEmpty ? "" : " (avoid " + avoid + ")")
    }

    public func scale(_ scale: Scale, howRead: String? = nil) -> String {
        var lines = [presentation.name(scale), ""]
        let tones = scale.tones(octaves: 1).dropLast()
        let notes = tones.map { Combination.Note(tone: $0, part: .lower) }
        lines += KeyboardPicture(notes, octaves: 1, showsParts: false).lines(colored: colored, names: notation.names)
        lines.append("")
        lines += table([
            ("Notes", tones.map { presentation.name($0.name) }), ("Degrees", tones.map { $0.degree?.name ?? "" }),
        ])
        lines += entry("Also", scale.type.alternateNames)
        lines += entry("Mode", ["\(scale.type.mode) (\(scale.type.roman)) of " + scale.type.parent.rawValue])
        lines += entry("Modes", scale.modes.map { presentation.name($0) })
        lines += entry("Chords", scale.containedChords().map { presentation.name($0) })
        return TextReport.with(howRead, below: lines.joined(separator: "\n"))
    }

    public func matches(_ matches: Matches, howRead: String? = nil) -> String {
        let lines =
            entry("Letters", matches.letters.map { presentation.name($0) }, orElse: "none")
            + entry("Accidentals", matches.accidentals.map { $0.sign }, orElse: "none")
            + entry("Types", matches.types.map { $0.suffix }, orElse: "none")
        return TextReport.with(howRead, below: lines.joined(separator: "\n"))
    }

    public func finding(
        _ finding: Finding, in vocabulary: Vocabulary = .jazz, howRead: String? = nil
    ) -> String {
        var lines = [finding.readings.first.map { title($0) } ?? "no name in the vocabulary"]
        if let first = finding.readings.first {
            let precise = first.precise(in: notation)
            if precise != first.title(in: notation) { lines += entry("Precise", [precise]) }
            lines += table([("Why", [first.why(in: notation)])])
        }
        lines += table([
            ("Notes", finding.notes.map { presentation.name($0) }), ("Intervals", finding.intervals.map { $0.name }),
        ])
        lines += also(vocabulary.worthShowing(finding.readings).dropFirst())
        return TextReport.with(howRead, below: lines.joined(separator: "\n"))
    }

    /// Other readings, each with the reason for its rank.
    private func also(_ readings: some Sequence<Reading>) -> [String] {
        table(
            readings.enumerated().map { index, reading in
                (index == 0 ? "Also" : "", [title(reading), reading.why(in: notation)])
            })
    }

    private func title(_ reading: Reading) -> String {
        reading.title(in: notation) + (reading.isRootless ? " (no root)" : "")
    }

    public func key(_ key: Key, howRead: String? = nil) -> String {
        var lines = [presentation.name(key)]
        if key.isTheoretical, let usual = key.enharmonic {
            lines.append(
                "Theoretical, with " + presentation.words(key.signature) + ": use " + presentation.name(usual) + ".")
        }
        lines.append("")
        lines += entry("Signature", [presentation.words(key.signature)])
        lines += entry("Accidentals", key.signature.names.map { presentation.name($0) })
        lines += table([
            ("Scale", key.notes.map { presentation.name($0) }),
            ("Degrees", key.triads.map { $0.numeral.text }),
            ("Triads", key.triads.map { presentation.name($0.chord) }),
            ("Sevenths", key.sevenths.map { presentation.name($0.chord) }),
        ])
        lines += entry("Relative", [presentation.name(key.relative)])
        lines += entry("Parallel", [presentation.name(key.parallel)])
        lines += entry("Dominant", [presentation.name(key.dominant)])
        lines += entry("Subdominant", [presentation.name(key.subdominant)])
        lines += entry("Related", key.related.map { presentation.name($0) })
        lines += entry(
            "Dominants of", key.secondaryDominants.map { $0.target.text + ": " + presentation.name($0.chord) })
        lines += entry("Borrowed", numbered(key.borrowed))
        lines += entry("A tritone away", [presentation.name(key.tritonePole)])
        lines += entry("Enharmonic", key.enharmonic.map { [presentation.name($0)] } ?? [])
        return TextReport.with(howRead, below: lines.joined(separator: "\n"))
    }

    public func circle(_ place: CirclePlace, howRead: String? = nil) -> String {
        let majors = place.keys(.major)
        let minors = place.keys(.minor)
        // The hours of a clock, with C at twelve.
        let hour = place.clockIndex == 0 ? 12 : place.clockIndex
        var lines = [majors.map { presentation.name($0.tonic) }.joined(separator: "/") + " at \(hour) o’clock", ""]
        lines += entry("Signature", place.signatures().map { presentation.words($0) })
        lines += entry("Major", majors.map { presentation.name($0) })
        lines += entry("Minor", minors.map { presentation.name($0) })
        for key in majors + minors { lines += entry(presentation.name(key), numbered(key.triads)) }
        return TextReport.with(howRead, below: lines.joined(separator: "\n"))
    }

    private func numbered(_ chords: [NumeralChord]) -> [String] {
        chords.map { $0.numeral.text + " " + presentation.name($0.chord) }
    }

    // MARK: Lines

    /// An answer, and the remark on how the input was read below it.
    public static func with(_ howRead: String?, below answer: String) -> String {
        howRead.map { answer + "\n\n" + $0 } ?? answer
    }

    private static let labelWidth = 16
    private static let lineWidth = 96

    private var legend: String {
        [Part.lower, .upper, .both].map { KeyboardPicture.sign(for: $0, colored: colored) + " " + $0.rawValue }
            .joined(separator: "   ")
    }

    private typealias Row = (label: String, cells: [String])

    /// Rows of aligned columns, each after its label.
    private func table(_ rows: [Row]) -> [String] {
        let widths = widths(rows.map { $0.cells })
        return rows.map { row in
            let cells = row.cells.enumerated().map { pad($0.element, to: widths[$0.offset] + 2) }
            return trimmed(pad(row.label, to: TextReport.labelWidth) + cells.joined())
        }
    }

    /// Rows of aligned columns.
    func columns(_ rows: [[String]]) -> [String] {
        let widths = widths(rows)
        return rows.map { cells in
            trimmed(cells.enumerated().map { pad($0.element, to: widths[$0.offset] + 2) }.joined())
        }
    }

    /// The width of each column.
    private func widths(_ rows: [[String]]) -> [Int] {
        (0..<(rows.map { $0.count }.max() ?? 0)).map { column in
            rows.map { column < $0.count ? $0[column].unicodeScalars.count : 0 }.max() ?? 0
        }
    }

    /// A label and its items, wrapped. Without items it is empty, unless there is a text for that case.
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
