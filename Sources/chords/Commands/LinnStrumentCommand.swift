import Answers
import ArgumentParser
import Instruments

struct LinnStrumentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "linnstrument",
        abstract: "Show the pads of a LinnStrument that play a note, or where two hands hold several.",
        discussion: """
            With a + between the notes of the left hand and those of the right one, each note is told on one pad, so that \
            each hand stretches least.
            """)

    @Argument(help: "A MIDI number, 60 for middle C, or those of two hands: 48 52 58 + 61 64 69.") var held: [String]
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
            let linnStrument = try Answers.linnStrument([
                ("model", model), ("offset", offset), ("octave", octave), ("transpose", transpose), ("lights", lights),
                ("left-handed", leftHanded ? "yes" : "no"),
            ])
            let report = TextReport(colored: false, notation: notes.notation)
            let words = held.flatMap { $0.split(separator: " ").map(String.init) }
            guard words.count == 1, words != ["+"] else {
                let held = try Answers.held(words, on: linnStrument)
                return json ? Answers.json(held).text : report.pads(held)
            }
            let note = try Answers.midiNote(words[0])
            return json ? Answers.json(linnStrument, padsOf: note).text : report.pads(linnStrument, of: note)
        }
    }
}
