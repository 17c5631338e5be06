import ArgumentParser
import Exchange
import Harmony
import JSONText

/// Who reads what a command answers.
struct InstrumentOption: ParsableArguments {
    @Option(
        name: .customLong("for"),
        help: "Write the answer for an instrument in C, Bb, Eb or F. The question is in concert pitch.")
    var reader = TransposingInstrument.c

    func read(_ symbol: String, _ notes: NotesOption) -> String { reader.read(chords: symbol, in: notes.names) }

    /// The same of what may be left out.
    func read(_ symbol: String?, _ notes: NotesOption) -> String? { symbol.map { read($0, notes) } }

    func read(key: String, _ notes: NotesOption) -> String { reader.read(key: key, in: notes.names) }

    /// Lines that are answered one by one are for no instrument: who asks them tells answers by what stands in them.
    func validate(batch: Bool) throws {
        if batch, reader != .c { throw ValidationError("--for is for one question. Leave out --batch.") }
    }

    /// What stands below an answer: how it was read, and what sounds.
    func remarks(_ howRead: String?, sounding name: @autoclosure () -> String?, _ notes: NotesOption) -> String? {
        let sounding = reader == .c ? nil : name().flatMap { reader.remark(sounding: $0, notes.names) }
        let remarks = [howRead, sounding].compactMap { $0 }
        return remarks.isEmpty ? nil : remarks.joined(separator: "\n")
    }

    /// An answer in JSON that says what sounds.
    func json(_ answer: JSON, sounding name: @autoclosure () -> String?) -> String {
        reader == .c ? answer.text : answer.adding([("for", .string(reader.rawValue)), ("sounds", .optional(name()))]).text
    }
}

extension TransposingInstrument: ExpressibleByArgument {
    /// By its letter, and flat as one writes it: `Bb`, `B♭`, `bb`.
    public init?(argument: String) {
        let name = argument.replacing("♭", with: "b")
        guard let reader = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else { return nil }
        self = reader
    }
}
