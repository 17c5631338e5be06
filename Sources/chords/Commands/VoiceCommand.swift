import Answers
import ArgumentParser
import Harmony

struct VoiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voice",
        abstract: "Lay a chord, or a row of chords, under two hands.",
        discussion: """
            Without --style the best voicing of each style is told, and which styles have none, and why; with it, all \
            that the style has, the best first. Two chords, 'C7 + A' or 'A|C7', lie one in each hand. With --lead a row \
            of chords, 'Dmi7 G7 | Cma7', is led so that the hands move least; the styles are then also any (as when \
            nothing is said) and rootless, the A and B forms in turns. Degrees count from the root; spans are semitones.

            svg is a drawing of the staff, musicxml and midi are music for two hands: of the row, or of the first voicing \
            that is told, and of more with --limit.
            """
    )

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, svg, musicxml, midi
    }

    @Argument(help: "A chord, for instance 'C13(b9)', two, as 'C7 + A', or with --lead a row: 'Dmi7 G7 Cma7'.")
    var chords: [String]
    @Flag(help: "Lead a row of chords, each to the next.") var lead = false
    @Option(help: "One style: \(VoicingStyle.allCases.map(\.rawValue).joined(separator: ", ")).") var style: String?
    @Option(help: "How far a hand spans: octave, ninth or tenth, or LEFT,RIGHT. (default: tenth)") var reach: String?
    @Option(help: "Where on the keyboard: low, middle or high. (default: middle)") var register: String?
    @Flag(help: "Somebody else plays the bass, so that the root may be missing.") var band = false
    @Flag(help: "In a row, add nothing that the symbols do not say.") var plain = false
    @Flag(help: "Tell the fingers, too: 1 is the thumb. (Parncutt and others, 1997)") var fingers = false
    @Flag(help: "Write the degrees below the staff that svg draws.") var degrees = false
    @Option(help: "Tell at most so many. (default: of one style 12, with JSON all, on a staff 1)") var limit: Int?
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Option(help: "text (as when nothing is said), json, svg, musicxml or midi.") var format: Format?
    @Flag(help: "The same as --format json.") var json = false
    @Option(help: "Write the answer into this file, in the place of what is there.") var output: String?

    func validate() throws {
        if json, format != nil { throw ValidationError("Give --format or --json, not both.") }
        if lead, limit != nil { throw ValidationError("A row has one voicing for each chord: leave out --limit.") }
        if !lead, plain { throw ValidationError("--plain is for rows: a chord by itself has nothing added. Give --lead, too.") }
        if !lead, let style, ["any", "rootless"].contains(style.lowercased()) {
            throw ValidationError("--style \(style.lowercased()) is for rows: give --lead, too, or one style.")
        }
        if degrees, fingers || format != .svg {
            throw ValidationError("--degrees is for --format svg, and leaves no room for --fingers.")
        }
        if format == .midi, output == nil, Terminal.isWatched {
            throw ValidationError("A MIDI file is nothing to be read: give --output FILE.")
        }
    }

    func run() {
        Terminal.answering(into: output) { () throws(Refusal) in
            let asked = chords.joined(separator: " ")
            let pianist = try Pianist.asked(reach: reach, register: register, hasBand: band, isPlain: plain)
            return lead ? try led(asked, pianist) : try voiced(asked, pianist)
        }
    }

    private func voiced(_ asked: String, _ pianist: Pianist) throws(Refusal) -> [UInt8] {
        let shown = json ? .json : format ?? .text
        let fewest: Int? =
            switch shown {
            // Of one style there may be dozens.
            case .text: style == nil ? nil : 12
            case .json: nil
            case .svg, .musicxml, .midi: 1
            }
        let sounding = try Answers.voicings(
            of: asked, style: style, for: pianist, limit: limit ?? fewest, notation: notes.notation)
        let read = sounding.read(by: instrument.reader)
        let title = sounding.subject.title(in: notes.notation)
        let howRead = Answers.howReadChords([asked], notes.names)
        switch shown {
        case .text:
            return lines(report.voicings(
                read, withFingers: fingers, howRead: instrument.remarks(howRead, sounding: title, notes)))
        case .json:
            return lines(instrument.json(
                Answers.json(read, withFingers: fingers, notation: notes.notation, howRead: howRead), sounding: title))
        case .svg, .musicxml, .midi:
            if read.list.isEmpty { throw Refusal(read.without.map(\.reason).joined(separator: " ")) }
            return written(read.list, title: read.subject.title(in: notes.notation), as: shown)
        }
    }

    private func led(_ asked: String, _ pianist: Pianist) throws(Refusal) -> [UInt8] {
        let shown = json ? .json : format ?? .text
        let sounding = try Answers.leading(of: asked, style: style, for: pianist, notation: notes.notation)
        let read = sounding.read(by: instrument.reader)
        let title = sounding.title(in: notes.notation)
        let howRead = Answers.howRead(row: asked, notes.names)
        switch shown {
        case .text:
            return lines(report.leading(
                read, withFingers: fingers, howRead: instrument.remarks(howRead, sounding: title, notes)))
        case .json:
            return lines(instrument.json(
                Answers.json(read, withFingers: fingers, notation: notes.notation, howRead: howRead), sounding: title))
        case .svg, .musicxml, .midi: return written(read.voicings, title: read.heading(in: notes.notation), as: shown)
        }
    }

    /// On a staff, or as a file that others play; in MIDI it is what sounds.
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
