import ArgumentParser
import Exchange
import Harmony
import Input
import Rendering

struct VoiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voice",
        abstract: "Voice a chord, or a progression, for two hands.",
        discussion: """
            Without --style, the best voicing of each style is listed, and why other styles have none. With it, all \
            voicings of the style are listed, best first. Two chords, 'C7 + A' or 'A|C7', get one hand each. With \
            --lead, a \
            progression such as 'Dmi7 G7 | Cma7' is voiced so that the hands move least. The style is then any \
            (default), \
            rootless (A and B forms alternate) or one style. Rootless forms, upper structures, So What and Kenny \
            Barron add notes to plain seventh chords, unless --plain is given. Degrees count from the root; spans \
            are in semitones.

            svg is a drawing of the staff; musicxml and midi are music for two hands. They have the progression, or \
            the first voicing, or more with --limit.
            """
    )

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, svg, musicxml, midi
    }

    @Argument(help: "A chord, for instance 'C13(b9)', two, as 'C7 + A', or with --lead a progression: 'Dmi7 G7 Cma7'.")
    var chords: [String]
    @Flag(help: "Voice a progression with smooth voice leading.") var lead = false
    @Option(help: "One style: \(VoicingStyle.allCases.map(\.rawValue).joined(separator: ", ")).") var style: String?
    @Option(help: "The span of the hands: octave, ninth or tenth, or LEFT,RIGHT. (default: tenth)") var reach: String?
    @Option(help: "The register: low, middle or high. (default: middle)") var register: String?
    @Flag(help: "A bass player plays the root, so it may be missing.") var band = false
    @Flag(help: "Add no notes to the chord symbols.") var plain = false
    @Flag(help: "Add a fingering, where 1 is the thumb. (Parncutt and others, 1997)") var fingers = false
    @Flag(help: "Write the degrees under the staff in svg.") var degrees = false
    @Option(help: "The maximum number of voicings. (default: 12 of one style, all in JSON, 1 on a staff)") var limit:
        Int?
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Option(help: "text (default), json, svg, musicxml or midi.") var format: Format?
    @Flag(help: "The same as --format json.") var json = false
    @Option(help: "Write to this file, and replace it if it exists.") var output: String?

    func validate() throws {
        if json, format != nil { throw ValidationError("Give --format or --json, not both.") }
        if lead, limit != nil {
            throw ValidationError("A progression has one voicing for each chord. Leave out --limit.")
        }
        if !lead, let style, ["any", "rootless"].contains(style.lowercased()) {
            throw ValidationError("--style \(style.lowercased()) is for progressions. Give --lead, too, or one style.")
        }
        if degrees, fingers || format != .svg {
            throw ValidationError("--degrees needs --format svg, and cannot be combined with --fingers.")
        }
        if format == .midi, output == nil, Terminal.isInteractive {
            throw ValidationError("A MIDI file cannot be printed. Give --output FILE.")
        }
    }

    func run() {
        Terminal.answering(into: output) { () throws(InputError) in
            let asked = chords.joined(separator: " ")
            let pianist = try Pianist.parse(reach: reach, register: register, hasBassPlayer: band, isPlain: plain)
            return lead ? try led(asked, pianist) : try voiced(asked, pianist)
        }
    }

    private func voiced(_ asked: String, _ pianist: Pianist) throws(InputError) -> [UInt8] {
        let shown = json ? .json : format ?? .text
        let defaultLimit: Int? =
            switch shown {
            // One style may have dozens.
            case .text: style == nil ? nil : 12
            case .json: nil
            case .svg, .musicxml, .midi: 1
            }
        let sounding = try Answers.voicings(
            of: asked, style: style, for: pianist, limit: limit ?? defaultLimit, notation: notes.notation)
        let read = sounding.read(by: instrument.reader)
        let title = sounding.subject.title(in: notes.notation)
        let howRead = Answers.howReadChords([asked], notes.names)
        switch shown {
        case .text:
            return lines(
                report.voicings(
                    read, withFingers: fingers, howRead: instrument.remarks(howRead, sounding: title, notes)))
        case .json:
            return lines(
                instrument.json(
                    Answers.json(read, withFingers: fingers, notation: notes.notation, howRead: howRead),
                    sounding: title))
        case .svg, .musicxml, .midi:
            if read.list.isEmpty { throw InputError(read.without.map(\.reason).joined(separator: " ")) }
            return written(read.list, title: read.subject.title(in: notes.notation), as: shown)
        }
    }

    private func led(_ asked: String, _ pianist: Pianist) throws(InputError) -> [UInt8] {
        let shown = json ? .json : format ?? .text
        let sounding = try Answers.leading(of: asked, style: style, for: pianist, notation: notes.notation)
        let read = sounding.read(by: instrument.reader)
        let title = sounding.title(in: notes.notation)
        let howRead = Answers.howRead(row: asked, notes.names)
        switch shown {
        case .text:
            return lines(
                report.leading(
                    read, withFingers: fingers, howRead: instrument.remarks(howRead, sounding: title, notes)))
        case .json:
            return lines(
                instrument.json(
                    Answers.json(read, withFingers: fingers, notation: notes.notation, howRead: howRead),
                    sounding: title))
        case .svg, .musicxml, .midi: return written(read.voicings, title: read.heading(in: notes.notation), as: shown)
        }
    }

    /// A staff drawing, MusicXML or MIDI. MIDI is in concert pitch.
    private func written(_ voicings: [Voicing], title: String, as format: Format) -> [UInt8] {
        if format == .svg {
            let picture = StaffPicture(row: voicings, showing: fingers ? .fingers : degrees ? .degrees : .nothing)
            return lines(StaffSVG.document(picture, Presentation(notes.notation)))
        }
        let score = Score(title: title, row: voicings, isFingered: fingers, reader: instrument.reader)
        return format == .midi ? score.midi.bytes : lines(score.musicXML)
    }

    private var report: TextReport { TextReport(colored: false, notation: notes.notation) }

    private func lines(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }
}
