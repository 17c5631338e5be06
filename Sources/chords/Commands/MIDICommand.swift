import ArgumentParser
import Exchange
import Harmony
import Input
import Instruments
import JSONText

struct MIDICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "midi",
        abstract: "Name the chords of a MIDI file over time, or decode what an instrument sends.",
        discussion: """
            A chord is three or more different notes that sound together. Each is listed with bar and beat, seconds \
            and notes, and with two chords where each hand holds one. Chords are named in context. If a chord by \
            itself \
            would \
            have another name, both are shown. A silence of more than \(Int(RowNaming.maximumRest)) seconds begins a \
            new progression. In the classic vocabulary, each chord is named by itself.

            --per bar writes a lead sheet, as a musician would: one or two chords a bar, on the beats where they \
            change. A walking bass, passing notes and late fingers change no chord, and an early chord is written on \
            its beat. The key is found and followed, and names are spelled in it. If the notes do not follow the \
            bars of the file, beats are estimated. Without --json it is a text chart, which chords tune reads.

            A damaged file is read as far as possible. Standard error, and problems in the JSON, say what is wrong \
            and at which byte. At most \
            \(MIDIFile.maximumEvents) events, \(MIDIFile.maximumTracks) tracks and \(ChordTrack.maximumEntries) chords \
            are read.

            \(FileBatch.discussion) The answer for a damaged file also has error.
            """
    )

    @Argument(help: "A Standard MIDI File.") var file: String?
    @Option(help: "The lowest note of the right hand, such as 60 or C4. (default: automatic)")
    var split: String?
    @Option(help: "The key, such as 'B♭ major' or 'F# minor', which makes its chords more likely.") var key: String?
    @Flag(help: "A bass player plays the root, so chords may lack it.") var band = false
    @OptionGroup var naming: VocabularyOption
    @OptionGroup var notes: NotesOption
    @OptionGroup var instrument: InstrumentOption
    @Flag(help: "Decode the raw MIDI bytes on standard input, one message a line.") var listen = false
    @Option(help: "List every change of what sounds, or the chords of a lead sheet.") var per = Period.change
    @Flag(help: "Print JSON.") var json = false
    @OptionGroup var files: FileBatch

    /// How the chords of a file are listed.
    enum Period: String, CaseIterable, ExpressibleByArgument {
        /// Whenever other notes sound.
        case change
        /// As in a lead sheet.
        case bar
    }

    func validate() throws {
        if listen,
            file != nil || split != nil || key != nil || band || naming.name != .jazz
                || notes.names != .english || instrument.reader != .c || json || files.isBatch || per != .change
        {
            throw ValidationError("--listen reads standard input. Leave out the file and the other options.")
        }
        if !listen { try files.validate(file: file, or: ", --listen") }
        try instrument.validate(batch: files.isBatch)
        do {
            _ = try recognition()
        } catch {
            throw ValidationError(error.message)
        }
    }

    func run() throws {
        if listen {
            var parser = MIDIParser()
            return Terminal.answeringBytes { bytes in parser.receive(bytes).map(\.text) }
        }
        let recognition = try recognition()
        guard let file else {
            return Terminal.answeringFiles(limit: MIDICommand.maximumFileSize) { (bytes, _) throws(InputError) in
                let heard = Heard(bytes, per, as: recognition)
                guard let refusal = heard.refusal else { return json(heard, recognition) }
                // A file that is not a MIDI file has only an error.
                guard !heard.file.tracks.isEmpty else { throw refusal }
                return json(heard, recognition).adding([("error", .string(refusal.message))])
            }
        }
        let heard = Heard(Terminal.contents(of: file, limit: MIDICommand.maximumFileSize), per, as: recognition)
        // Only a file that was read can have no chords.
        if let refusal = heard.refusal, heard.isEmpty, !json { Terminal.refuse(refusal.message) }
        Terminal.warn(heard.file.remarks)
        Terminal.answering(json ? json(heard, recognition).text : text(heard), heard.refusal)
    }

    /// The maximum file size in bytes, the same as on the page. A symphony has less than a tenth.
    private static let maximumFileSize = 8_000_000

    private func recognition() throws(InputError) -> RecognitionOptions {
        RecognitionOptions(
            split: try Answers.handSplit(split, in: notes.names), vocabulary: naming.name,
            context: try Answers.context(
                key: key.map { instrument.read(key: $0, notes) }, hasBassPlayer: band, notation: notes.notation),
            reader: instrument.reader)
    }

    /// The chords of a file, and the reason if they are incomplete.
    private struct Heard {
        enum Chords {
            case track(ChordTrack)
            case sheet(LeadSheet)
        }

        let file: MIDIFile
        let chords: Chords
        let refusal: InputError?
        /// Whether no chord was found.
        let isEmpty: Bool

        init(_ bytes: [UInt8], _ per: Period, as recognition: RecognitionOptions) {
            var refusal: InputError?
            do throws(MIDIFileError) {
                file = try MIDIFile(bytes)
            } catch {
                file = error.partial
                refusal = InputError(error)
            }
            let count: Int
            let isWhole: Bool
            switch per {
            case .change:
                let track = ChordTrack(of: file, as: recognition)
                (count, isWhole) = (track.entries.count, track.isWhole)
                chords = .track(track)
            case .bar:
                let sheet = LeadSheet(of: file, as: recognition)
                (count, isWhole) = (sheet.entries.count, sheet.isWhole)
                chords = .sheet(sheet)
            }
            let cut = "Only the first \(count) chords are named. Split the file to get the others."
            isEmpty = count == 0
            self.refusal = refusal ?? (isWhole ? nil : InputError(cut))
        }
    }

    /// The name of a file without its folder and ending.
    private static func title(of path: String) -> String {
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    private func text(_ heard: Heard) -> String {
        switch heard.chords {
        case .track(let track): TextReport(colored: false, notation: notes.notation).chords(track)
        case .sheet(let sheet):
            // The terminal ends the last line.
            String(
                Answers.chart(sheet, of: heard.file, title: MIDICommand.title(of: file ?? ""), in: notes.names)
                    .dropLast())
        }
    }

    private func json(_ heard: Heard, _ recognition: RecognitionOptions) -> JSON {
        // A whole piece has no single sounding name.
        let reader: [(String, JSON)] = instrument.reader == .c ? [] : [("for", .string(instrument.reader.rawValue))]
        let answer =
            switch heard.chords {
            case .track(let track):
                Answers.json(track, of: heard.file, in: recognition.context.key, notation: notes.notation)
            case .sheet(let sheet): Answers.json(sheet, of: heard.file, notation: notes.notation)
            }
        let problems = heard.file.remarks + (heard.refusal.map { [$0.message] } ?? [])
        return answer.adding(reader + [Answers.problems(problems)])
    }
}
