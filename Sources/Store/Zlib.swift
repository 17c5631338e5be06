import CZlib

/// Compression with zlib.
package enum Zlib {
    /// Unpacks a raw deflate stream, which has no header, as zip files have it.
    /// - Parameter size: the number of bytes it must unpack to.
    /// - Returns: nil if it is damaged or has another size.
    package static func inflated(_ bytes: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        var stream = z_stream()
        // 15 bits of window; negative means no header.
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, structSize) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        // One byte more, to notice a stream that is longer than stated.
        return run(inflate, on: &stream, bytes, capacity: size + 1).flatMap { $0.count == size ? $0 : nil }
    }

    /// Packs bytes as a gzip file.
    /// - Returns: nil if there is not enough memory.
    package static func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 15 bits of window, and 16 for the header of a gzip file.
        guard deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, structSize) == Z_OK
        else {
            return nil
        }
        defer { deflateEnd(&stream) }
        return run(deflate, on: &stream, bytes[...], capacity: Int(deflateBound(&stream, uLong(bytes.count))))
    }

    private static let structSize = Int32(MemoryLayout<z_stream>.size)

    /// Runs a whole input through a stream in one step.
    /// - Returns: nil if the output does not end within its capacity.
    private static func run(
        _ step: (z_streamp?, Int32) -> Int32, on stream: inout z_stream, _ bytes: ArraySlice<UInt8>, capacity: Int
    ) -> [UInt8]? {
        var input = Array(bytes)
        var output = [UInt8](repeating: 0, count: capacity)
        let isWhole = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return step(&stream, Z_FINISH) == Z_STREAM_END
            }
        }
        guard isWhole else { return nil }
        output.removeLast(output.count - Int(stream.total_out))
        return output
    }
}
