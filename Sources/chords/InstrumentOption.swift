import ArgumentParser
import Exchange
import Harmony
import JSONText

/// The option `--for`: the transposing instrument of the reader.
struct InstrumentOption: ParsableArguments {
    @Option(
        name: .customLong("for"),
        help: "Write the answer for an instrument in C, Bb, Eb or F. The question is in concert pitch.")
    var reader = TransposingInstrument.c

    func read(_ symbol: String, _ notes: NotesOption) -> String { reader.read(chords: symbol, in: notes.names) }

    func read(_ symbol: String?, _ notes: NotesOption) -> String? { symbol.map { read($0, notes) } }

    func read(key: String, _ notes: NotesOption) -> String { reader.read(key: key, in: notes.names) }

    /// `--batch` excludes `--for`, because callers match answers to questions by their content.
    func validate(batch: Bool) throws {
        if batch, reader != .c { throw ValidationError("--for is for one question. Leave out --batch.") }
    }

    /// The remarks below an answer: how the input was read, and the sounding name.
    func remarks(_ howRead: String?, sounding name: @autoclosure () -> String?, _ notes: NotesOption) -> String? {
        let sounding = reader == .c ? nil : name().flatMap { reader.remark(sounding: $0, notes.names) }
        let remarks = [howRead, sounding].compactMap { $0 }
        return remarks.isEmpty ? nil : remarks.joined(separator: "\n")
    }

    /// The JSON answer with instrument and sounding name.
    func json(_ answer: JSON, sounding name: @autoclosure () -> String?) -> String {
        if reader == .c { return answer.text }
        return answer.adding([("for", .string(reader.rawValue)), ("sounds", .optional(name()))]).text
    }
}

extension TransposingInstrument: ExpressibleByArgument {
    /// Accepts `Bb`, `B♭` and `bb`.
    public init?(argument: String) {
        let name = argument.replacing("♭", with: "b")
        guard let reader = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            return nil
        }
        self = reader
    }
}
