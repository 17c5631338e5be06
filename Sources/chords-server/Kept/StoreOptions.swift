import ArgumentParser
import Foundation
import Store

/// Where chordsets are kept, and how many.
struct StoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp(
        "The file that keeps the chordsets; “:memory:” keeps them until the server stops, and nothing on the disk.",
        valueName: "path"))
    var database = ChordsetStore.standardPath

    @Option(help: ArgumentHelp("The most chordsets that are kept.", valueName: "number"))
    var mostChordsets = Quotas().chordsets

    @Option(help: ArgumentHelp("The most that one chordset may have, as JSON.", valueName: "bytes"))
    var mostBytesPerChordset = Quotas().bytesPerChordset

    @Option(help: ArgumentHelp("The most that all may have in the database.", valueName: "bytes"))
    var mostBytes = Quotas().bytes

    func validate() throws {
        if database.isEmpty { throw ValidationError("--database needs the path of a file.") }
        for (name, value) in [
            ("chordsets", mostChordsets), ("bytes-per-chordset", mostBytesPerChordset), ("bytes", mostBytes),
        ] where value < 1 {
            throw ValidationError("--most-\(name) is \(value): it should be a number from 1.")
        }
    }

    func opened() throws -> ChordsetStore {
        let quotas = Quotas(chordsets: mostChordsets, bytesPerChordset: mostBytesPerChordset, bytes: mostBytes)
        return try ChordsetStore(path: database, quotas: quotas)
    }
}

extension ChordsetStore {
    /// Brings what was written into the file itself whenever there is a moment, until the task is cancelled.
    func keepTidy() async {
        var seen = 0
        while (try? await Task.sleep(for: .seconds(2))) != nil {
            // Not between two changes of somebody who is at work.
            let revision = (try? await revision()) ?? seen
            if revision == seen { try? await tidy() }
            seen = revision
        }
    }

    /// Closes the file and says what it keeps, and where that is if it had to be saved elsewhere.
    func closeSayingWhatIsKept() async throws {
        if let profile = try? await profile() {
            try? FileHandle.standardOutput.write(contentsOf: Data("\(profile)\n".utf8))
        }
        if let rescued = try close() {
            FileHandle.standardError.write(
                Data("The database had been deleted or replaced; what is left of it is in “\(rescued)”.\n".utf8))
        }
    }
}
