import Harmony

/// The plain text that people type and paste: `| Dm7 | G7 | Cmaj7 | % |`.
public enum TuneText {
    /// Longer lines than this no tune has.
    static let longestLine = 10_000

    /// Reads one tune or several; each begins with its `Title:`.
    public static func read(_ text: String) -> TuneBook {
        var reader = TextReader()
        for line in text.utf8.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            reader.read(String(decoding: line, as: UTF8.self))
        }
        return reader.finish()
    }

    /// What was written is read as the very same tunes.
    public static func write(_ tunes: [Tune]) -> String {
        var text = ""
        for tune in tunes {
            if !text.isEmpty { text += "\n" }
            var writer = TextWriter()
            text += writer.write(tune, isTitled: tunes.count > 1)
        }
        return text
    }
}
