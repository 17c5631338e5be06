import CZlib
import Harmony
import Tunes

/// Reads tune files in all formats, including compressed MusicXML (`.mxl`), which needs zlib.
public enum TuneFile {
    /// Reads tunes in any format. Unreadable parts become problems.
    /// - Parameter names: the language of note names.
    public static func book(_ bytes: [UInt8], in names: NoteNames = .english) -> TuneBook {
        guard ZipArchive.isOne(bytes) else { return TuneBook(reading: bytes, in: names) }
        // Only MusicXML may be compressed. This limits the effect of zip bombs.
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

    /// - Returns: nil if the entry is damaged or too large.
    private static func unpacked(_ entry: ZipArchive.Entry, _ bytes: [UInt8]) -> [UInt8]? {
        guard entry.size <= TuneBook.longestFile else { return nil }
        var input = Array(bytes[entry.bytes])
        guard entry.isDeflated else { return input }
        var stream = z_stream()
        // A window of 15 bits; negative for raw data without a header.
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        // One extra byte detects an entry that is larger than declared.
        var output = [UInt8](repeating: 0, count: entry.size + 1)
        let isWhole = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == entry.size
            }
        }
        return isWhole ? Array(output.dropLast()) : nil
    }
}
