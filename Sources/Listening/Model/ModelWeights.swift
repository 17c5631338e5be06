/// Reads the numbers of the model one after another.
package struct ModelWeights {
    /// The numbers of the last floats: the first half of the low-pass filter.
    package static let lowPassSize = 128

    private let bytes: [UInt8]
    private var floatIndex = 0
    private var integerIndex = 0

    package init() {
        let text = UnsafeBufferPointer(start: Weights.base64.utf8Start, count: Weights.base64.utf8CodeUnitCount)
        bytes = ModelWeights.decoded(text)
        precondition(bytes.count == 4 * Weights.floatCount + 2 * Weights.integerCount)
    }

    /// The next 32-bit floats.
    package mutating func floats(_ count: Int) -> [Float] {
        defer { floatIndex += count }
        return (floatIndex..<floatIndex + count).map { index in
            Float(bitPattern: (0..<4).reduce(0) { bits, byte in bits | UInt32(bytes[4 * index + byte]) << (8 * byte) })
        }
    }

    /// Skips the floats before the low-pass filter.
    package mutating func skipLayers() { floatIndex = Weights.floatCount - ModelWeights.lowPassSize }

    /// The next layer: its biases, and its weights by output, input, frame and bin.
    mutating func layer(_ shape: Convolution.Shape) -> (biases: [Float], weights: [Float]) {
        let biases = floats(shape.outputs)
        let scales = floats(shape.outputs)
        let size = shape.inputs * shape.frames * shape.bins
        var weights: [Float] = []
        weights.reserveCapacity(shape.outputs * size)
        for scale in scales {
            for _ in 0..<size {
                let start = 4 * Weights.floatCount + 2 * integerIndex
                let bits = UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8
                weights.append(scale * Float(Int16(bitPattern: bits)))
                integerIndex += 1
            }
        }
        return (biases, weights)
    }

    /// Decodes base64 (RFC 4648).
    private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3)
        var (bits, count): (UInt32, Int) = (0, 0)
        for character in text where character != UInt8(ascii: "=") {
            let value: UInt8 =
                switch character {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
                case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
                case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
                case UInt8(ascii: "+"): 62
                default: 63
                }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }
}
