import ArgumentParser
import Exchange
import Input

struct Match: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the letters, accidentals and types of one chord that would match the other.")

    @Argument(help: "The lower chord.") var lower: String
    @Argument(help: "The upper chord.") var upper: String
    @Option(help: "The chord that is edited: lower or upper.") var edit: Edited
    @OptionGroup var naming: VocabularyOption
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Print JSON.") var json = false

    enum Edited: String, ExpressibleByArgument, CaseIterable { case lower, upper }

    func run() {
        Terminal.answering { () throws(InputError) in
            let (edited, vocabulary, notation) = (edit.rawValue, naming.vocabulary, notes.notation)
            // Errors name the chords as they were typed, before transposition.
            let sounding = try Answers.combination(lower: lower, upper: upper, in: vocabulary, notation: notation)
                .title(in: notation)
            let (readLower, readUpper) = (instrument.read(lower, notes), instrument.read(upper, notes))
            if json {
                let answer = try Answers.match(
                    lower: readLower, upper: readUpper, edit: edited, in: vocabulary, notation: notation)
                return instrument.json(answer, sounding: sounding)
            }
            let matches = try Answers.matches(
                lower: readLower, upper: readUpper, edit: edited, in: vocabulary, notation: notation)
            let howRead = Answers.howReadChords([lower, upper], notes.names)
            return TextReport(colored: false, notation: notation)
                .matches(matches, howRead: instrument.remarks(howRead, sounding: sounding, notes))
        }
    }
}
