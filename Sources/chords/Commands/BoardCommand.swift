import Answers
import ArgumentParser
import Harmony

struct BoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board",
        abstract: "Tell what a chord becomes with each of twelve others.",
        discussion: "Each result stands beside its tension, which is the same in every key."
    )

    @Argument(help: "The chord at hand, for instance C7.") var symbol: String
    @Flag(help: "The chord at hand is the upper one.") var upper = false
    @Option(help: "The types of the others, with commas between them. (default: ma,mi)") var types: String?
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Answer with JSON.") var json = false

    func run() {
        Terminal.answering { () throws(Refusal) in
            let board = try Answers.board(
                instrument.read(symbol, notes), as: upper ? .upper : .lower, types: types, notation: notes.notation)
            let howRead = Answers.howReadChords([symbol], notes.names)
            return json
                ? Answers.json(board, notation: notes.notation, howRead: howRead).text
                : TextReport(colored: false, notation: notes.notation).board(board, howRead: howRead)
        }
    }
}
