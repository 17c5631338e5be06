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
                    .name($0, as: format.ofLines, in: vocabulary, context: context, notation: notation)
                }
            } catch {
                Terminal.refuse(error.message)
            }
        }
        let asked = notes.joined(separator: " ")
        Terminal.answering { () throws(Refusal) in
            let context = try context()
            if format.json {
                return try Answers.name(notes: asked, in: vocabulary, context: context, notation: notation).text
            }
            let finding = try Answers.finding(notes: asked, in: vocabulary, context: context, notation: notation)
            return TextReport(colored: Terminal.showsColors, notation: notation)
                .finding(finding, in: vocabulary, howRead: Answers.howRead(notes: asked, called.names))
        }
    }

    private func context() throws(Refusal) -> NamingContext {
        try Answers.context(key: key, previous: after, next: before, hasBand: band, notation: called.notation)
    }
}
