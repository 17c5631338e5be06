import ArgumentParser
import Exchange
import Input
import Rendering

struct Circle: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a key’s place on the circle of fifths, with the keys there and their chords.")

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, svg
    }

    @Argument(help: "A key: F#, Bb minor, 'D dorian'.") var words: [String]
    @Option(help: "text (default), or svg for a drawing of the circle.") var format: Format?
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        if json, format != nil { throw ValidationError("Give --format or --json, not both.") }
    }

    func run() {
        Terminal.answering { () throws(InputError) in
            let name = words.joined(separator: " ")
            let sounding = try Answers.key(name, notation: notes.notation).name(in: notes.notation)
            let place = try Answers.circle(instrument.read(key: name, notes), notation: notes.notation)
            let howRead = Answers.howRead(key: name, notes.names)
            if json {
                return instrument.json(
                    Answers.json(place, notation: notes.notation, howRead: howRead), sounding: sounding)
            }
            return format == .svg
                ? CircleSVG.document(place, notation: notes.notation)
                : TextReport(colored: false, notation: notes.notation)
                    .circle(place, howRead: instrument.remarks(howRead, sounding: sounding, notes))
        }
    }
}
