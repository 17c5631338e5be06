import Harmony

extension TuneBook {
    /// More bytes than any collection of tunes has.
    public static let longestFile = 8_000_000

    /// Reads tunes in whatever format they are: iReal Pro's links, alone, in HTML or in a text, MusicXML, ChordPro, or
    /// plain text.
    ///
    /// What cannot be read is among ``problems``; a file without music has no tunes.
    /// - Parameter names: what notes are called where people write them, in plain text and in ChordPro. Links and scores
    ///   have names of their own, which are the same everywhere.
    public init(reading bytes: [UInt8], in names: NoteNames = .english) {
        if let linked = IRealLinks.read(bytes) {
            self = linked
        } else if let score = MusicXML.read(bytes) {
            self = score
        } else if let words = ChordPro.read(bytes, in: names) {
            self = words
        } else {
            self = TuneText.read(String(decoding: bytes, as: UTF8.self), in: names)
        }
    }
}
