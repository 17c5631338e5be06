import Foundation
import Input
import Listening

/// A WAV file that is read piece by piece.
struct SoundFile {
    /// The maximum size of a pipe, which is read at once: an hour at 44,100 Hz in 16 bits and stereo.
    private static let maximumPipeSize = 640_000_000
    /// Frames that are read at once.
    private static let piece = 32_768

    let wave: WaveFile
    private let read: (Range<Int>) -> [UInt8]

    /// Opens a file, or reads standard input if the path is “-”. A file that cannot be opened ends the program.
    init(_ path: String) throws(InputError) {
        let size: Int
        if path != "-", let file = SoundFile.opened(path), let end = try? file.seekToEnd(), end > 0 {
            size = Int(end)
            read = { range in
                guard (try? file.seek(toOffset: UInt64(range.lowerBound))) != nil,
                    let data = try? file.read(upToCount: range.count)
                else { return [] }
                return Array(data)
            }
        } else {
            // An empty file, a pipe or a device.
            let bytes =
                path == "-"
                ? Terminal.input(limit: SoundFile.maximumPipeSize)
                : Terminal.contents(of: path, limit: SoundFile.maximumPipeSize)
            size = bytes.count
            read = { Array(bytes[$0]) }
        }
        do throws(WaveFileError) {
            wave = try WaveFile(size: size, read: read)
        } catch {
            throw InputError("“\(path)”: \(error.message)")
        }
    }

    /// Opens a regular file that claims to be a WAV file; nil for any other, of which nothing is consumed.
    init?(ifSound path: String) throws(InputError) {
        guard let head = try? SoundFile.opened(path)?.read(upToCount: 12), head.count == 12,
            ["RIFF", "RF64", "RIFX"].contains(String(decoding: head.prefix(4), as: UTF8.self)),
            head.suffix(4).elementsEqual("WAVE".utf8)
        else { return nil }
        try self.init(path)
    }

    /// Only regular files can be read from any position.
    private static func opened(_ path: String) -> FileHandle? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileHandle(forReadingAtPath: path)
    }

    /// The strikes in the file, and what was heard of them.
    func strikes() -> [HeardOnset] {
        var listener = Listener(rate: wave.rate, pace: .recorded)
        var result: [HeardOnset] = []
        var position = wave.data.lowerBound
        while position < wave.data.upperBound {
            let end = min(wave.data.upperBound, position + SoundFile.piece * wave.bytesPerFrame)
            result += listener.receive(wave.samples(read(position..<end)))
            position = end
        }
        return result + listener.finish()
    }
}
