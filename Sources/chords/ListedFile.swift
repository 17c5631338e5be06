import Exchange
import Foundation

/// A file that a line of standard input names.
struct ListedFile {
    /// The bytes of its name: a file may be called by some that are no text.
    private let name: [UInt8]

    /// More bytes are in no path that a system opens.
    static let longestName = 4095

    init(_ name: [UInt8]) { self.name = name }

    /// Its name as text, with U+FFFD in the place of bytes that are none.
    var title: String { String(decoding: name, as: UTF8.self) }

    /// - Parameter limit: a file of more bytes is refused.
    func contents(limit: Int) throws(Refusal) -> [UInt8] {
        guard !name.isEmpty else { throw Refusal("The line is empty: expected a file name.") }
        guard name != [UInt8(ascii: "-")] else {
            throw Refusal("“-” means standard input, which has the file names: expected a file name.")
        }
        guard name.count <= ListedFile.longestName else {
            throw Refusal("The file name has more than \(ListedFile.longestName) bytes, which is the maximum.")
        }
        guard !name.contains(0) else { throw Refusal("“\(title)” has a zero byte, which a file name cannot have.") }
        // Without waiting: a pipe that no one writes to would keep all that come behind it.
        let descriptor = open(name.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw refusal(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw Refusal("“\(title)” is a folder: expected a file.")
        default: throw Refusal("“\(title)” is a device or a pipe: expected a file.")
        }
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, filled in
            while filled < buffer.count {
                let count = read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
                if count < 0, errno == EINTR { continue }
                if count < 0 { failure = errno }
                if count <= 0 { return }
                filled += count
            }
        }
        if let failure { throw refusal(failure) }
        guard bytes.count <= limit else { throw Refusal("“\(title)” has more than \(limit) bytes.") }
        return bytes
    }

    private func refusal(_ error: Int32) -> Refusal {
        switch error {
        case ENOENT, ENOTDIR: Refusal("There is no file “\(title)”.")
        case EACCES, EPERM: Refusal("“\(title)” cannot be read: permission denied.")
        default: Refusal("“\(title)” cannot be read.")
        }
    }
}
