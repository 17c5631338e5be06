import Answers
import ArgumentParser

struct Name: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Name the chord that some notes make.",
        discussion: """
            With --batch, standard input has notes in each line, with spaces between them; each is answered by the notes \
            as given, title, precise name, notes as spelled, intervals above the lowest and other readings, with tabs \
            between them. Title and precise name are empty where the notes have no name; an unreadable line is answered \
            by the notes as given, error and a message.
            """
    )

    @Argument(help: "Note names or MIDI numbers, the lowest first: C E G B D, or 60 64 67 71 74.")
    var notes: [String] = []
    @OptionGroup var format: OutputFormat

    func validate() throws {
        try format.validate(arguments: notes.isEmpty ? (format.batch ? [] : [nil]) : notes, named: "notes")
    }

    func run() {
        if format.batch { return Terminal.answeringLines { .name($0, as: format.ofLines) } }
        let asked = notes.joined(separator: " ")
        Terminal.answering { () throws(Refusal) in
            if format.json { return try Answers.name(notes: asked).text }
            return TextReport(colored: Terminal.showsColors).finding(try Answers.finding(notes: asked))
        }
    }
}
