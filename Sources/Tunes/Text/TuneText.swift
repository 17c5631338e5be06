import Harmony

/// The plain text that people type and paste: `| Dm7 | G7 | Cmaj7 | % |`.
public enum TuneText {
    /// Longer lines than this no tune has.
    static let longestLine = 10_000

    /// Reads one tune or several; each begins with its `Title:`.
    /// - Parameter names: what notes are called in it.
    public static func read(_ text: String, in names: NoteNames = .english) -> TuneBook {
        var reader = TextReader(in: names)
        for line in text.utf8.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            reader.read(String(decoding: line, as: UTF8.self))
        }
        return reader.finish()
    }

    /// What was written is read as the very same tunes.
    /// - Parameter names: what notes are called in it. What others shall read is written in English.
    public static func write(_ tunes: [Tune], in names: NoteNames = .english) -> String {
        var text = ""
        for tune in tunes {
            if !text.isEmpty { text += "\n" }
            var writer = TextWriter(in: names)
            text += writer.write(tune, isTitled: tunes.count > 1)
        }
        return text
    }
}
