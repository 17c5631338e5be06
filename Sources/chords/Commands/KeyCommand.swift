import Answers
import ArgumentParser

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Explain a key: its signature, its chords and its relatives.")

    @Argument(help: "A tonic and a mode: 'D dorian', 'F# harmonic minor'; C is major, c and Cm are minor.")
    var words: [String]
    @OptionGroup var notes: NotesOption
    @Flag(help: "Answer with JSON.") var json = false

    func run() {
        Terminal.answering { () throws(Refusal) in
            let name = words.joined(separator: " ")
            let key = try Answers.key(name, notation: notes.notation)
            let howRead = Answers.howRead(key: name, notes.names)
            return json
                ? Answers.json(key, notation: notes.notation, howRead: howRead).text
                : TextReport(colored: false, notation: notes.notation).key(key, howRead: howRead)
        }
    }
}
