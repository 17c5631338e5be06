import Harmony

/// Reads lead sheets in MusicXML: melody, chord symbols, bar lines, repeats, endings, signs, key, meter and tempo.
public enum MusicXML {
    /// The miscellaneous field for scores whose notes are voicings rather than a melody.
    package static let notesField = "notes"
    package static let voicings = "voicings"

    /// Words that repeat the chords of the previous bar, or of two before, in a bar with a melody. The sign would also
    /// repeat the melody.
    package static let asLast = "%"
    package static let asTwoBefore = "%%"

    /// - Parameter bytes: in UTF-8.
    /// - Returns: nil if the bytes are not a score.
    public static func read(_ bytes: [UInt8]) -> TuneBook? {
        guard let isTimewise = root(of: bytes) else { return nil }
        var reader = ScoreReader(isTimewise ? Timewise.turned(bytes) : bytes)
        return reader.book()
    }

    /// The path of the score in a compressed file, from its `META-INF/container.xml`.
    static func rootFile(of container: [UInt8]) -> String? {
        var scanner = XMLScanner(TextEncoding.utf8(container))
        while let event = scanner.next() {
            // Others may be pictures of the score.
            if case .start("rootfile", let attributes, _) = event,
                attributes.first(where: { $0.name == "media-type" })?.value.hasSuffix("xml") ?? true
            {
                return attributes.first { $0.name == "full-path" }?.value
            }
        }
        return nil
    }

    /// Whether a score is sorted by measures rather than by parts; nil if the bytes are not a score.
    private static func root(of bytes: [UInt8]) -> Bool? {
        // The prologue is short.
        var scanner = XMLScanner(Array(bytes.prefix(4_000)))
        while let event = scanner.next() {
            switch event {
            case .start("score-partwise", _, _): return false
            case .start("score-timewise", _, _): return true
            case .text: continue
            case .start, .end: return nil
            }
        }
        return nil
    }
}
