import Harmony

/// Reads lead sheets in MusicXML: chord symbols, bar lines, repeats, endings, signs, key, metre and tempo.
public enum MusicXML {
    /// - Returns: nil where the bytes are no score.
    public static func read(_ bytes: [UInt8]) -> TuneBook? {
        guard isScore(bytes) else { return nil }
        var reader = ScoreReader(bytes)
        return reader.book()
    }

    /// The path of the score in a compressed file, as its `META-INF/container.xml` says it.
    static func rootFile(of container: [UInt8]) -> String? {
        var scanner = XMLScanner(container)
        while let event = scanner.next() {
            if case .start("rootfile", let attributes, _) = event { return attributes.first { $0.name == "full-path" }?.value }
        }
        return nil
    }

    private static func isScore(_ bytes: [UInt8]) -> Bool {
        // What stands before the score itself is short.
        var scanner = XMLScanner(Array(bytes.prefix(4_000)))
        while let event = scanner.next() {
            switch event {
            case .start("score-partwise", _, _), .start("score-timewise", _, _): return true
            case .text: continue
            case .start, .end: return false
            }
        }
        return false
    }
}
