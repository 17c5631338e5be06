import Harmony

/// The plain text format of tunes: `| Dm7 | G7 | Cmaj7 | % |`.
public enum TuneText {
    /// The maximum length of a line.
    static let maximumLineLength = 10_000

    /// Reads one or more tunes; each begins with `Title:`.
    /// - Parameter names: the naming convention of the text.
    public static func read(_ text: String, in names: NoteNames = .english) -> TuneBook {
        var reader = TextReader(in: names)
        let lines = text.bytes.split(whereSeparator: { $0 == 10 || $0 == 13 })
        for (index, line) in lines.enumerated() {
            let next = index + 1 < lines.count ? lines[index + 1].first { $0 != 32 && $0 != 9 } : nil
            reader.read(String(decoding: line, as: UTF8.self), isAboveBars: next == UInt8(ascii: "|"))
        }
        return reader.finish()
    }

    /// Writes tunes as text, which is read back as equal tunes if a reader has made them. Other values can hold what no
    /// text says, such as a quotation mark in a remark.
    /// - Parameter names: the naming convention of the text. Text for others is written in English.
    public static func write(_ tunes: [Tune], in names: NoteNames = .english, isTitled: Bool? = nil) -> String {
        var text = ""
        for tune in tunes {
            if !text.isEmpty { text += "\n" }
            var writer = TextWriter(in: names)
            text += writer.write(tune, isTitled: isTitled ?? (tunes.count > 1))
        }
        return text
    }
}
