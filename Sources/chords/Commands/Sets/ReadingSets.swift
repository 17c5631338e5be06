import ArgumentParser
import Chordsets
import JSONText
import Store

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
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the eight chords of a chordset.")

    @Argument(help: "As “list” shows it.") var id: String
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
        commandName: "export", abstract: "Write chordsets to standard output, as a file that “import” reads.")

    @Argument(help: "One of them; all without it.") var id: String?
    @OptionGroup var options: SetsOptions

    func run() async throws {
        await options.answering { store in
            let chordsets = if let id { [try await store.chordset(id)] } else { try await store.chordsets() }
            let document = ChordsetDocument(chordsets.map(\.chordset))
            return (document.text, document.json)
        }
    }
}
