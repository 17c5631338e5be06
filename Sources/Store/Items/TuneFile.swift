import Harmony
import Tunes

/// Reads tune files in all formats, including compressed MusicXML (`.mxl`), which needs zlib.
public enum TuneFile {
    /// Reads tunes in any format. Unreadable parts become problems.
    /// - Parameter names: the language of note names.
    public static func book(_ bytes: [UInt8], in names: NoteNames = .english) -> TuneBook {
        guard ZipArchive.isOne(bytes) else { return TuneBook(reading: bytes, in: names) }
        // Only MusicXML may be compressed. This limits the effect of zip bombs.
        guard let score = score(in: bytes), let book = MusicXML.read(TextEncoding.utf8(score)) else {
            var book = TuneBook()
            book.problems = [TuneProblem("The file is compressed, and there is no score in it that can be read.")]
            return book
        }
        return book
    }

    private static func score(in bytes: [UInt8]) -> [UInt8]? {
        guard let archive = ZipArchive(bytes) else { return nil }
        let container = archive.entries.first { $0.name == ZipArchive.containerName }.flatMap { unpacked($0, bytes) }
        return archive.score(namedBy: container).flatMap { unpacked($0, bytes) }
    }

    /// - Returns: nil if the entry is damaged or too large.
    private static func unpacked(_ entry: ZipArchive.Entry, _ bytes: [UInt8]) -> [UInt8]? {
        guard entry.size <= TuneBook.maximumFileSize else { return nil }
        let packed = bytes[entry.bytes]
        return entry.isDeflated ? Zlib.inflated(packed, size: entry.size) : Array(packed)
    }
}
