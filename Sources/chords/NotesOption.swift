import ArgumentParser
import Harmony

/// The option `--notes`: the language of note names.
struct NotesOption: ParsableArguments {
    @Option(
        name: .customLong("notes"),
        help: "The note names of input and output: C D E, German with H and B, or Do Ré Mi.")
    var names = NoteNames.english

    var notation: Notation { Notation(.ma, .signs, names) }
}

extension NoteNames: ExpressibleByArgument {}
