import Answers
import ArgumentParser

struct Circle: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the place of a key on the circle of fifths: the keys that lie there and their chords.")

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, svg
    }

    @Argument(help: "A key: F#, Bb minor, 'D dorian'.") var words: [String]
    @Option(help: "text (as when nothing is said), or svg for a drawing of the circle.") var format: Format?
    @Flag(help: "Answer with JSON.") var json = false

    func validate() throws {
        if json, format != nil { throw ValidationError("Give --format or --json, not both.") }
    }

    func run() {
        Terminal.answering { () throws(Refusal) in
            let place = try Answers.circle(words.joined(separator: " "))
            if json { return Answers.json(place).text }
            return format == .svg ? CircleSVG.document(place) : TextReport(colored: false).circle(place)
        }
    }
}
