/// The constant-Q transform of the model: 36 bins per octave from 27.5 Hz, in frames of 256 samples.
///
/// One octave of filters serves all octaves. After each octave, the sound is low-passed and its rate is halved
/// (Schörkhuber and Klapuri, 2010).
package struct ConstantQTransform {
    static let binsPerOctave = 36
    static let octaves = 9
    /// The number of bins that the model uses. The lowest fifteen bins of the nine octaves lie below 27.5 Hz.
    package static let bins = 309
    /// Samples per second.
    static let rate = 22_050
    /// Samples between two frames.
    static let hop = 256
    /// The frequency of the lowest bin in Hz.
    static let lowest = 27.5
    /// The length of the filters, and of the low-pass filter, in samples.
    private static let filterLength = 256
    /// 2 to the power of 1/36.
    private static let step = 1.019_440_643_702_144_8

    /// A filter of the highest octave: a complex sinusoid in a Hann window.
    private struct Filter {
        /// Its first sample in a frame.
        let start: Int
        /// Its first number in `numbers`. The real parts are followed by the imaginary parts.
        let offset: Int
        /// Its length, rounded up to a multiple of 8.
        let count: Int
    }

    private var filters: [Filter] = []
    private var numbers: [Float] = []
    private let lowPass: [Float]
    /// The number of samples of one window of each bin at the full rate. The power is multiplied by it.
    private var lengths: [Float] = []

    /// - Parameter halfLowPass: the first half of the symmetric low-pass filter.
    package init(halfLowPass: ArraySlice<Float>) {
        lowPass = Array(halfLowPass) + halfLowPass.reversed()
        let quality = 1 / (ConstantQTransform.step - 1)
        var frequency = ConstantQTransform.lowest
        for bin in 0..<ConstantQTransform.bins {
            let samples = ConstantQTransform.samples(quality * Double(ConstantQTransform.rate) / frequency)
            lengths.append(Float(samples))
            if bin >= ConstantQTransform.bins - ConstantQTransform.binsPerOctave {
                append(frequency: frequency, length: samples)
            }
            frequency *= ConstantQTransform.step
        }
    }

    /// Rounds up.
    private static func samples(_ exact: Double) -> Int {
        let whole = Int(exact)
        return Double(whole) < exact ? whole + 1 : whole
    }

    /// Adds a filter with a norm (sum of absolute values) of 1.
    private mutating func append(frequency: Double, length: Int) {
        let fullTurn = 2 * Double.pi
        let phase = Rotation(by: fullTurn * frequency / Double(ConstantQTransform.rate))
        let window = Rotation(by: fullTurn / Double(length))
        // Time zero is the middle of the window. If the length is odd, it is the sample after the middle.
        let before = (length + 1) / 2
        var wave = Rotation(by: 0)
        for _ in 0..<before { wave = wave.turned(by: phase.reversed) }
        var position = Rotation(by: 0)
        var (real, imaginary): ([Float], [Float]) = ([], [])
        // The absolute values of a Hann window add up to half its length.
        let norm = 2 / Double(length)
        for _ in 0..<length {
            let weight = norm * (0.5 - 0.5 * position.cosine)
            real.append(Float(weight * wave.cosine))
            imaginary.append(Float(weight * wave.sine))
            wave = wave.turned(by: phase)
            position = position.turned(by: window)
        }
        let padding = [Float](repeating: 0, count: (8 - length % 8) % 8)
        let offset = numbers.count
        numbers += real + padding
        numbers += imaginary + padding
        filters.append(
            Filter(
                start: ConstantQTransform.filterLength / 2 - before, offset: offset, count: length + padding.count))
    }

    /// The power of a window in decibels, frame by frame, each with `bins` numbers from low to high.
    ///
    /// - Parameter window: the samples; their number is that of the model.
    package func decibels(of window: UnsafeBufferPointer<Float>) -> [Float] {
        let frames = window.count / ConstantQTransform.hop + 1
        var result = [Float](repeating: 0, count: frames * ConstantQTransform.bins)
        var samples = Array(window)
        var hop = ConstantQTransform.hop
        for octave in 0..<ConstantQTransform.octaves {
            if octave > 0 {
                samples = halved(samples)
                hop /= 2
            }
            let first = ConstantQTransform.bins - (octave + 1) * ConstantQTransform.binsPerOctave
            transform(reflected(samples), hop: hop, first: first, into: &result)
        }
        return result
    }

    /// The samples with 128 more at each end, which mirror those beside them, and zeros for the last filter.
    private func reflected(_ samples: [Float]) -> [Float] {
        let margin = ConstantQTransform.filterLength / 2
        var result: [Float] = []
        result.reserveCapacity(samples.count + 2 * margin + 8)
        for distance in stride(from: margin, to: 0, by: -1) { result.append(samples[distance]) }
        result += samples
        for distance in 1...margin { result.append(samples[samples.count - 1 - distance]) }
        for _ in 0..<8 { result.append(0) }
        return result
    }

    /// The power in one octave.
    private func transform(_ samples: [Float], hop: Int, first: Int, into result: inout [Float]) {
        let frames = result.count / ConstantQTransform.bins
        samples.withUnsafeBufferPointer { samples in
            numbers.withUnsafeBufferPointer { numbers in
                for (index, filter) in filters.enumerated() where first + index >= 0 {
                    let bin = first + index
                    let real = numbers.baseAddress! + filter.offset
                    let imaginary = real + filter.count
                    for frame in 0..<frames {
                        let sound = samples.baseAddress! + frame * hop + filter.start
                        var (realSum, imaginarySum) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
                        for index in stride(from: 0, to: filter.count, by: 8) {
                            let part = sound.vector(at: index)
                            realSum += part * real.vector(at: index)
                            imaginarySum += part * imaginary.vector(at: index)
                        }
                        let (x, y) = (realSum.sum(), imaginarySum.sum())
                        let power = (x * x + y * y) * lengths[bin] + 1e-10
                        // log₁₀ as the model computes it.
                        result[frame * ConstantQTransform.bins + bin] = 10 * (power.naturalLogarithm * 0.434_294_46)
                    }
                }
            }
        }
    }

    /// The samples at half the rate.
    private func halved(_ samples: [Float]) -> [Float] {
        let margin = ConstantQTransform.filterLength / 2 - 1
        let zeros = [Float](repeating: 0, count: margin)
        let padded = zeros + samples + zeros
        let count = (padded.count - ConstantQTransform.filterLength) / 2 + 1
        var result = [Float](repeating: 0, count: count)
        padded.withUnsafeBufferPointer { padded in
            lowPass.withUnsafeBufferPointer { lowPass in
                for index in 0..<count {
                    let sound = padded.baseAddress! + 2 * index
                    var sum = SIMD8<Float>.zero
                    for tap in stride(from: 0, to: ConstantQTransform.filterLength, by: 8) {
                        sum += sound.vector(at: tap) * lowPass.baseAddress!.vector(at: tap)
                    }
                    result[index] = sum.sum()
                }
            }
        }
        return result
    }
}

extension UnsafePointer<Float> {
    /// Eight numbers from an index, at any alignment.
    @inline(__always)
    func vector(at index: Int) -> SIMD8<Float> {
        UnsafeRawPointer(self + index).loadUnaligned(as: SIMD8<Float>.self)
    }
}
