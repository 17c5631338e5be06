import Harmony
import Input
import JSONText

/// Answers to a batch: one line of output for each line of input.
public struct BatchLine: Sendable, Hashable {
    public enum Format: Sendable, Hashable {
        /// Columns separated by tabs.
        case columns
        /// One JSON object per line, equal to the answer to a single question. An unreadable line has `input` and
        /// `error`.
        case json
    }

    public let text: String
    public let isError: Bool

    private init(columns: [String]) {
        text = columns.joined(separator: "\t")
        isError = false
    }

    private init(_ json: JSON, isError: Bool = false) {
        text = json.text
        self.isError = isError
    }

    /// The answer for a file after its name. An unreadable file has its name and the error; so does the partial answer
    /// for a damaged file.
    public static func file(_ name: String, _ answer: () throws(InputError) -> JSON) -> BatchLine {
        var members: [(String, JSON)] = [("file", .string(name))]
        do throws(InputError) {
            if case .object(let answered) = try answer() { members += answered }
            return BatchLine(.object(members))
        } catch {
            return BatchLine(.object(members + [("error", .string(error.message))]), isError: true)
        }
    }

    /// An error in columns: the input, `error`, and the message.
    private init(_ asked: String, refused refusal: InputError, _ format: Format) {
        text =
            switch format {
            case .columns: asked + "\terror\t" + BatchLine.withoutTabs(refusal.message)
            case .json: JSON.object([("input", .string(asked)), ("error", .string(refusal.message))]).text
            }
        isError = true
    }

    /// `lower⇥upper` → lower, upper, kind, title, precise, notes, degrees, pitches.
    public static func combine(
        _ line: String, as format: Format = .columns, in vocabulary: Vocabulary = .jazz,
        notation: Notation = Notation()
    ) -> BatchLine {
        let halves = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2 else {
            let asked = (halves.first ?? "") + "\t" + (halves.count > 1 ? halves[1] : "")
            let refusal = InputError("A line holds two chords, lower and upper, with one tab between them.")
            return BatchLine(format == .columns ? asked : line, refused: refusal, format)
        }
        do throws(InputError) {
            if format == .json {
                return BatchLine(
                    try Answers.combine(lower: halves[0], upper: halves[1], in: vocabulary, notation: notation))
            }
            let combination = try Answers.combination(
                lower: halves[0], upper: halves[1], in: vocabulary, notation: notation)
            let notes = combination.notes
            let names = notes.map { notation.written($0.tone.name) }.joined(separator: ", ")
            let isPolychord = combination.kind == .polychord
            let degrees = isPolychord ? "" : notes.map { $0.tone.degree?.name ?? "" }.joined(separator: ", ")
            var pitches = ""
            for (index, note) in notes.enumerated() {
                // The parts of a polychord are its two halves in sequence.
                let isSecondHalf = isPolychord && index > 0 && note.part != notes[index - 1].part
                if index > 0 { pitches += isSecondHalf ? " | " : " " }
                pitches += "\(note.tone.pitch)"
            }
            return BatchLine(columns: [
                halves[0], halves[1], combination.kind.rawValue, combination.title(in: notation),
                combination.result?.name(in: notation) ?? "", names, degrees, pitches,
            ])
        } catch {
            return BatchLine(line, refused: error, format)
        }
    }

    /// A symbol, or `symbol⇥key⇥chord before⇥chord after`, of which any but the symbol may be empty or missing → the 14
    /// columns of a chord's details, or as JSON also its numeral and its scales in that place.
    /// - Parameter place: the key and the chords before and after of every line. Columns of a line override them.
    public static func info(
        _ line: String, as format: Format = .columns, in vocabulary: Vocabulary = .jazz,
        place: (key: String?, previous: String?, next: String?) = (nil, nil, nil), notation: Notation = Notation()
    ) -> BatchLine {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let symbol = parts.first ?? ""
        func column(_ index: Int, _ given: String?) -> String? {
            parts.count > index && !parts[index].isEmpty ? parts[index] : given
        }
        do throws(InputError) {
            guard parts.count <= 4 else {
                throw InputError("A line holds a chord, and after tabs a key, the chord before and the chord after.")
            }
            let place = (key: column(1, place.key), previous: column(2, place.previous), next: column(3, place.next))
            if format == .json {
                return BatchLine(
                    try Answers.chord(
                        symbol, key: place.key, previous: place.previous, next: place.next, in: vocabulary,
                        notation: notation))
            }
            _ = try Answers.context(key: place.key, previous: place.previous, next: place.next, notation: notation)
            if let (name, _) = Answers.withoutNotes(symbol) {
                return BatchLine(columns: [name] + [String](repeating: "", count: 13))
            }
            let details = try Answers.details(symbol, in: vocabulary, notation: notation)
            let chord = details.chord
            let tension = details.tension
            return BatchLine(columns: [
                chord.name(in: notation),
                list(chord.notes.map { notation.written($0) }),
                list(chord.type.degrees.map { $0.name }),
                details.voicing.map { "\($0.pitch)" }.joined(separator: " "),
                details.base?.name(in: notation) ?? "",
                list(details.extensions.map { $0.name }),
                list(details.equivalents.map { $0.name(in: notation) }),
                tension.map { Tension.text(hundredths: $0.degreeHundredths) } ?? "",
                tension.map { Tension.text(hundredths: $0.voicingHundredths) } ?? "",
                list(details.scales.primary.map { $0.name(in: notation) }),
                list(details.scales.parent.map { $0.name(in: notation) }),
                list(details.scales.pentatonic.map { $0.name(in: notation) }),
                list(details.fourNoteChords.map { $0.name(in: notation) }),
                list(details.triads.map { $0.name(in: notation) }),
            ])
        } catch {
            return BatchLine(format == .columns ? withoutTabs(line) : line, refused: error, format)
        }
    }

    /// `notes`, or `notes⇥key⇥chord before⇥chord after`, of which any but the notes may be empty or missing → notes as
    /// given, title, precise, notes as spelled, intervals above the lowest, other readings. Title and precise are empty
    /// if the notes have no name in the classic vocabulary.
    /// - Parameter context: the default context of every line. Columns of a line override it.
    public static func name(
        _ line: String, as format: Format = .columns, in vocabulary: Vocabulary = .jazz, context: NamingContext = .none,
        notation: Notation = Notation()
    ) -> BatchLine {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let notes = parts.first ?? ""
        do throws(InputError) {
            guard parts.count <= 4 else {
                throw InputError("A line holds notes, and after tabs a key, the chord before and the chord after.")
            }
            let said = try Answers.context(
                key: parts.count > 1 ? parts[1] : nil, previous: parts.count > 2 ? parts[2] : nil,
                next: parts.count > 3 ? parts[3] : nil, notation: notation)
            var context = context
            context.key = said.key ?? context.key
            context.previous = said.previous ?? context.previous
            context.next = said.next ?? context.next
            if format == .json {
                return BatchLine(
                    try Answers.name(notes: notes, in: vocabulary, context: context, notation: notation))
            }
            let finding = try Answers.finding(notes: notes, in: vocabulary, context: context, notation: notation)
            return BatchLine(columns: [
                notes,
                finding.readings.first?.title(in: notation) ?? "",
                finding.readings.first?.precise(in: notation) ?? "",
                list(finding.notes.map { notation.written($0) }),
                list(finding.intervals.map { $0.name }),
                list(finding.readings.dropFirst().map { $0.precise(in: notation) }),
            ])
        } catch {
            return BatchLine(format == .columns ? withoutTabs(line) : line, refused: error, format)
        }
    }

    /// Replaces tabs, which would split a column.
    private static func withoutTabs(_ text: String) -> String {
        text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: " ")
    }

    private static func list(_ items: [String]) -> String { items.joined(separator: ", ") }
}

/// Combines many pairs at once, with one line of ``BatchLine/combine(_:)`` per pair.
public func answerLines(_ lines: String, in vocabulary: String) -> String {
    let vocabulary = (Vocabulary.Name(rawValue: vocabulary) ?? .jazz).vocabulary
    var answers = ""
    for line in lines.split(separator: "\n") {
        answers += BatchLine.combine(String(line), in: vocabulary).text
        answers += "\n"
    }
    return answers
}
