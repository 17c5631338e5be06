import Answers
import ArgumentParser
import Instruments

struct LinnStrumentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "linnstrument", abstract: "Show the pads of a LinnStrument that play a note.")

    @Argument(help: "A MIDI number; 60 is middle C.") var note: String
    @Option(help: "The size: 128 or 200.") var model = "200"
    @Option(
        parsing: .unconditional,
        help: "Semitones from row to row, -16 to 16, or octave, guitar, inverted-guitar, no-overlap, zero.")
    var offset = "5"
    @Option(parsing: .unconditional, help: "Octaves up, -5 to 5.") var octave = "0"
    @Option(parsing: .unconditional, help: "Semitones up, -7 to 7.") var transpose = "0"
    @Option(parsing: .unconditional, help: "Semitones that the layout is moved up under the hands, -7 to 7.") var lights = "0"
    @Flag(help: "The low notes lie on the right.") var leftHanded = false
    @OptionGroup var notes: NotesOption
    @Flag(help: "Answer with JSON.") var json = false

    func run() {
        Terminal.answering { () throws(Refusal) in
            let note = try Answers.midiNote(note)
            let linnStrument = try Answers.linnStrument([
                ("model", model), ("offset", offset), ("octave", octave), ("transpose", transpose), ("lights", lights),
                ("left-handed", leftHanded ? "yes" : "no"),
            ])
            return json
                ? Answers.json(linnStrument, padsOf: note).text
                : TextReport(colored: false, notation: notes.notation).pads(linnStrument, of: note)
        }
    }
}
