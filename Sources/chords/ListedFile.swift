import Foundation
import Input

/// A file named by a line of standard input.
struct ListedFile {
    /// The bytes of its name, which need not be UTF-8.
    private let name: [UInt8]

    /// The maximum length of a path on Linux in bytes.
    static let maximumNameLength = 4095

    init(_ name: [UInt8]) { self.name = name }

    /// Its name as text, with U+FFFD for invalid bytes.
    var title: String { String(decoding: name, as: UTF8.self) }

    /// - Parameter limit: the maximum size in bytes.
    func contents(limit: Int) throws(InputError) -> [UInt8] {
        guard !name.isEmpty else { throw InputError("The line is empty: expected a file name.") }
        guard name != [UInt8(ascii: "-")] else {
            throw InputError("“-” means standard input, which has the file names: expected a file name.")
        }
        guard name.count <= ListedFile.maximumNameLength else {
            throw InputError("The file name has more than \(ListedFile.maximumNameLength) bytes, which is the maximum.")
        }
        guard !name.contains(0) else { throw InputError("“\(title)” has a zero byte, which a file name cannot have.") }
        // Non-blocking, because a pipe without a writer would block all following files.
        let descriptor = open(name.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw refusal(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw InputError("“\(title)” is a folder: expected a file.")
        default: throw InputError("“\(title)” is a device or a pipe: expected a file.")
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
        guard bytes.count <= limit else { throw InputError("“\(title)” has more than \(limit) bytes.") }
        return bytes
    }

    private func refusal(_ error: Int32) -> InputError {
        switch error {
        case ENOENT, ENOTDIR: InputError("There is no file “\(title)”.")
        case EACCES, EPERM: InputError("“\(title)” cannot be read: permission denied.")
        default: InputError("“\(title)” cannot be read.")
        }
    }
}
