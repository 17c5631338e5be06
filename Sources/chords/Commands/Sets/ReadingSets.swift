import ArgumentParser
import Chordsets
import Exchange
import JSONText
import Rendering
import Store
import Sync

struct ListSets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the chordsets in their order.")

    @OptionGroup var options: SetsOptions

    func run() async throws {
        await options.answering { store in
            let chordsets = try await store.chordsets()
            return (chordsets.map(\.line).joined(separator: "\n"), .array(chordsets.map(\.json)))
        }
    }
}

struct ShowSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the eight chords of a chordset.")

    @Argument(help: "The id that “list” shows.") var id: String
    @OptionGroup var options: SetsOptions

    func run() async throws {
        await options.answering { store in
            let chordset = try await store.chordset(id)
            return (chordset.report, chordset.json)
        }
    }
}

struct ProfileSets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "profile", abstract: "Count chordsets and chords.")

    @OptionGroup var options: SetsOptions

    func run() async throws {
        await options.answering { store in
            let profile = try await store.profile()
            return (profile.description, profile.json)
        }
    }
}

struct ExportSets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write chordsets to standard output, as a file that “import” reads.",
        discussion: """
            midi and musicxml make a practice sheet of the chords of one chordset: one bar for each, at the tempo of \
            its light.
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, midi, musicxml
    }

    @Argument(help: "The id of one chordset. Without it, all are written.") var id: String?
    @Option(help: "json (default), midi or musicxml.") var format = Format.json
    @OptionGroup var options: SetsOptions

    func validate() throws {
        if format != .json, id == nil { throw ValidationError("A practice sheet is for one chordset. Give its id.") }
        if format != .json, options.json { throw ValidationError("Give --format or --json, not both.") }
    }

    func run() async throws {
        await options.answering { store in
            if let id, format != .json {
                let sheet = PracticeSheet(try await store.chordset(id).chordset)
                if format == .midi { Terminal.answering(bytes: sheet.midi.bytes) }
                return (format == .midi ? "" : sheet.musicXML, .null)
            }
            let chordsets = if let id { [try await store.chordset(id)] } else { try await store.chordsets() }
            let document = ChordsetDocument(chordsets.map(\.chordset))
            return (document.text, document.json)
        }
    }
}

struct PictureOfSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture",
        abstract: "Draw a still of a light chord: its background and lumis at one moment, as SVG.")

    @Argument(help: "The id that “list” shows.") var id: String
    @Argument(help: "The number of the chord, 1 to 8.") var chord: Int
    @Option(help: "Seconds since the chord began.") var time = 0.0
    @Option(help: "Selects the random drift of the lumis. The same number draws the same picture.") var seed: UInt64 = 0
    @OptionGroup var options: SetsOptions

    func validate() throws {
        guard 1...Chordset.size ~= chord else {
            throw ValidationError("There is no chord \(chord). Give a number from 1 to 8.")
        }
        guard 0...86_400 ~= time else {
            throw ValidationError("--time is \(time). It must be from 0 to 86400 seconds.")
        }
    }

    func run() async throws {
        await options.answering { store in
            let chord = try await store.chordset(id).chordset.chords[chord - 1]
            let picture = Picture(of: chord, at: time, seed: seed)
            return (PictureSVG.document(picture), picture.json)
        }
    }
}
