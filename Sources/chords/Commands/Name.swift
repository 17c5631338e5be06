import ArgumentParser
import Exchange
import Harmony
import Input

struct Name: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Name the chord that notes make.",
        discussion: """
            The same notes can be several chords. The most likely comes first, and each has a reason. The key, the \
            chords before and after, and a bass player make the answer better.

            With --batch, each line of standard input has notes, separated by spaces. A key, the chord before and the \
            chord after may follow, separated by tabs. The answer has the columns notes as given, title, precise name, \
            notes as spelled, intervals above the lowest note and other readings, separated by tabs. Title and precise \
            name are empty if the notes have no name in the classic vocabulary. For a line that cannot be read, it has \
            the line, error and a message.
            """
    )

    @Argument(
        help: """
            Notes: names, lowest first, such as C E G; names with octaves, such as E4 G4 C5 (C4 is middle C); or MIDI \
            numbers.
            """)
    var notes: [String] = []
    @Option(help: "The key, such as 'B♭ major' or 'F# minor'.") var key: String?
    @Option(help: "The chord before.") var after: String?
    @Option(help: "The chord after.") var before: String?
    @Flag(help: "A bass player plays the root, so chords may lack it.") var band = false
    @OptionGroup var naming: VocabularyOption
    @OptionGroup var noteNames: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @OptionGroup var format: OutputFormat

    func validate() throws {
        try instrument.validate(batch: format.batch)
        try format.validate(arguments: notes.isEmpty ? (format.batch ? [] : [nil]) : notes, named: "notes")
    }

    func run() {
        let (vocabulary, notation) = (naming.vocabulary, noteNames.notation)
        if format.batch {
            do throws(InputError) {
                let context = try context()
                return Terminal.answeringLines {
                    .name($0, as: format.ofLines, in: vocabulary, context: context, notation: notation)
                }
            } catch {
                Terminal.refuse(error.message)
            }
        }
        let given = notes.joined(separator: " ")
        Terminal.answering { () throws(InputError) in
            // Errors name the notes as they were typed, before transposition.
            let sounding = try Answers.finding(notes: given, in: vocabulary, context: try context(), notation: notation)
                .readings.first?.title(in: notation)
            let read = instrument.reader.read(notes: given, in: noteNames.names)
            let context = try context(for: instrument.reader)
            if format.json {
                let answer = try Answers.name(notes: read, in: vocabulary, context: context, notation: notation)
                return instrument.json(answer, sounding: sounding)
            }
            let finding = try Answers.finding(notes: read, in: vocabulary, context: context, notation: notation)
            let howRead = instrument.remarks(
                Answers.howRead(notes: given, noteNames.names), sounding: sounding, noteNames)
            return TextReport(colored: Terminal.showsColors, notation: notation)
                .finding(finding, in: vocabulary, howRead: howRead)
        }
    }

    /// The naming context, transposed for the reader.
    private func context(for reader: TransposingInstrument = .c) throws(InputError) -> NamingContext {
        func read(_ symbol: String?) -> String? { symbol.map { reader.read(chords: $0, in: noteNames.names) } }
        return try Answers.context(
            key: key.map { reader.read(key: $0, in: noteNames.names) }, previous: read(after), next: read(before),
            hasBassPlayer: band, notation: noteNames.notation)
    }
}
