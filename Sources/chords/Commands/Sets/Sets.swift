import ArgumentParser
import Chordsets
import Exchange
import Foundation
import JSONText
import Store
import Sync

/// `chords sets`: stored chordsets.
struct Sets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sets",
        abstract: "Store chordsets, which are eight light chords each.",
        discussion: """
            They are stored in \(ShelfStore.standardPath), or in the file that --database names. chords-server uses \
            the same file, and both may use it at the same time. “:memory:” is a temporary database, lost when the \
            command ends.
            """,
        subcommands: [
            ListSets.self, AddSet.self, ShowSet.self, RenameSet.self, DeleteSet.self, PictureOfSet.self,
            ExportSets.self,
            ImportSets.self, ProfileSets.self, DeleteAllSets.self, BackUpSets.self, RestoreSets.self,
        ]
    )
}

/// The database and the output format.
struct SetsOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The database file.", valueName: "path")) var database = ShelfStore.standardPath
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        if database.isEmpty { throw ValidationError("--database needs the path of a file.") }
    }

    /// Opens the database and prints an answer. Errors end the program with a message.
    /// - Parameter existing: whether a missing database is an error. Otherwise it is created.
    func answering(
        existing: Bool = false, _ makeAnswer: (ShelfStore) async throws -> (text: String, json: JSON)
    ) async {
        do {
            if existing, !FileManager.default.fileExists(atPath: database) {
                throw StoreError.unusable("There is no database “\(database)”. Name another with --database.")
            }
            let store = try ShelfStore(path: database)
            let answer: (text: String, json: JSON)
            do {
                answer = try await makeAnswer(store)
            } catch {
                _ = try? store.close()
                throw error
            }
            // Close before printing: the caller may copy the file as soon as the answer is there.
            try store.close()
            let text = json ? answer.json.text : answer.text
            Terminal.answering(text.isEmpty ? nil : text)
        } catch let error as StoreError {
            Terminal.refuse(error.message)
        } catch let error as ChordsetError {
            Terminal.refuse(error.message)
        } catch {
            Terminal.refuse("“\(database)” could not be used: \(error)")
        }
    }
}

extension StoredChordset {
    /// ID and title on one line.
    var line: String { chordset.id + "  " + (chordset.title.isEmpty ? "(untitled)" : chordset.plainTitle) }

    /// The text report: ID, title and eight chords.
    var report: String {
        var lines = [line, "position \(position + 1)"]
        for (index, chord) in chordset.chords.enumerated() {
            let lumis = chord.lumis.count == 1 ? "1 lumi" : "\(chord.lumis.count) lumis"
            let name = chord.music.map { "  " + $0.name } ?? ""
            lines.append(
                "\(index + 1)  \(chord.shownBackground.hex)  \(JSON.thousandths(chord.bpm).text) bpm  \(lumis)\(name)")
        }
        return lines.joined(separator: "\n")
    }
}
