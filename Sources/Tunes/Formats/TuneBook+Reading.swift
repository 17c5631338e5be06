import Harmony

extension TuneBook {
    /// The maximum size in bytes, larger than any collection of tunes.
    public static let maximumFileSize = 8_000_000

    /// Reads tunes in any supported format: iReal Pro links (alone, in HTML or in text), MusicXML, ChordPro, or plain
    /// text. The text may be in UTF-8, UTF-16 or Windows-1252.
    ///
    /// Unreadable parts are reported in ``problems``; a file without music has no tunes.
    /// - Parameter names: the naming convention of plain text and ChordPro. Links and scores have their own.
    public init(reading bytes: [UInt8], in names: NoteNames = .english) {
        let bytes = TextEncoding.utf8(bytes)
        let linked = IRealLinks.read(bytes)
        if let linked, !linked.tunes.isEmpty {
            self = linked
        } else if let score = MusicXML.read(bytes) {
            self = score
        } else if TuneBook.isABC(bytes) {
            self = TuneBook()
            problems = [
                TuneProblem("ABC notation is not supported: expected iReal Pro, MusicXML, ChordPro or plain text.")
            ]
        } else if let words = ChordPro.read(bytes, in: names) {
            self = words
        } else if TuneBook.otherFiles.contains(where: { bytes.starts(with: $0.utf8) }) {
            self = TuneBook()
            problems = [TuneProblem("This is not a tune: expected iReal Pro, MusicXML, ChordPro or plain text.")]
        } else {
            self = TuneText.read(String(decoding: bytes, as: UTF8.self), in: names)
        }
        // Without music, a mention of the scheme is a damaged link.
        if let linked, !hasMusic { self = linked }
    }

    /// Whether a text is ABC notation: it begins with a number, `X:`, and has a key, `K:`. Its notes look like chords.
    private static func isABC(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }).map { $0.drop { $0 <= 32 } }
        // Lines before the number are comments.
        guard let first = lines.first(where: { !$0.isEmpty && $0.first != UInt8(ascii: "%") }) else { return false }
        return first.starts(with: "X:".utf8) && lines.contains { $0.starts(with: "K:".utf8) }
    }

    /// How files begin that are no text with chords: other XML, PDF, MIDI and pictures.
    private static var otherFiles: [String] { ["<?xml", "%PDF", "MThd", "RIFF", "‰PNG", "ÿØÿ"] }
}
