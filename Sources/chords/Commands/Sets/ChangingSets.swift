import ArgumentParser
import Chordsets
import JSONText
import Store
import Sync

struct AddSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a chordset with eight random colours, and print its id.",
        discussion: "--begin gentle adds soft, matching lights that drift slowly.")

    @Option(help: "One line of at most 500 characters.") var title = ""
    @Option(help: "plain (default) or gentle.") var begin = ChordsetTemplate.plain
    @OptionGroup var options: SetsOptions

    func run() async throws {
        await options.answering { [title, begin] store in
            let added = try await store.edit { edit in
                var generator = SystemRandomNumberGenerator()
                var chordset = Chordset(id: ItemID.random(using: &generator), begin, using: &generator)
                try chordset.rename(title)
                return try edit.add(chordset)
            }
            return (added.chordset.id, added.json)
        }
    }
}

extension ChordsetTemplate: ExpressibleByArgument {}

struct RenameSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give a chordset another title.")

    @Argument(help: "The id that “list” shows.") var id: String
    @Argument(help: "One line of at most 500 characters.") var title: String
    @OptionGroup var options: SetsOptions

    func run() async throws {
        await options.answering { [id, title] store in
            let renamed = try await store.edit { edit in
                try edit.change(id) { chordset in try chordset.rename(title) }
            }
            return (renamed.line, renamed.json)
        }
    }
}

struct DeleteSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a chordset with its chords and their lumis.")

    @Argument(help: "The id that “list” shows.") var id: String
    @OptionGroup var options: SetsOptions

    func run() async throws {
        await options.answering { [id] store in
            let deleted = try await store.edit { edit in try edit.delete(id, of: Chordset.self) }
            return ("Deleted: " + deleted.line, deleted.json)
        }
    }
}

struct ImportSets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Add the chordsets of a file that “export” wrote, and print their ids.",
        discussion: """
            Either all are added, or none if one of them is faulty. A chordset with a known id is skipped if it is \
            identical, and added under a new id if it is not.
            """)

    @Argument(help: "A file of chordsets.") var file: String
    @OptionGroup var options: SetsOptions

    /// The maximum size in bytes, enough for a thousand chordsets with 8 × 64 lumis each.
    private static let maximumFileSize = 128 << 20

    func run() async throws {
        let bytes = Terminal.contents(of: file, limit: ImportSets.maximumFileSize)
        await options.answering { store in
            let document = try ChordsetDocument(bytes)
            let added = try await store.edit { edit in try edit.add(document) }
            return (added.map(\.chordset.id).joined(separator: "\n"), .array(added.map(\.json)))
        }
    }
}

struct DeleteAllSets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-all", abstract: "Delete all chordsets for good.")

    @Flag(help: "Confirm.") var yes = false
    @OptionGroup var options: SetsOptions

    func validate() throws {
        if !yes { throw ValidationError("This deletes all chordsets for good. Add --yes to confirm.") }
    }

    func run() async throws {
        await options.answering { store in
            let count = try await store.edit { edit in try edit.deleteAll() }
            return ("Deleted: \(count)", .object([("deleted", .int(count))]))
        }
    }
}
