import Answers
import ArgumentParser
import Harmony
import Tunes

/// What one plays from: chords in bars, in a form.
struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Read tunes: chords in bars, from plain text, iReal Pro's links or MusicXML.",
        discussion: """
            A file is plain text such as '| Dm7 | G7 | Cmaj7 | % |', with lines Title:, Composer:, Style:, Key:, Time: and \
            Tempo: above it, or has links of iReal Pro in it, alone, in a text or in a page, or is a score in MusicXML. What cannot be read is told on \
            standard error, with tune and bar, and the rest is answered; only where nothing was read the exit code is 65.
            """,
        subcommands: [Show.self, List.self, Analyse.self]
    )

    /// Which tunes are read.
    struct Source: ParsableArguments {
        @Argument(help: "A file with one tune or many; - is standard input.") var file: String
        @Option(help: "The number of one tune in a file of many, counted from 1.") var index: Int?
        @OptionGroup var notes: NotesOption

        /// - Returns: the tunes that are asked for, and what of them cannot be read.
        func book() throws(Refusal) -> TuneBook {
            let bytes = file == "-" ? Terminal.input(limit: TuneBook.longestFile)
                : Terminal.contents(of: file, limit: TuneBook.longestFile)
            var book = TuneBook(reading: bytes)
            guard !book.tunes.isEmpty else {
                throw Refusal(book.problems.first?.message ?? "There is no tune in “\(file)”: expected bars such as | Dm7 | G7 | Cmaj7 |.")
            }
            guard let index else { return book }
            guard book.tunes.indices.contains(index - 1) else {
                throw Refusal("There is no tune \(index): “\(file)” has \(book.tunes.count).")
            }
            book.tunes = [book.tunes[index - 1]]
            book.problems = book.problems.filter { $0.tune == nil || $0.tune == index - 1 }.map { problem in
                var problem = problem
                problem.tune = problem.tune.map { _ in 0 }
                return problem
            }
            return book
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write tunes as text, as JSON or as a link for iReal Pro, perhaps in another key.")

        enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, ireal }

        @OptionGroup var source: Source
        @Option(help: "How tunes are written.") var format = Format.text
        @Option(help: "The note on which the tune shall rest, such as Bb; major stays major and minor minor.")
        var transpose: String?
        @Flag(help: "Write the bars as they are played, with repeats, endings and jumps played out.") var unfold = false

        func run() {
            Terminal.answering { () throws(Refusal) in
                var book = try source.book()
                if let transpose {
                    let tonic = try Answers.tonic(transpose, in: source.notes.names)
                    book.tunes = book.tunes.map { $0.transposed(to: tonic) }
                }
                if unfold { book = Answers.playedOut(book) }
                if format != .json { Terminal.tell(Answers.sentences(about: book)) }
                switch format {
                case .text: return String(TuneText.write(book.tunes).dropLast())
                case .json: return Answers.json(book, notation: source.notes.notation).text
                case .ireal: return IRealWriter.link(book.tunes, name: book.name)
                }
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the tunes of a file, with their numbers.")

        @OptionGroup var source: Source
        @Flag(help: "Answer with JSON.") var json = false

        func run() {
            Terminal.answering { () throws(Refusal) in
                let book = try source.book()
                if json { return Answers.list(book, notation: source.notes.notation).text }
                Terminal.tell(Answers.sentences(about: book))
                return TextReport(colored: false, notation: source.notes.notation).list(book)
            }
        }
    }

    struct Analyse: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tell the keys that a tune goes through, what its chords are there, and its cadences.")

        @OptionGroup var source: Source
        @Flag(help: "Answer with JSON.") var json = false

        func run() {
            Terminal.answering { () throws(Refusal) in
                let book = try source.book()
                if json { return Answers.analysis(book, notation: source.notes.notation).text }
                Terminal.tell(Answers.sentences(about: book))
                return TextReport(colored: false, notation: source.notes.notation).analysis(book)
            }
        }
    }
}
