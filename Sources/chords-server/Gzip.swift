import NIOCore
import Store

/// Gzip compression for screens, which shrink to about a tenth.
enum Gzip {
    /// - Returns: nil if there is not enough memory.
    static func compressed(_ text: String) -> ByteBuffer? {
        Zlib.gzipped(Array(text.utf8)).map { ByteBuffer(bytes: $0) }
    }
}
