import Harmony

/// Reads lead sheets in MusicXML: melody, chord symbols, bar lines, repeats, endings, signs, key, metre and tempo.
public enum MusicXML {
    /// A field among the miscellaneous ones that says what the notes of a score are, where they are no melody but how hands
    /// play the chords.
    package static let notesField = "notes"
    package static let voicings = "voicings"

    /// In a bar with a melody these words stand for the chords of the bar before, or of two before: the sign for that would
    /// repeat the melody, too.
    package static let asLast = "%"
    package static let asTwoBefore = "%%"

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
