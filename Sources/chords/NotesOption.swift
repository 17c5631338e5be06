import ArgumentParser
import Harmony

/// What a command calls the notes.
struct NotesOption: ParsableArguments {
    @Option(
        name: .customLong("notes"),
        help: "What notes are called, in what is read and in what is answered: C D E, German with H and B, or Do Ré Mi.")
    var names = NoteNames.english

    var notation: Notation { Notation(.ma, .signs, names) }
}

extension NoteNames: ExpressibleByArgument {}
