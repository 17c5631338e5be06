import ArgumentParser
import Exchange
import Input

struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain one chord.",
        discussion: """
            The key and the chords before and after say where the chord stands. They decide its numeral and which \
            scales come first.

            With --batch, each line of standard input has a chord symbol. A key, the chord before and the chord after \
            may follow, separated by tabs. The answer has the columns precise name, \
            notes, degrees, pitches, base, extensions, equivalents, degree tension, voicing tension, primary scales, \
            parent \
            scales, pentatonic scales, four-note chords and triads, separated by tabs. For a line that cannot be read, \
            it has the symbol, error and a message.
            """
    )

    @Argument(help: "A chord, for instance 'Cma13(#11)'.") var symbol: String?
    @Option(help: "The key, such as 'B♭ major' or 'D Dorian'.") var key: String?
    @Option(help: "The chord before.") var after: String?
    @Option(help: "The chord after.") var before: String?
    @OptionGroup var naming: VocabularyOption
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @OptionGroup var format: OutputFormat

    func validate() throws {
        try instrument.validate(batch: format.batch)
        try format.validate(arguments: [symbol], named: "a chord")
    }

    func run() {
        let (vocabulary, notation) = (naming.vocabulary, notes.notation)
        guard let symbol else {
            let place = (key: key, previous: after, next: before)
            return Terminal.answeringLines {
                .info($0, as: format.ofLines, in: vocabulary, place: place, notation: notation)
            }
        }
        Terminal.answering { () throws(InputError) in
            if let (name, meaning) = Answers.withoutNotes(symbol) {
                return format.json ? try Answers.chord(symbol).text : name + "\n\n" + meaning
            }
            // Errors name the chord as it was typed, before transposition.
            let sounding = try Answers.details(symbol, in: vocabulary, notation: notation).title(in: notation)
            let read = instrument.read(symbol, notes)
            let reader = instrument.reader
            let key = key.map { instrument.read(key: $0, notes) }
            let previous = after.map { reader.read(chords: $0, in: notes.names) }
            let next = before.map { reader.read(chords: $0, in: notes.names) }
            if format.json {
                let answer = try Answers.chord(
                    read, key: key, previous: previous, next: next, in: vocabulary, notation: notation)
                return instrument.json(answer, sounding: sounding)
            }
            let details = try Answers.details(read, in: vocabulary, notation: notation)
            let howRead = instrument.remarks(Answers.howReadChords([symbol], notes.names), sounding: sounding, notes)
            let place = try Answers.place(
                of: details.chord, key: key, previous: previous, next: next, notation: notation)
            return TextReport(colored: Terminal.showsColors, notation: notation)
                .details(details, in: place, howRead: howRead)
        }
    }
}
