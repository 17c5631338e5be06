import ArgumentParser
import Exchange
import Harmony
import Input

struct BoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board",
        abstract: "Show what a chord makes with chords on all twelve roots.",
        discussion: "Each result has its tension beside it, which is the same in every key."
    )

    @Argument(help: "A chord, for instance C7.") var symbol: String
    @Flag(help: "The chord is the upper one of each pair.") var upper = false
    @Option(help: "The types of the other chords, separated by commas. (default: ma,mi)") var types: String?
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Print JSON.") var json = false

    func run() {
        Terminal.answering { () throws(InputError) in
            func board(_ symbol: String) throws(InputError) -> Board {
                try Answers.board(symbol, as: upper ? .upper : .lower, types: types, notation: notes.notation)
            }
            // Errors name the chord as it was typed, before transposition.
            let sounding = try board(symbol).chord.title(in: notes.notation)
            let read = try board(instrument.read(symbol, notes))
            let howRead = Answers.howReadChords([symbol], notes.names)
            if json {
                return instrument.json(
                    Answers.json(read, notation: notes.notation, howRead: howRead), sounding: sounding)
            }
            return TextReport(colored: false, notation: notes.notation)
                .board(read, howRead: instrument.remarks(howRead, sounding: sounding, notes))
        }
    }
}
