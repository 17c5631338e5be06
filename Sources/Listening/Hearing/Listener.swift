/// Listens to sound that arrives piece by piece, and reports strikes with what was heard of them.
///
/// It keeps a few seconds of sound. Two kinds of windows are given to the model: overlapping ones for the moments of
/// strikes, and one for each strike, which ends 0.4 s after it or when the next one begins. The verdict thus does not
/// depend on where windows happen to lie.
public struct Listener: Sendable {
    /// How often the model looks for strikes.
    public enum Pace: Sendable {
        /// Every 0.19 s. A strike is reported about 0.45 s after it.
        case live
        /// Every 1.2 s, which needs half of the time.
        case recorded

        fileprivate var frames: Int { self == .live ? 16 : 100 }
    }

    /// Frames at the end of a window that later sound would change much.
    private static let edge = 11
    /// Frames before the strike that the evidence needs.
    private static let before = 4
    /// Frames between the end of a strike's window and the next strike.
    private static let gap = 2
    /// The fewest frames after a strike: 0.14 s.
    private static let minimumFrames = 12
    /// The maximum of the model's onset output comes this much after the key is struck, in seconds.
    private static let delay = 0.02
    /// A window without a sample above this level (−80 dB) is silent.
    private static let silence: Float = 0.0001

    /// The minimum clarity of a strike in decibels. Noise reaches 11, and almost every chord in a bad room 13.
    private static let minimumClarity: Float = 12.5

    /// Frames within which a strike is loudest: 0.12 s. Strikes are at least 0.09 s apart.
    private static let attack = 10
    /// How much louder it may be later.
    private static let maximumRise: Float = 3

    private let model = NoteModel()
    private let pace: Pace
    private var resampler: Resampler
    /// The last samples at the model's rate.
    private var samples: [Float] = []
    /// The number of the first of them, a multiple of the hop; negative if silence precedes the sound.
    private var first = 0
    private var finder = OnsetFinder(from: 0)
    /// Frames of strikes that are not reported yet.
    private var strikes: [Int] = []

    /// Seconds of the sound for each second at the model's rate.
    private let stretch: Double

    /// - Parameters:
    ///   - rate: samples per second of the sound.
    ///   - tuning: the frequency of A4 in Hz. The sound is resampled so that it becomes 440 Hz, as the model expects.
    public init(rate: Int, tuning: Double = 440, pace: Pace) {
        let apparentRate = tuning == 440 ? rate : Int(Double(rate) * 440 / tuning + 0.5)
        resampler = Resampler(from: apparentRate)
        stretch = Double(apparentRate) / Double(rate)
        self.pace = pace
        if pace == .live {
            // Silence before the sound, so that the first strike need not wait until a window is full.
            first = -(NoteModel.windowFrames - 1) * NoteModel.hop
            samples = Array(repeating: 0, count: -first)
        }
    }

    /// Adds sound, mono, and returns the strikes that can be judged now.
    public mutating func receive(_ sound: [Float]) -> [HeardOnset] {
        samples += resampler.process(sound)
        return search(isLast: false)
    }

    /// Returns the last strikes when the sound has ended.
    public mutating func finish() -> [HeardOnset] {
        samples += resampler.finish()
        let count = first + samples.count
        guard count > 0 else { return [] }
        // The last window ends with the sound. Frames begin with multiples of the hop.
        let missing = max(0, NoteModel.windowSize - samples.count)
        let rest = (samples.count + missing - NoteModel.windowSize) % NoteModel.hop
        let padding = missing + (rest == 0 ? 0 : NoteModel.hop - rest)
        samples += Array(repeating: 0, count: padding)
        return search(isLast: true)
    }

    /// The sound of the last strikes at the model's rate: from 0.05 s after a strike to 0.4 s after it, or to the end.
    func sound(after strike: HeardOnset) -> ArraySlice<Float> {
        let start = Int((strike.seconds / stretch + 0.05) * Double(NoteModel.rate)) - first
        let range = max(0, start)..<samples.count
        return samples[range].prefix(NoteModel.rate * 35 / 100)
    }

    /// The last window that is complete, counted in frames from `first`.
    private func lastStart() -> Int { (samples.count - NoteModel.windowSize) / NoteModel.hop }

    private mutating func search(isLast: Bool) -> [HeardOnset] {
        var result: [HeardOnset] = []
        while samples.count >= NoteModel.windowSize {
            let firstFrame = first / NoteModel.hop
            // The window that shows the most new frames, but not more than the pace allows.
            let edge = NoteModel.windowFrames - Listener.edge
            let latest = firstFrame + lastStart()
            let wanted = max(firstFrame, finder.end + pace.frames - edge)
            guard isLast || wanted <= latest else { break }
            let start = min(wanted, latest)
            let isEnd = isLast && start == latest
            let frames = finder.end - start..<(isEnd ? NoteModel.windowFrames : edge)
            guard !frames.isEmpty else { break }
            strikes += look(at: start, frames, isLast: isEnd)
            result += judged(isLast: isEnd)
            forget()
            if isEnd { break }
        }
        if !isLast { result += judged(isLast: false) }
        return result
    }

    /// The strikes in some frames of a window.
    private mutating func look(at start: Int, _ frames: Range<Int>, isLast: Bool) -> [Int] {
        let offset = start * NoteModel.hop - first
        let isSilent = samples[offset..<offset + NoteModel.windowSize].allSatisfy { abs($0) < Listener.silence }
        if isSilent { return finder.addSilence(frames.count) }
        return finder.add(activations(at: start, frames), isLast: isLast)
    }

    /// The activations of the window that begins with a frame.
    private func activations(at start: Int, _ frames: Range<Int>) -> NoteActivations {
        let offset = start * NoteModel.hop - first
        return samples.withUnsafeBufferPointer { samples in
            model.activations(
                of: UnsafeBufferPointer(rebasing: samples[offset..<offset + NoteModel.windowSize]), frames: frames)
        }
    }

    /// Removes and reports the strikes whose windows are complete.
    private mutating func judged(isLast: Bool) -> [HeardOnset] {
        var result: [HeardOnset] = []
        while let strike = strikes.first {
            let latest = first / NoteModel.hop + lastStart()
            var start = strike - KeyEvidence.strikeFrame
            if strikes.count > 1 {
                // Not beyond the next strike, but long enough to hear notes.
                let frames = max(Listener.minimumFrames, strikes[1] - strike - Listener.gap)
                start = min(start, strike + frames - NoteModel.windowFrames)
            }
            // In a recording, the next strike may still be found.
            let isKnown = pace == .live || finder.end - OnsetFinder.distance >= start + NoteModel.windowFrames
            guard isLast || start <= latest && isKnown else { break }
            start = min(start, latest)
            // Near the beginning, the first window.
            start = max(start, first / NoteModel.hop)
            strikes.removeFirst()
            let frame = strike - start
            let end = min(NoteModel.windowFrames, frame + NoteModel.windowFrames - KeyEvidence.strikeFrame)
            let heard = activations(at: start, max(0, frame - Listener.before)..<max(end, frame + 1))
            let seconds = (Double(strike * NoteModel.hop) / Double(NoteModel.rate) - Listener.delay) * stretch
            let evidence = KeyEvidence(heard, strike: frame)
            guard evidence.clarity >= Listener.minimumClarity else { continue }
            guard isLoud(strike, until: start + end) else { continue }
            result.append(HeardOnset(seconds: max(0, seconds), evidence: evidence))
        }
        return result
    }

    /// Whether the sound is loudest just after a strike, as that of a piano is.
    ///
    /// The model takes noise for strikes if nothing else is in its window. Such a strike would be judged by what comes
    /// after it.
    private func isLoud(_ strike: Int, until end: Int) -> Bool {
        func peak(_ frames: Range<Int>) -> Float {
            let range = frames.lowerBound * NoteModel.hop - first..<frames.upperBound * NoteModel.hop - first
            return samples[range.clamped(to: samples.indices)].reduce(0) { max($0, abs($1)) }
        }
        let start = max(0, strike - 2)
        return peak(start..<strike + Listener.attack) * Listener.maximumRise >= peak(start..<max(end, strike + 1))
    }

    /// Drops samples that no later window contains.
    private mutating func forget() {
        let oldest = (strikes.first ?? finder.end - OnsetFinder.distance) - NoteModel.windowFrames
        let frames = oldest - first / NoteModel.hop
        guard frames > 0 else { return }
        samples.removeFirst(frames * NoteModel.hop)
        first += frames * NoteModel.hop
    }
}
