import Answers
import ArgumentParser
import Harmony

struct Name: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Name the chord that some notes make.",
        discussion: """
            The same notes can be several chords: the most probable comes first, each says why it stands where it \
            stands. Key, the chords before and after, and a band that plays the bass tell more.

            With --batch, standard input has notes in each line, with spaces between them, and perhaps, after tabs, a \
            key, the chord before and the chord after; each is answered by the notes as given, title, precise name, \
            notes as spelled, intervals above the lowest and other readings, with tabs between them. Title and precise \
            name are empty where the notes have no name in the classic vocabulary; an unreadable line is answered by \
            the line, error and a message.
            """
    )

    @Argument(help: "Note names or MIDI numbers, the lowest first: C E G B D, or 60 64 67 71 74.")
    var notes: [String] = []
    @Option(help: "The key, such as 'B♭ major' or 'F# minor'.") var key: String?
    @Option(help: "The chord that comes before.") var after: String?
    @Option(help: "The chord that comes after.") var before: String?
    @Flag(help: "Somebody else plays the bass, so that chords may lack their root.") var band = false
    @OptionGroup var naming: VocabularyOption
    @OptionGroup var called: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @OptionGroup var format: OutputFormat

    func validate() throws {
        try format.validate(arguments: notes.isEmpty ? (format.batch ? [] : [nil]) : notes, named: "notes")
    }

    func run() {
        let (vocabulary, notation) = (naming.vocabulary, called.notation)
        if format.batch {
            do throws(Refusal) {
                let context = try context()
                return Terminal.answeringLines {
                    .name(read(line: $0), as: format.ofLines, in: vocabulary, context: context, notation: notation)
                }
            } catch {
                Terminal.refuse(error.message)
            }
        }
        let given = notes.joined(separator: " ")
        let asked = instrument.reader.read(notes: given, in: called.names)
        Terminal.answering { () throws(Refusal) in
            let context = try context()
            let finding = try Answers.finding(notes: asked, in: vocabulary, context: context, notation: notation)
            func sounding() -> String? {
                finding.readings.first.map { instrument.reader.sounding($0.chord).title(in: notation) }
            }
            if format.json {
                let answer = try Answers.name(notes: asked, in: vocabulary, context: context, notation: notation)
                return instrument.json(answer, sounding: sounding())
            }
            let howRead = instrument.remarks(
                Answers.howRead(notes: given, called.names), sounding: sounding(), called)
            return TextReport(colored: Terminal.showsColors, notation: notation)
                .finding(finding, in: vocabulary, howRead: howRead)
        }
    }

    /// Notes, and perhaps a key and the chords around them.
    private func read(line: String) -> String {
        guard instrument.reader != .c else { return line }
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
        return fields.enumerated().map { place, field in
            switch place {
            case 0: instrument.reader.read(notes: field, in: called.names)
            case 1: instrument.read(key: field, called)
            default: instrument.read(field, called)
            }
        }.joined(separator: "\t")
    }

    private func context() throws(Refusal) -> NamingContext {
        try Answers.context(
            key: key.map { instrument.read(key: $0, called) }, previous: instrument.read(after, called),
            next: instrument.read(before, called), hasBand: band, notation: called.notation)
    }
}
