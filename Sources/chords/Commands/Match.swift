import Answers
import ArgumentParser

struct Match: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell which letters, accidentals and types of one chord would still match the other.")

    @Argument(help: "The lower chord.") var lower: String
    @Argument(help: "The upper chord.") var upper: String
    @Option(help: "Which of the two is being edited: lower or upper.") var edit: Edited
    @OptionGroup var naming: VocabularyOption
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Answer with JSON.") var json = false

    enum Edited: String, ExpressibleByArgument, CaseIterable { case lower, upper }

    func run() {
        let given = [lower, upper]
        let (lower, upper) = (instrument.read(lower, notes), instrument.read(upper, notes))
        Terminal.answering { () throws(Refusal) in
            let (edited, vocabulary, notation) = (edit.rawValue, naming.vocabulary, notes.notation)
            if json {
                return try Answers.match(
                    lower: lower, upper: upper, edit: edited, in: vocabulary, notation: notation).text
            }
            let matches = try Answers.matches(
                lower: lower, upper: upper, edit: edited, in: vocabulary, notation: notation)
            return TextReport(colored: false, notation: notation)
                .matches(matches, howRead: Answers.howReadChords(given, notes.names))
        }
    }
}
