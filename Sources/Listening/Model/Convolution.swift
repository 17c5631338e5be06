/// A layer of the model: a convolution over frames and bins, and what is applied to its result.
struct Convolution {
    enum Activation {
        /// Negative numbers become 0.
        case rectifier
        /// 1 / (1 + e⁻ˣ).
        case sigmoid
    }

    /// Outputs, inputs, frames and bins.
    typealias Shape = (outputs: Int, inputs: Int, frames: Int, bins: Int)

    private let shape: Shape
    /// The distance in bins between two results: 1 or 3.
    private let stride: Int
    private let activation: Activation
    private let biases: [Float]
    /// The weights of four outputs at a time, or of the only output in the first lane: group by group, and tap by tap.
    private let weights: [SIMD4<Float>]

    /// - Parameter weights: by output, input, frame and bin.
    init(_ shape: Shape, stride: Int = 1, _ activation: Activation, biases: [Float], weights: [Float]) {
        self.shape = shape
        self.stride = stride
        self.activation = activation
        self.biases = biases
        let taps = shape.inputs * shape.frames * shape.bins
        var grouped: [SIMD4<Float>] = []
        for group in Swift.stride(from: 0, to: shape.outputs, by: 4) {
            for tap in 0..<taps {
                var four = SIMD4<Float>.zero
                for lane in 0..<min(4, shape.outputs - group) { four[lane] = weights[(group + lane) * taps + tap] }
                grouped.append(four)
            }
        }
        self.weights = grouped
    }

    /// Where the inputs of a result are, relative to the first channel of its frame and its bin, tap by tap.
    private func offsets(in map: FeatureMap) -> [Int] {
        var result: [Int] = []
        // The model centers its kernels. With a stride of three, there is one bin less before the center.
        let before = stride == 1 ? (shape.bins - 1) / 2 : (shape.bins - 3) / 2
        for input in 0..<shape.inputs {
            for frame in 0..<shape.frames {
                let start = (frame - (shape.frames - 1) / 2) * map.channels * map.row
                for bin in 0..<shape.bins {
                    let distance = bin - before
                    if stride == 1 {
                        result.append(start + input * map.row + distance)
                    } else {
                        // Plus and minus 3, because a remainder is rounded toward zero.
                        let third = (distance + 3) % 3
                        result.append(start + (3 * input + third) * map.row + (distance + 3) / 3 - 1)
                    }
                }
            }
        }
        return result
    }

    /// Computes the frames in a range of frames.
    ///
    /// - Parameters:
    ///   - input: with a stride of three, its thirds (`FeatureMap.thirds`).
    ///   - channel: the first channel to write.
    func apply(to input: FeatureMap, frames: Range<Int>, into output: inout FeatureMap, channel: Int = 0) {
        let offsets = offsets(in: input)
        input.numbers.withUnsafeBufferPointer { numbers in
            weights.withUnsafeBufferPointer { weights in
                offsets.withUnsafeBufferPointer { offsets in
                    for frame in frames {
                        let base = numbers.baseAddress! + input.start(frame: frame)
                        for first in Swift.stride(from: 0, to: shape.outputs, by: 4) {
                            let group = weights.baseAddress! + first / 4 * offsets.count
                            for bin in Swift.stride(from: 0, to: output.bins, by: 8) {
                                if shape.outputs == 1 {
                                    let sum = one(base + bin, offsets, group)
                                    write(sum, of: 0, to: &output, frame, channel, bin)
                                } else {
                                    let sums = four(base + bin, offsets, group)
                                    write(sums.0, of: first, to: &output, frame, channel, bin)
                                    write(sums.1, of: first + 1, to: &output, frame, channel, bin)
                                    write(sums.2, of: first + 2, to: &output, frame, channel, bin)
                                    write(sums.3, of: first + 3, to: &output, frame, channel, bin)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Eight neighboring results of one output.
    @inline(__always)
    private func one(
        _ input: UnsafePointer<Float>, _ offsets: UnsafeBufferPointer<Int>, _ weights: UnsafePointer<SIMD4<Float>>
    ) -> SIMD8<Float> {
        var sum = SIMD8<Float>.zero
        for tap in 0..<offsets.count { sum += weights[tap].x * input.vector(at: offsets[tap]) }
        return sum
    }

    /// Eight neighboring results of four outputs. All eight sums stay in registers.
    @inline(__always)
    private func four(
        _ input: UnsafePointer<Float>, _ offsets: UnsafeBufferPointer<Int>, _ weights: UnsafePointer<SIMD4<Float>>
    ) -> (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) {
        var (a, b, c, d) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
        for tap in 0..<offsets.count {
            let numbers = input.vector(at: offsets[tap])
            let weight = weights[tap]
            a += weight.x * numbers
            b += weight.y * numbers
            c += weight.z * numbers
            d += weight.w * numbers
        }
        return (a, b, c, d)
    }

    @inline(__always)
    private func write(
        _ sum: SIMD8<Float>, of index: Int, to output: inout FeatureMap, _ frame: Int, _ channel: Int, _ bin: Int
    ) {
        let start = output.start(frame: frame, channel: channel + index) + bin
        for lane in 0..<8 {
            let number = sum[lane] + biases[index]
            output.numbers[start + lane] =
                switch activation {
                case .rectifier: max(0, number)
                case .sigmoid: number.sigmoid
                }
        }
    }
}
