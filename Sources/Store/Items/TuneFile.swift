import Harmony
import Tunes

/// Reads tune files in all formats, including compressed MusicXML (`.mxl`) and archives of scores, which need zlib.
public enum TuneFile {
    /// The maximum size of unpacked scores in bytes, as on the page (`Web/files/unzip.js`).
    private static let maximumUnpackedSize = 32_000_000

    /// Reads tunes in any format. Unreadable parts become problems.
    /// - Parameter names: the language of note names.
    public static func book(_ bytes: [UInt8], in names: NoteNames = .english) -> TuneBook {
        guard ZipArchive.isOne(bytes) else { return TuneBook(reading: bytes, in: names) }
        var book = TuneBook()
        // Only MusicXML may be compressed. This limits the effect of zip bombs.
        let scores = scores(in: bytes)
        guard scores.reduce(0, { $0 + $1.size }) <= maximumUnpackedSize else {
            book.problems = [TuneProblem("The file is too large: unpacked, it can have at most 32 MB.")]
            return book
        }
        for score in scores {
            guard let unpacked = unpacked(score, bytes), let read = MusicXML.read(TextEncoding.utf8(unpacked)) else {
                if scores.count > 1, book.problems.count < TuneProblem.maximumCount {
                    book.problems.append(TuneProblem("“\(score.name)” is not a score."))
                }
                continue
            }
            for var problem in read.problems {
                problem.tune = problem.tune.map { $0 + book.tunes.count }
                book.problems.append(problem)
            }
            book.tunes += read.tunes
        }
        if book.tunes.isEmpty, book.problems.isEmpty {
            book.problems = [TuneProblem("The file is compressed, and there is no score in it that can be read.")]
        }
        return book
    }

    private static func scores(in bytes: [UInt8]) -> [ZipArchive.Entry] {
        guard let archive = ZipArchive(bytes) else { return [] }
        let container = archive.entries.first { $0.name == ZipArchive.containerName }.flatMap { unpacked($0, bytes) }
        return archive.scores(namedBy: container)
    }

    /// - Returns: nil if the entry is damaged or too large.
    private static func unpacked(_ entry: ZipArchive.Entry, _ bytes: [UInt8]) -> [UInt8]? {
        guard entry.size <= maximumUnpackedSize else { return nil }
        let packed = bytes[entry.bytes]
        return entry.isDeflated ? Zlib.inflated(packed, size: entry.size) : Array(packed)
    }
}
