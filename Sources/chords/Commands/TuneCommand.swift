import ArgumentParser
import Exchange
import Harmony
import Input
import Rendering
import Store
import Tunes

/// `chords tune`: lead sheets.
struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Read tunes: chords in bars, from plain text, iReal Pro's links, MusicXML or ChordPro.",
        discussion: """
            A file is one of these:
              plain text, such as '| Dm7 | G7 | Cmaj7 | % |', after the lines Title:, Composer:, Style:, Key:, Time:, \
            Tempo:
              text or a web page with links of iReal Pro
              MusicXML, also compressed (.mxl)
              ChordPro

            In plain text, a line of bars may be followed by its melody, such as 'Melody: r:8 D5 E5 F5 G5:2~ | G5:1'. \
            A note has its octave and, after a colon, its length: 4 for quarters, 8 for eighths, 4. for dotted \
            quarters, \
            12 \
            for triplet eighths. Without a length, it is as long as the note before. r is a rest, ~ a tie, . a bar \
            without melody.

            Standard error says what could not be read, with tune and bar. The exit code is 65 only if nothing could \
            be read.
            """,
        subcommands: [Show.self, List.self, Analyze.self]
    )

    /// The input of most subcommands.
    struct Source: ParsableArguments {
        @Argument(help: Part.file) var file: String
        @OptionGroup var part: Part

        var notes: NotesOption { part.notes }

        func book() throws(InputError) -> TuneBook { try part.book(of: file) }
    }

    /// The selected tunes of a file, and the note names in it.
    struct Part: ParsableArguments {
        @Option(help: "The number of one tune in a file of many, from 1.") var index: Int?
        @OptionGroup var notes: NotesOption

        static let file: ArgumentHelp = "A file with one or more tunes; - is standard input."

        /// - Returns: the selected tunes and their problems.
        func book(of file: String) throws(InputError) -> TuneBook {
            let bytes =
                file == "-"
                ? Terminal.input(limit: TuneBook.maximumFileSize)
                : Terminal.contents(of: file, limit: TuneBook.maximumFileSize)
            return try book(bytes, of: file)
        }

        func book(_ bytes: [UInt8], of file: String) throws(InputError) -> TuneBook {
            var book = TuneFile.book(bytes, in: notes.names)
            guard book.hasMusic else {
                throw InputError(
                    book.problems.first?.message
                        ?? "There is no tune in “\(file)”: expected bars such as | Dm7 | G7 | Cmaj7 |.")
            }
            guard let index else { return book }
            guard (1...book.tunes.count).contains(index) else {
                throw InputError("There is no tune \(index). “\(file)” has \(book.tunes.count).")
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
            abstract: "Write tunes as text, JSON, music or a drawing, in any key, with or without voicings.",
            discussion: """
                text can be read back with the same --notes. ireal is a link for iReal Pro. chordpro has the bars as \
                grids. text, json, ireal and chordpro write all tunes of a file, the other formats one tune.

                musicxml is a lead sheet or, with --voice, music for two hands. svg is the chart; with --voice, it \
                also has a staff. midi is the performance of a trio, with all repeats and choruses: a track for each \
                hand, bass, drums and the count-in. --feel, --choruses, --tempo, --count-in and --seed change it; the \
                same seed gives the same notes. All formats except ireal and chordpro include the melody.

                --voice adds voicings for two hands with smooth voice leading: rootless (A and B forms alternate), \
                upper-structure (every dominant as two chords), any, or one style of 'chords voice'. Text is then a \
                table.

                --numerals writes the Roman numeral of each chord below its note in musicxml, as lyrics.
                """)

        enum Format: String, CaseIterable, ExpressibleByArgument {
            case text, json, ireal, chordpro, musicxml, midi, svg
        }

        @OptionGroup var source: Source
        @Option(help: "The output format.") var format = Format.text
        @Option(help: "The new tonic, such as Bb. Major stays major, and minor stays minor.")
        var transpose: String?
        @Flag(help: "Write out all repeats, endings and jumps.") var unfold = false
        @Option(
            help: """
                The voicings: any, rootless, upper-structure or one style. (default with midi: upper-structure, as on \
                the page)
                """)
        var voice: String?
        @Option(help: "The span of the hands: octave, ninth or tenth, or LEFT,RIGHT. (default: tenth)") var reach:
            String?
        @Option(help: "The register: low, middle or high. (default: middle)") var register: String?
        @Flag(help: "A bass player plays the root, so it may be missing. Always on with midi.") var band = false
        @Flag(help: "Add no notes to the chord symbols.") var plain = false
        @Flag(help: "With musicxml, add the Roman numerals of the chords as lyrics.") var numerals = false
        @Option(help: "With midi, the feel. (default: from the style of the tune)") var feel: Feel?
        @Option(help: "With midi, how many times the form is played. (default: as in the tune, or 1)")
        var choruses: Int?
        @Option(help: "With midi, the tempo in beats per minute. (default: as in the tune, or 120)") var tempo: Int?
        @Option(help: "With midi, a number that changes what the band improvises. (default: 0)") var seed: Int?
        @Option(help: "With midi, the number of bars that are counted in. (default: 1)") var countIn: Int?
        @Option(help: "Write to this file, and replace it if it exists.") var output: String?

        func validate() throws {
            let isPerformed = feel != nil || choruses != nil || tempo != nil || seed != nil || countIn != nil
            if isPerformed, format != .midi {
                throw ValidationError(
                    "--feel, --choruses, --tempo, --seed and --count-in are for --format midi.")
            }
            for (name, number, range) in [
                ("--choruses", choruses, PerformedTune.choruses), ("--tempo", tempo, PerformedTune.tempi),
                ("--count-in", countIn, PerformedTune.countIns),
            ] {
                guard let number, !range.contains(number) else { continue }
                throw ValidationError(
                    "\(name) must be a number from \(range.lowerBound) to \(range.upperBound), not \(number).")
            }
            if format == .ireal || format == .chordpro, voice != nil {
                let name = format == .ireal ? "iReal Pro links have" : "ChordPro has"
                throw ValidationError(name + " no voicings. Leave out --voice.")
            }
            if voice == nil, format != .midi, reach != nil || register != nil || band || plain {
                throw ValidationError("--reach, --register, --band and --plain are for voicings. Give --voice, too.")
            }
            if numerals, format != .musicxml {
                throw ValidationError("--numerals is for --format musicxml. 'chords tune analyse' lists the numerals.")
            }
            if format == .midi, output == nil, Terminal.isInteractive {
                throw ValidationError("A MIDI file cannot be printed. Give --output FILE.")
            }
        }

        func run() {
            Terminal.answering(into: output) { () throws(InputError) in
                var book = try source.book()
                if let transpose {
                    let tonic = try Answers.tonic(transpose, in: source.notes.names)
                    book.tunes = book.tunes.map { $0.transposed(to: tonic) }
                }
                if unfold { book = Answers.playedOut(book) }
                if format != .json { Terminal.warn(Answers.sentences(about: book)) }
                let pianist = try Pianist.parse(
                    reach: reach, register: register, hasBassPlayer: band || format == .midi, isPlain: plain)
                // Playback always needs voicings.
                let style = voice ?? (format == .midi ? "upper-structure" : nil)
                let styles = try style.map { text throws(InputError) in try Leading.Styles.parse(text) }
                let voicing = styles.map { TuneVoicing(VoicedTune.Options($0), for: pianist) }
                let notation = source.notes.notation
                switch format {
                case .text:
                    if let voicing {
                        return lines(TextReport(colored: false, notation: notation).voiced(book, voicing))
                    }
                    return lines(String(TuneText.write(book.tunes, in: notation.names).dropLast()))
                case .json: return lines(Answers.json(book, voicing, notation: notation).text)
                case .ireal: return lines(IRealWriter.link(book.tunes, name: book.name))
                case .chordpro:
                    return lines(String(ChordProWriter.write(book.tunes, in: notation.names).dropLast()))
                case .musicxml:
                    let tune = try Show.one(of: book, in: source.file)
                    return lines(Score(chart: tune, voicing, hasNumerals: numerals).musicXML)
                case .midi:
                    let tune = try Show.one(of: book, in: source.file)
                    var band = Band(feel ?? Feel(of: tune))
                    band.countIn = countIn ?? band.countIn
                    return PerformedTune(
                        tune, voicing ?? TuneVoicing(), by: band, choruses: choruses, tempo: tempo, seed: seed ?? 0
                    ).midi.bytes
                case .svg:
                    let tune = try Show.one(of: book, in: source.file)
                    return lines(
                        ChartSVG.document(tune, voiced: voicing?.voiced(tune).chords, Presentation(notation)))
                }
            }
        }

        /// The only tune of a file.
        static func one(of book: TuneBook, in file: String) throws(InputError) -> Tune {
            guard book.tunes.count == 1 else {
                throw InputError("“\(file)” has \(book.tunes.count) tunes. Choose one with --index.")
            }
            return book.tunes[0]
        }

        private func lines(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the tunes of one or more files, with their numbers.",
            discussion: """
                Several files have one summary: how many tunes there are, which have the title and the chords of an \
                earlier one, and what could not be read.
                """)

        @Argument(help: "Files with one or more tunes; - is standard input.") var files: [String]
        @OptionGroup var part: Part
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            if files.count > 1, part.index != nil { throw ValidationError("--index chooses a tune of one file.") }
        }

        func run() {
            let notation = part.notes.notation
            Terminal.answering { () throws(InputError) in
                let report = TextReport(colored: false, notation: notation)
                guard files.count > 1 else {
                    let book = try part.book(of: files[0])
                    if json { return Answers.list(book, notation: notation).text }
                    Terminal.warn(Answers.sentences(about: book))
                    return report.list(book)
                }
                let tunes = tunes()
                if !json || !tunes.hasTunes { Terminal.warn(tunes.sentences) }
                guard tunes.hasTunes else { throw InputError(tunes.summary) }
                return json ? tunes.json(notation: notation).text : report.list(tunes)
            }
        }

        /// The tunes of all files that can be read.
        private func tunes() -> TuneFiles {
            var tunes = TuneFiles()
            for file in files {
                do throws(InputError) {
                    let bytes =
                        file == "-"
                        ? Terminal.input(limit: TuneBook.maximumFileSize)
                        : try ListedFile(Array(file.utf8)).contents(limit: TuneBook.maximumFileSize)
                    tunes.add(try part.book(bytes, of: file), from: file)
                } catch {
                    tunes.add(error, from: file)
                }
            }
            return tunes
        }
    }

    struct Analyze: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "analyse",
            abstract: "List the keys of a tune, the function and scales of each chord, and the cadences.",
            discussion: """
                text is a table with the first scale of each chord. svg is a drawing of one tune, with cadences as \
                brackets above the chords and keys as brackets below.

                """ + FileBatch.discussion)

        enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, svg }

        @Argument(help: Part.file) var file: String?
        @OptionGroup var part: Part
        @Option(help: "The output format.") var format = Format.text
        @Flag(help: "Print JSON, the same as --format json.") var json = false
        @OptionGroup var files: FileBatch

        func validate() throws {
            try files.validate(file: file)
            if files.isBatch, part.index != nil {
                throw ValidationError("--batch reads all tunes of each file. Leave out --index.")
            }
            if files.isBatch, format == .svg {
                throw ValidationError("--batch prints JSON. Leave out --format svg.")
            }
            if json, format == .svg { throw ValidationError("--json and --format svg are two formats. Give one.") }
        }

        func run() {
            let notation = part.notes.notation
            guard let file else {
                return Terminal.answeringFiles(limit: TuneBook.maximumFileSize) { (bytes, name) throws(InputError) in
                    Answers.analysis(try part.book(bytes, of: name), notation: notation)
                }
            }
            Terminal.answering { () throws(InputError) in
                let book = try part.book(of: file)
                if json || format == .json { return Answers.analysis(book, notation: notation).text }
                Terminal.warn(Answers.sentences(about: book))
                if format == .svg {
                    return AnalysisSVG.document(try Show.one(of: book, in: file), Presentation(notation))
                }
                return TextReport(colored: false, notation: notation).analysis(book)
            }
        }
    }
}

extension Feel: ExpressibleByArgument {}
