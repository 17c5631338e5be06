/// The format of a WAV file, and where its samples are.
///
/// Only the heads of chunks are read, so a long file needs no memory. Multimedia Programming Interface and Data
/// Specifications 1.0 (IBM and Microsoft, 1991), and WAVEFORMATEXTENSIBLE.
public struct WaveFile: Sendable {
    /// The sample rates that can be read, in Hz.
    public static let rates = 8_000...192_000

    /// How a sample is stored.
    private enum Encoding {
        /// Unsigned, with silence at 128.
        case unsigned8
        /// Signed, with this number of bytes: 2, 3 or 4.
        case signed(Int)
        case float32
        case float64
    }

    /// Samples per second.
    public let rate: Int
    /// Samples of a frame, one for each loudspeaker.
    public let channels: Int
    /// The bytes of the file with the samples. Their number is a multiple of `bytesPerFrame`.
    public let data: Range<Int>
    /// What is wrong with the file although it can be read, in sentences.
    public let remarks: [String]

    private let encoding: Encoding
    private let bytesPerSample: Int

    /// The bytes of one sample of all channels.
    public var bytesPerFrame: Int { bytesPerSample * channels }

    /// The length in seconds.
    public var seconds: Double { Double(data.count / bytesPerFrame) / Double(rate) }

    /// - Parameters:
    ///   - size: the size of the file in bytes.
    ///   - read: bytes of the file. The range is always inside it.
    public init(size: Int, read: (Range<Int>) -> [UInt8]) throws(WaveFileError) {
        let chunks = try Chunks(size: size, read: read)
        guard let format = chunks.format else { throw .noFormat }
        guard let data = chunks.data else { throw .noData }
        func number(_ index: Int, _ count: Int) -> Int {
            Int(clamping: Chunks.number(format[index..<index + count]))
        }

        var tag = number(0, 2)
        channels = number(2, 2)
        rate = number(4, 4)
        let frame = number(12, 2)
        let bits = number(14, 2)
        // The extensible format has the tag in the first two bytes of an identifier.
        if tag == 0xFFFE, format.count >= 26 { tag = number(24, 2) }
        // The sample's place is as wide as whole bytes. Twelve bits are the upper ones of sixteen.
        bytesPerSample = (bits + 7) / 8
        switch (tag, bytesPerSample) {
        case (1, 1): encoding = .unsigned8
        case (1, 2...4): encoding = .signed(bytesPerSample)
        case (3, 4) where bits == 32: encoding = .float32
        case (3, 8) where bits == 64: encoding = .float64
        case (1, _), (3, _): throw .unknownDepth(bits: bits, isFloat: tag == 3)
        default: throw .compressed(tag)
        }
        guard channels > 0, frame == channels * bytesPerSample else { throw .badChannels(channels) }
        guard WaveFile.rates.contains(rate) else { throw .unknownRate(rate) }
        let count = data.count / frame * frame
        self.data = data.lowerBound..<data.lowerBound + count
        var remarks: [String] = []
        if let declared = chunks.missing {
            remarks.append(
                "The file is cut off: its “data” chunk should have \(declared) bytes, and has \(data.count).")
        } else if count < data.count {
            remarks.append("The last sample is cut off.")
        }
        self.remarks = remarks
    }

    /// The samples of whole frames, from −1 to 1, as the mean of all channels.
    ///
    /// Floats may be greater. Those that are not numbers are silence.
    public func samples(_ bytes: [UInt8]) -> [Float] {
        let frames = bytes.count / bytesPerFrame
        let factor = 1 / Float(channels)
        var result: [Float] = []
        result.reserveCapacity(frames)
        bytes.withUnsafeBytes { bytes in
            var index = 0
            for _ in 0..<frames {
                var sum: Float = 0
                for _ in 0..<channels {
                    sum += sample(bytes, at: index)
                    index += bytesPerSample
                }
                result.append(sum * factor)
            }
        }
        return result
    }

    @inline(__always)
    private func sample(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Float {
        switch encoding {
        case .unsigned8: return (Float(bytes[index]) - 128) / 128
        case .signed(let count):
            // The sample is moved to the upper end of 32 bits, where its sign is.
            var bits: UInt32 = 0
            for byte in 0..<count { bits |= UInt32(bytes[index + byte]) << (8 * (4 - count + byte)) }
            return Float(Int32(bitPattern: bits)) / 2_147_483_648
        case .float32:
            let bits = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            return WaveFile.finite(Float(bitPattern: bits))
        case .float64:
            let bits = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            return WaveFile.finite(Float(Double(bitPattern: bits)))
        }
    }

    /// Zero for what is not a number. A level above 60 dB is noise, too.
    private static func finite(_ sample: Float) -> Float { abs(sample) < 1000 ? sample : 0 }
}

/// The chunks of a WAV file, in any order.
private struct Chunks {
    /// The content of “fmt ”, at most 40 bytes.
    private(set) var format: [UInt8]?
    /// Where the samples are. It may end before a whole frame.
    private(set) var data: Range<Int>?
    /// The declared size of the samples if the file ends before.
    private(set) var missing: Int?

    init(size: Int, read: (Range<Int>) -> [UInt8]) throws(WaveFileError) {
        let head = read(0..<min(12, size))
        let kind = Chunks.name(head.prefix(4))
        if kind == "RIFX" { throw .bigEndian }
        guard head.count == 12, kind == "RIFF" || kind == "RF64", Chunks.name(head[8...]) == "WAVE" else {
            throw .notWave
        }
        // Programs that write to a pipe do not know the size. They write 0 or the greatest number.
        let whole = Chunks.number(head[4..<8])
        let isOpen = whole == 0 || whole == UInt32.max
        var position = 12
        while position + 8 <= size, format == nil || data == nil {
            let head = read(position..<position + 8)
            let declared = Chunks.number(head[4...])
            position += 8
            var count = min(Int(clamping: declared), size - position)
            switch Chunks.name(head[..<4]) {
            case "fmt " where format == nil:
                if count >= 16 { format = read(position..<position + min(40, count)) }
            case "data" where data == nil:
                if declared == UInt32.max || declared == 0 && isOpen {
                    count = size - position
                } else if Int(clamping: declared) > count {
                    missing = Int(clamping: declared)
                }
                data = position..<position + count
            default: break
            }
            position += count
            // A chunk has an even length. Some programs omit the last byte.
            if count % 2 == 1, position < size, read(position..<position + 1) == [0] { position += 1 }
        }
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { number, byte in number << 8 | UInt32(byte) }
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
