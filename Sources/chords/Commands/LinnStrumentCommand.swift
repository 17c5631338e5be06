import ArgumentParser
import Exchange
import Input
import Instruments

struct LinnStrumentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "linnstrument",
        abstract: "Show which pads of a LinnStrument play a note, or how two hands can hold several notes.",
        discussion: """
            With a + between the notes of the left and the right hand, each note gets one pad, with the smallest \
            stretch for each hand.
            """)

    @Argument(help: "A MIDI number, where 60 is middle C, or those of two hands: 48 52 58 + 61 64 69.") var held:
        [String]
    @Option(help: "The model: 128 or 200.") var model = "200"
    @Option(
        parsing: .unconditional,
        help: """
            The row interval in semitones, -16 to 16, or octave, guitar, inverted-guitar, no-overlap, zero, or the \
            first note of each row from the bottom, 28.35.40.45.50.55.59.64.
            """)
    var offset = "5"
    @Option(parsing: .unconditional, help: "Octaves up, -5 to 5.") var octave = "0"
    @Option(parsing: .unconditional, help: "Semitones up, -7 to 7.") var transpose = "0"
    @Option(parsing: .unconditional, help: "Semitones by which the lights are transposed, -7 to 7.") var lights = "0"
    @Flag(help: "The low notes are on the right.") var leftHanded = false
    @OptionGroup var notes: NotesOption
    @Flag(help: "Print JSON.") var json = false

    func run() {
        Terminal.answering { () throws(InputError) in
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
