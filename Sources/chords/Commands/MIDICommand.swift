import Answers
import ArgumentParser
import Harmony
import Instruments
import JSONText

struct MIDICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "midi",
        abstract: "Name the chords of a MIDI file over time, or decode what an instrument sends.",
        discussion: """
            A chord is three or more different notes that sound together. Each is told with bar and beat, seconds, \
            notes and, where both hands hold a chord, those two. The chords are named together, each as it leads to the \
            next: where that corrects what one would be called by itself, both are told. A silence of more than \
            \(Int(RowNaming.longestRest)) seconds begins a new row; in the classic vocabulary each chord is named by \
            itself. A damaged file is answered as far as it can be read; \
            what is wrong, and at which byte, is told on standard error. So is it where a file has more than is read of \
            any: \(MIDIFile.mostEvents) events, \(MIDIFile.mostTracks) tracks, \(ChordTrack.mostEntries) chords.
            """
    )

    @Argument(help: "A Standard MIDI File.") var file: String?
    @Option(help: "The right hand's lowest note, such as 60 or C4; without it the hands part at the widest gap.")
    var split: String?
    @Option(help: "The key, such as 'B♭ major' or 'F# minor': chords of it are more probable.") var key: String?
    @Flag(help: "Somebody else plays the bass, so that chords may lack their root.") var band = false
    @OptionGroup var naming: VocabularyOption
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Decode the raw MIDI bytes on standard input, one message a line.") var listen = false
    @Flag(help: "Answer with JSON.") var json = false

    func validate() throws {
        if listen, file != nil || split != nil || key != nil || band || naming.name != .jazz
            || notes.names != .english || instrument.reader != .c || json
        {
            throw ValidationError("--listen reads standard input: leave out the file and the other options.")
        }
        if !listen, file == nil { throw ValidationError("Give a file, or --listen.") }
        do {
            _ = try hearing()
        } catch {
            throw ValidationError(error.message)
        }
    }

    func run() throws {
        guard let file else {
            var parser = MIDIParser()
            return Terminal.answeringBytes { bytes in parser.receive(bytes).map(\.text) }
        }
        let hearing = try hearing()
        let bytes = Terminal.contents(of: file, limit: MIDICommand.longestFile)
        do throws(MIDIFileError) {
            answer(try MIDIFile(bytes), hearing, nil)
        } catch {
            answer(error.partial, hearing, Refusal(error))
        }
    }

    /// A whole symphony has less than a tenth of this, in bytes; the page opens no longer ones either.
    private static let longestFile = 8_000_000

    private func hearing() throws(Refusal) -> Hearing {
        Hearing(
            split: try Answers.handSplit(split, in: notes.names), vocabulary: naming.name,
            context: try Answers.context(
                key: key.map { instrument.read(key: $0, notes) }, hasBand: band, notation: notes.notation),
            reader: instrument.reader)
    }

    private func answer(_ file: MIDIFile, _ hearing: Hearing, _ refusal: Refusal?) {
        let track = ChordTrack(of: file, as: hearing)
        // Of a whole piece there is no one name that sounds.
        let reader: [(String, JSON)] = instrument.reader == .c ? [] : [("for", .string(instrument.reader.rawValue))]
        let text = json ? Answers.json(track, of: file, notation: notes.notation).adding(reader).text
            : TextReport(colored: false, notation: notes.notation).chords(track)
        let cut = "Only the first \(track.entries.count) chords are named: split the file to have the others."
        Terminal.answering(text, refusal ?? (track.isWhole ? nil : Refusal(cut)))
    }
}
