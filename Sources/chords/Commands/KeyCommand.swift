import Answers
import ArgumentParser

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Explain a key: its signature, its chords and its relatives.")

    @Argument(help: "A tonic and a mode: 'D dorian', 'F# harmonic minor'; C is major, c and Cm are minor.")
    var words: [String]
    @Flag(help: "Answer with JSON.") var json = false

    func run() {
        Terminal.answering { () throws(Refusal) in
            let key = try Answers.key(words.joined(separator: " "))
            return json ? Answers.json(key).text : TextReport(colored: false).key(key)
        }
    }
}
