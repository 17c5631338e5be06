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
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @OptionGroup var format: OutputFormat

    func validate() throws {
        try format.validate(arguments: [symbol], named: "a chord")
    }

    func run() {
        let (vocabulary, notation) = (naming.vocabulary, notes.notation)
        guard let symbol else {
            return Terminal.answeringLines { .info(instrument.read($0, notes), as: format.ofLines, in: vocabulary, notation: notation) }
        }
        let asked = instrument.read(symbol, notes)
        Terminal.answering { () throws(Refusal) in
            let details = try Answers.details(asked, in: vocabulary, notation: notation)
            func sounding() -> String { instrument.reader.sounding(details.chord).title(in: notation) }
            if format.json {
                let answer = try Answers.chord(asked, in: vocabulary, notation: notation)
                return instrument.json(answer, sounding: sounding())
            }
            let howRead = instrument.remarks(Answers.howReadChords([symbol], notes.names), sounding: sounding(), notes)
            return TextReport(colored: Terminal.showsColors, notation: notation).details(details, howRead: howRead)
        }
    }
}
