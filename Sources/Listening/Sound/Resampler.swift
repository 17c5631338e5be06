/// Converts sound of any usual rate to another one, piece by piece, with a windowed sinc.
public struct Resampler: Sendable {
    /// How many zero crossings of the sinc there are on each side.
    private static let crossings = 16
    /// The cutoff, relative to half of the lower rate. The window needs the rest for its slope.
    private static let cutoff = 0.92
    /// The maximum number of filters. With unusual rates, the nearest of them is used (an error of −66 dB).
    private static let maximumPhases = 1024

    private let from: Int
    private let to: Int
    /// The number of filters. Each is for another position between two samples.
    private let phases: Int
    /// The samples that a filter covers, a multiple of 8.
    private let taps: Int
    /// How many of them are after the center.
    private let after: Int
    private let filters: [Float]
    /// Samples that later results need.
    private var samples: [Float]
    /// The position of the next result: the index of the sample before it, and the rest in units of 1/`to`.
    private var position: (sample: Int, rest: Int)

    /// - Parameters:
    ///   - from: samples per second, positive.
    ///   - to: samples per second of the result.
    public init(from: Int, to: Int = NoteModel.rate) {
        var (divisor, rest) = (from, to)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        self.from = from / divisor
        self.to = to / divisor
        phases = min(self.to, Resampler.maximumPhases)
        // A lower rate needs a lower cutoff, thus a wider filter.
        let scale = min(1, Double(to) / Double(from)) * Resampler.cutoff
        let half = Int(Double(Resampler.crossings) / scale) + 1
        taps = (2 * half + 7) / 8 * 8
        after = taps - half
        var filters: [Float] = []
        for phase in 0..<phases {
            let fraction = Double(phase) / Double(phases)
            filters += (0..<taps).map { tap in
                Float(Resampler.value(at: Double(tap - half + 1) - fraction, scale, width: Double(half)))
            }
        }
        self.filters = filters
        // The first result is at the first sample. Silence is before it.
        samples = Array(repeating: 0, count: half - 1)
        position = (0, 0)
    }

    /// The impulse response at a distance in samples: a sinc in a Blackman window.
    private static func value(at distance: Double, _ scale: Double, width: Double) -> Double {
        guard abs(distance) < width else { return 0 }
        var halfTurns = distance * scale
        let wave = halfTurns
        while halfTurns > 1 { halfTurns -= 2 }
        while halfTurns < -1 { halfTurns += 2 }
        let sinc = wave == 0 ? 1 : Rotation(by: halfTurns * .pi).sine / (wave * .pi)
        let turn = Rotation(by: distance / width * .pi)
        return scale * sinc * (0.42 + 0.5 * turn.cosine + 0.08 * turn.turned(by: turn).cosine)
    }

    /// The results for which enough samples are known.
    public mutating func process(_ more: [Float]) -> [Float] {
        samples += more
        var result: [Float] = []
        samples.withUnsafeBufferPointer { samples in
            filters.withUnsafeBufferPointer { filters in
                while position.sample + taps <= samples.count {
                    // With fewer filters than positions, the nearest filter below.
                    let filter = filters.baseAddress! + position.rest * phases / to * taps
                    let start = samples.baseAddress! + position.sample
                    var sum = SIMD8<Float>.zero
                    for tap in stride(from: 0, to: taps, by: 8) {
                        sum += start.vector(at: tap) * filter.vector(at: tap)
                    }
                    result.append(sum.sum())
                    position.rest += from
                    position.sample += position.rest / to
                    position.rest %= to
                }
            }
        }
        let known = min(position.sample, samples.count)
        samples.removeFirst(known)
        position.sample -= known
        return result
    }

    /// The last results, as if silence followed.
    public mutating func finish() -> [Float] { process(Array(repeating: 0, count: after)) }
}
