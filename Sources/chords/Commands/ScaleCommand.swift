import ArgumentParser
import Exchange
import Input

struct ScaleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale", abstract: "Explain a scale: its notes, its modes and its chords.")

    @Argument(help: "A root and a name: C Lydian Dominant.") var words: [String]
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Print JSON.") var json = false

    func run() {
        Terminal.answering { () throws(InputError) in
            let asked = try Answers.scale(words.joined(separator: " "), notation: notes.notation)
            let (scale, sounding) = (instrument.reader.reading(asked), asked.name(in: notes.notation))
            let howRead = Answers.howRead(notes: words.first.map { String($0.prefix { $0 != " " }) } ?? "", notes.names)
            if json {
                return instrument.json(
                    Answers.json(scale, notation: notes.notation, howRead: howRead), sounding: sounding)
            }
            return TextReport(colored: Terminal.showsColors, notation: notes.notation)
                .scale(scale, howRead: instrument.remarks(howRead, sounding: sounding, notes))
        }
    }
}
