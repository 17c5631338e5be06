import Answers
import ArgumentParser
import Harmony

struct WaysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ways",
        abstract: "Tell which two chords make a chord.",
        discussion: """
            Lower + upper = the chord, solved for what is not given: for both halves, or for the other one. The best way \
            comes first: a triad above a seventh chord or a shell of it. Nothing sounds that the chord has not, and all of \
            it sounds, unless --playable or --band let a part of it be missing. Hands lie as MIDI numbers; 60 is middle C.
            """
    )

    @Argument(help: "The chord to be played, for instance 'C13(b9)', or with a half: 'C7 + ? = C13(b9)'.") var symbol: String
    @Option(help: "The lower chord, if it is given.") var lower: String?
    @Option(help: "The upper chord, if it is given.") var upper: String?
    @Flag(help: "What players leave out may be missing: the fifth, and a ninth that the name only implies.")
    var playable = false
    @Flag(help: "Somebody else plays the bass, so that the root may be missing.") var band = false
    @Option(help: "Tell at most so many. (default: 12, and with --json all)") var limit: Int?
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Answer with JSON.") var json = false

    func run() {
        Terminal.answering { () throws(Refusal) in
            func ways(_ read: (String) -> String) throws(Refusal) -> Ways {
                var halves: [String?] = []
                for half in [lower, upper] { halves.append(half.map(read)) }
                return try Answers.ways(
                    of: read(symbol), lower: halves[0], upper: halves[1], playable: playable, hasBand: band,
                    limit: limit ?? (json ? nil : 12), notation: notes.notation)
            }
            // What cannot be answered is refused as it was asked.
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
