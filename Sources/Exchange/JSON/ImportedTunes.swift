import JSONText
import Tunes

/// The tunes of a file, as the page's tune reader sends them to the engine.
///
/// The reader is a WebAssembly module of its own, in a worker. So the engine contains no readers of foreign formats,
/// and a large file does not block the page.
package struct ImportedTunes: Sendable {
    package struct Entry: Sendable {
        /// Without an id.
        package let tune: StoredTune
        package let hasMelody: Bool
    }

    /// The tunes with music. Text without chords gives tunes of empty bars, which are left out.
    package let entries: [Entry]
    /// What could not be read.
    package let sentences: [String]

    package init(_ book: TuneBook) {
        entries = book.tunes.filter { $0.hasMusic }.map {
            Entry(tune: StoredTune(id: "", $0), hasMelody: $0.hasMelody)
        }
        sentences = Answers.sentences(about: book)
    }

    /// Reads the message of the tune reader. Invalid entries are left out.
    package init(message: [UInt8]) {
        let json = try? JSON(String(decoding: message, as: UTF8.self))
        entries = (json?["tunes"]?.array ?? []).compactMap { entry in
            entry["tune"].flatMap { StoredTune(record: $0) }.map {
                Entry(tune: $0, hasMelody: entry["hasMelody"]?.bool ?? false)
            }
        }
        sentences = (json?["sentences"]?.array ?? []).compactMap { $0.string }
    }

    /// The message of the tune reader.
    package var message: String {
        let tunes = entries.map {
            JSON.object([("tune", $0.tune.json(position: 0)), ("hasMelody", .bool($0.hasMelody))])
        }
        return JSON.object([("tunes", .array(tunes)), ("sentences", .array(sentences.map { .string($0) }))]).text
    }
}
