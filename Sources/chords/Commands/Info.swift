import Answers
import ArgumentParser

struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain one chord.",
        discussion: """
            With --batch, standard input has a chord symbol in each line; each is answered by precise name, notes, \
            degrees, pitches, base, extensions, equivalents, degree and voicing tension, primary, parent and pentatonic \
            scales, four-note chords and triads, with tabs between them. An unreadable line is answered by the symbol, \
            error and a message.
            """
    )

    @Argument(help: "A chord, for instance 'Cma13(#11)'.") var symbol: String?
    @OptionGroup var naming: VocabularyOption
    @OptionGroup var format: OutputFormat

    func validate() throws {
        try format.validate(arguments: [symbol], named: "a chord")
    }

    func run() {
        let vocabulary = naming.vocabulary
        guard let symbol else {
            return Terminal.answeringLines { .info($0, as: format.ofLines, in: vocabulary) }
        }
        Terminal.answering { () throws(Refusal) in
            if format.json { return try Answers.chord(symbol, in: vocabulary).text }
            return TextReport(colored: Terminal.showsColors).details(try Answers.details(symbol, in: vocabulary))
        }
    }
}
