import Harmony

/// Reads lead sheets in MusicXML: chord symbols, bar lines, repeats, endings, signs, key, metre and tempo.
public enum MusicXML {
    /// - Returns: nil where the bytes are no score.
    public static func read(_ bytes: [UInt8]) -> TuneBook? {
        guard isScore(bytes) else { return nil }
        var reader = ScoreReader(bytes)
        return reader.book()
    }

    private static func isScore(_ bytes: [UInt8]) -> Bool {
        // What stands before the score itself is short.
        let head = String(decoding: bytes.prefix(4_000), as: UTF8.self)
        return head.contains("<score-partwise") || head.contains("<score-timewise")
    }
}
