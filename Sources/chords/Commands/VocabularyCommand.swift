import Answers
import ArgumentParser
import Harmony

struct VocabularyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vocabulary",
        abstract: "List the chord types that results are named with.",
        discussion: """
            Each type has its degrees, its symbol in three hands (Cma7, Cmaj7, CΔ7), and an example of its notes on C. \
            What only sounds may go beyond these types; what is combined is named with them.
            """
    )

    @OptionGroup var naming: VocabularyOption
    @OptionGroup var notes: NotesOption
    @Flag(help: "Answer with JSON.") var json = false

    func run() {
        Terminal.answering(
            json
                ? Answers.json(naming.name, notation: notes.notation).text
                : TextReport(colored: false, notation: notes.notation).vocabulary(naming.name))
    }
}
