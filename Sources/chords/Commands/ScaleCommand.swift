import Answers
import ArgumentParser

struct ScaleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale", abstract: "Explain a scale: its notes, its modes and the chords that lie in it.")

    @Argument(help: "A root and a name: C Lydian Dominant.") var words: [String]
    @Flag(help: "Answer with JSON.") var json = false

    func run() {
        Terminal.answering { () throws(Refusal) in
            let scale = try Answers.scale(words.joined(separator: " "))
            if json { return Answers.json(scale).text }
            return TextReport(colored: Terminal.showsColors).scale(scale)
        }
    }
}
