import ArgumentParser
import JSONText
import Store

struct BackUpSets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a copy of the whole database into one file.",
        discussion: """
            The copy is complete and consistent, even while a server is writing. Keep it on another disk.
            """)

    @Argument(help: "The file to write.") var file: String
    @Flag(help: "Replace an existing file.") var force = false
    @OptionGroup var options: SetsOptions

    func run() async throws {
        // With a mistyped path, an empty backup must not replace a good one.
        await options.answering(existing: true) { [file, force] store in
            let profile = try await store.profile()
            try store.backUp(to: file, replacing: force)
            return (
                "\(file): \(try await described(profile, store))",
                .object([("file", .string(file)), ("profile", profile.json)])
            )
        }
    }
}

/// The number of stored items: on the shelf without a key or, if there are others, on all shelves.
private func described(_ profile: Profile, _ store: ShelfStore) async throws -> String {
    let totals = try await store.totals()
    return totals.shelves == 0 ? "\(profile)" : "\(totals)"
}

struct RestoreSets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace everything with a backup.",
        discussion: """
            The current state is saved beside the database first. A server may keep running. Browsers keep what is \
            newer than the backup, and send it to the server again.
            """)

    @Argument(help: "A file that “backup” wrote.") var file: String
    @OptionGroup var options: SetsOptions

    func run() async throws {
        await options.answering { [file] store in
            let saved = try store.restore(from: file)
            let profile = try await store.profile()
            return (
                "Restored: \(try await described(profile, store))\nPrevious state saved as \(saved)",
                .object([("profile", profile.json), ("saved", .string(saved))])
            )
        }
    }
}
