import NIOCore
import Store

/// Compresses rendered screens, of which a tenth of the bytes says the same.
enum Gzip {
    /// - Returns: nil if there is not enough memory.
    static func compressed(_ text: String) -> ByteBuffer? { Zlib.gzipped(Array(text.utf8)).map { ByteBuffer(bytes: $0) } }
}
