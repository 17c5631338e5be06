import Harmony
import Tunes

/// Files of tunes as they lie on a disk or are sent: also compressed MusicXML, `.mxl`, which only programs with zlib open.
public enum TuneFile {
    /// Reads tunes in whatever format they are. What cannot be read is among the problems.
    /// - Parameter names: what notes are called where people write them.
    public static func book(_ bytes: [UInt8], in names: NoteNames = .english) -> TuneBook {
        guard ZipArchive.isOne(bytes) else { return TuneBook(reading: bytes, in: names) }
        // Only a score comes compressed: what has a few bytes packed and millions unpacked is read as nothing else.
        guard let score = score(in: bytes), let book = MusicXML.read(score) else {
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

    /// - Returns: nil where it is damaged, or more than any tune has.
    private static func unpacked(_ entry: ZipArchive.Entry, _ bytes: [UInt8]) -> [UInt8]? {
        guard entry.size <= TuneBook.longestFile else { return nil }
        let packed = bytes[entry.bytes]
        return entry.isDeflated ? Zlib.inflated(packed, size: entry.size) : Array(packed)
    }
}
