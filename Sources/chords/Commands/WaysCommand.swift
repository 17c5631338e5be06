import ArgumentParser
import Exchange
import Harmony
import Input

struct WaysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ways",
        abstract: "List the pairs of chords that make a chord.",
        discussion: """
            Solves lower + upper = chord for both chords, or for the one that is not given. The best pair comes first: \
            a triad over a seventh chord or over a shell. Each pair has exactly the notes of the chord, unless \
            --playable or --band let some be missing. Over a shell of an altered chord, each triad has two of the four \
            alterations; over the root alone, the 5th may be missing. The keys of each hand are MIDI numbers; 60 is \
            middle C.
            """
    )

    @Argument(help: "The chord, for instance 'C13(b9)', or with one of the two: 'C7 + ? = C13(b9)'.") var symbol: String
    @Option(help: "The lower chord, if it is given.") var lower: String?
    @Option(help: "The upper chord, if it is given.") var upper: String?
    @Flag(help: "Notes that players leave out may be missing: the 5th, and a 9th that the name only implies.")
    var playable = false
    @Flag(help: "A bass player plays the root, so it may be missing. Pairs over guide tones come first.") var band =
        false
    @Option(help: "The maximum number of pairs. (default: 12; with --json, all)") var limit: Int?
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Print JSON.") var json = false

    func run() {
        Terminal.answering { () throws(InputError) in
            func ways(_ read: (String) -> String) throws(InputError) -> Ways {
                var halves: [String?] = []
                for half in [lower, upper] { halves.append(half.map(read)) }
                return try Answers.ways(
                    of: read(symbol), lower: halves[0], upper: halves[1], playable: playable, hasBassPlayer: band,
                    limit: limit ?? (json ? nil : 12), notation: notes.notation)
            }
            // Errors name the chords as they were typed, before transposition.
            let sounding = try ways { $0 }
            let read = instrument.reader == .c ? sounding : try ways { instrument.read($0, notes) }
            if json { return Answers.json(read, notation: notes.notation).text }
            let howRead = instrument.remarks(
                Answers.howReadChords([symbol, lower, upper], notes.names),
                sounding: sounding.chord.title(in: notes.notation), notes)
            return TextReport(colored: false, notation: notes.notation).ways(read, howRead: howRead)
        }
    }
}
