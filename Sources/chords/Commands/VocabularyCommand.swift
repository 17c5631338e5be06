import ArgumentParser
import Exchange
import Harmony

struct VocabularyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vocabulary",
        abstract: "List the chord types that results can have.",
        discussion: """
            Each type has its degrees, three ways to write it (Cma7, Cmaj7, CΔ7) and its notes on C. Two chords that \
            are combined get one of these types. Notes that are named may also get others.
            """
    )

    @OptionGroup var naming: VocabularyOption
    @OptionGroup var notes: NotesOption
    @Flag(help: "Print JSON.") var json = false

    func run() {
        Terminal.answering(
            json
                ? Answers.json(naming.name, notation: notes.notation).text
                : TextReport(colored: false, notation: notes.notation).vocabulary(naming.name))
    }
}
