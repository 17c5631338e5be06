import ArgumentParser
import Exchange
import Harmony
import Input

struct Combine: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what a lower and an upper chord make together.",
        discussion: """
            With --batch, each line of standard input has two chords, separated by a tab. The answer has the columns \
            lower, upper, kind, title, precise, notes, degrees and pitches, separated by tabs. For a line that cannot \
            be read, kind is error and the fourth column has the message.
            """
    )

    @Argument(help: "The lower chord, for instance Cma7, or both: 'Cma7 + D', 'D/Cma7', 'D|Cma7'.") var lower: String?
    @Argument(help: "The upper chord, for instance D.") var upper: String?
    @OptionGroup var naming: VocabularyOption
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @OptionGroup var format: OutputFormat

    func validate() throws {
        try instrument.validate(batch: format.batch)
        // One argument may be both chords.
        let isWhole = upper == nil && lower.map { (try? TypedEquation($0, in: notes.names))?.chord == nil } ?? false
        try format.validate(
            arguments: [lower, isWhole && !format.batch ? "" : upper], named: "a lower and an upper chord")
    }

    func run() {
        let (vocabulary, notation) = (naming.vocabulary, notes.notation)
        guard let given = lower else {
            return Terminal.answeringLines { .combine($0, as: format.ofLines, in: vocabulary, notation: notation) }
        }
        Terminal.answering { () throws(InputError) in
            // Errors name the chords as they were typed, before transposition.
            let sounding = try Answers.combination(lower: given, upper: upper, in: vocabulary, notation: notation)
            let title = sounding.title(in: notation)
            let lower = instrument.read(given, notes)
            let upper = instrument.read(upper, notes)
            if format.json {
                let answer = try Answers.combine(lower: lower, upper: upper, in: vocabulary, notation: notation)
                return instrument.json(answer, sounding: title)
            }
            let combination = try Answers.combination(lower: lower, upper: upper, in: vocabulary, notation: notation)
            let howRead = instrument.remarks(
                Answers.howReadChords([given, self.upper], notes.names), sounding: title, notes)
            return TextReport(colored: Terminal.showsColors, notation: notation)
                .combination(combination, in: vocabulary, howRead: howRead)
        }
    }
}
