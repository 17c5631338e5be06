import ArgumentParser
import Interface

struct Circle: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the place of a key on the circle of fifths: the keys that lie there and their chords.")

    @Argument(help: "A key: F#, Bb minor, 'D dorian'.") var words: [String]
    @Flag(help: "Answer with JSON.") var json = false

    func run() {
        Terminal.answering { () throws(Refusal) in
            let place = try Answers.circle(words.joined(separator: " "))
            return json ? Answers.json(place).text : TextReport(colored: false).circle(place)
        }
    }
}
