import ArgumentParser
import Exchange
import Input

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Explain a key: its signature, its chords and its relatives.")

    @Argument(help: "A tonic and a mode: 'D dorian', 'F# harmonic minor'; C is major, c and Cm are minor.")
    var words: [String]
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Print JSON.") var json = false

    func run() {
        Terminal.answering { () throws(InputError) in
            let name = words.joined(separator: " ")
            let sounding = try Answers.key(name, notation: notes.notation).name(in: notes.notation)
            let key = try Answers.key(instrument.read(key: name, notes), notation: notes.notation)
            let howRead = Answers.howRead(key: name, notes.names)
            if json {
                return instrument.json(
                    Answers.json(key, notation: notes.notation, howRead: howRead), sounding: sounding)
            }
            return TextReport(colored: false, notation: notes.notation)
                .key(key, howRead: instrument.remarks(howRead, sounding: sounding, notes))
        }
    }
}
