import CZlib
import NIOCore

/// Gzip compression for screens, which shrink to about a tenth.
enum Gzip {
    /// - Returns: nil if there is not enough memory.
    static func compressed(_ text: String) -> ByteBuffer? {
        var stream = z_stream()
        // A window of 15 bits, plus 16 for the gzip format.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            return nil
        }
        defer { deflateEnd(&stream) }
        var input = Array(text.utf8)
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(input.count))))
        let isWhole = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
        }
        return isWhole ? ByteBuffer(bytes: output.prefix(Int(stream.total_out))) : nil
    }
}
