import ArgumentParser
import Exchange
import Harmony
import Input
import JSONText
import Tunes

struct ProgressionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "progression",
        abstract: "Put a progression into a key and voice it for two hands.",
        discussion: """
            Numerals are degrees of the major scale on the tonic, in minor as well: 'ii V I', 'iiø7 V7 i', \
            '♭VII7', 'V7/ii', 'subV7/V'. Without a quality a numeral is the diatonic seventh chord, and 'ii(triad)' \
            is the triad. Chord symbols are read, too. Without bar lines each chord lasts a bar: 'ii V | I'.

            Standard progressions: \(StandardProgression.allCases.map(\.rawValue).joined(separator: ", ")). \
            In a minor key, two-five-one, turnaround, blues and diatonic are in minor; the others keep their mode.

            chart is a text chart, which 'chords tune' reads: the way to MIDI, MusicXML and a band.
            """
    )

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, chart
    }

    @Argument(help: "Numerals, chords, or the name of a standard progression.") var progression: [String]
    @Option(help: "The key: Eb, 'C minor', or all for the twelve keys. (default: C, or the key of the chords)")
    var key: String?
    @Option(
        help: "any (default), rootless, or one of \(VoicingStyle.allCases.map(\.rawValue).joined(separator: ", ")).")
    var style: String?
    @Option(help: "The span of the hands: octave, ninth or tenth, or LEFT,RIGHT. (default: tenth)") var reach: String?
    @Option(help: "The register: low, middle or high. (default: middle)") var register: String?
    @Flag(help: "A bass player plays the root, so it may be missing.") var band = false
    @Flag(help: "Add no notes to the chord symbols.") var plain = false
    @OptionGroup var notes: NotesOption
    @Option(help: "text (default), json or chart.") var format: Format?
    @Flag(help: "The same as --format json: one object for each key.") var json = false

    func validate() throws {
        if json, format != nil { throw ValidationError("Give --format or --json, not both.") }
    }

    func run() {
        Terminal.answering { () throws(InputError) in
            let pianist = try Pianist.parse(reach: reach, register: register, hasBassPlayer: band, isPlain: plain)
            let text = progression.joined(separator: " ")
            let voiced =
                key?.lowercased() == "all"
                ? try Answers.progressionInAllKeys(text, style: style, for: pianist, notation: notes.notation)
                : [try Answers.progression(text, key: key, style: style, for: pianist, notation: notes.notation)]
            switch json ? .json : format ?? .text {
            case .text:
                let report = TextReport(colored: false, notation: notes.notation)
                return voiced.map { report.progression($0) }.joined(separator: "\n\n")
            case .json:
                return voiced.map { Answers.json($0, notation: notes.notation).text }.joined(separator: "\n")
            case .chart:
                return String(TuneText.write(voiced.map(\.tune), in: notes.names).dropLast())
            }
        }
    }
}
