/// What the model hears in consecutive frames: for each piano key, how likely it sounds and how likely it is struck.
public struct NoteActivations: Sendable {
    /// The keys of a piano.
    public static let keys = 88
    /// The MIDI number of the lowest key.
    public static let lowestPitch = 21

    /// The frames of the window that were computed.
    public let frames: Range<Int>
    /// The likelihood that a key sounds, from 0 to 1: frame by frame, 88 keys each.
    public internal(set) var notes: [Float]
    /// The likelihood that a key is struck, in the same order.
    public internal(set) var onsets: [Float]
    /// The power of the sound in decibels: frame by frame, and bin by bin (`ConstantQTransform`).
    let decibels: [Float]

    /// The likelihood that a key sounds in a frame of the window.
    public func note(_ key: Int, in frame: Int) -> Float { notes[index(key, frame)] }

    /// The likelihood that a key is struck in a frame of the window.
    public func onset(_ key: Int, in frame: Int) -> Float { onsets[index(key, frame)] }

    /// How much the clearest partial is above the noise around it, in decibels, on average over the frames.
    ///
    /// The noise is the median of an octave. Noise by itself reaches 10 dB, because some bin is always the loudest.
    func clarity(in frames: Range<Int>) -> Float {
        let bins = ConstantQTransform.bins
        let levels = power(in: frames)
        let half = ConstantQTransform.binsPerOctave / 2
        var greatest: Float = 1
        // Below 220 Hz, few independent samples are in the frames, so the maximum of noise is greater.
        for bin in 3 * ConstantQTransform.binsPerOctave..<bins - half {
            let median = levels[bin - half...bin + half].sorted()[half]
            if median > 0 { greatest = max(greatest, levels[bin] / median) }
        }
        return 4.342_945 * greatest.naturalLogarithm
    }

    /// The level at each semitone from A0 in decibels, on average over the frames: that of the loudest bin within a
    /// third of a semitone, because pianos are not exactly in tune.
    func levels(in frames: Range<Int>) -> [Float] {
        let power = power(in: frames)
        return stride(from: 0, to: power.count, by: 3).map { bin in
            let loudest = power[max(0, bin - 1)...min(power.count - 1, bin + 1)].max() ?? 0
            return 4.342_945 * max(loudest / Float(max(1, frames.count)), 1e-10).naturalLogarithm
        }
    }

    /// The sum of the power over frames, bin by bin.
    private func power(in frames: Range<Int>) -> [Float] {
        let bins = ConstantQTransform.bins
        return (0..<bins).map { bin in
            var sum: Float = 0
            for frame in frames {
                let level = decibels[(frame - self.frames.lowerBound) * bins + bin]
                // 10 to the power of a tenth.
                sum += (level * 0.230_258_5).exponential
            }
            return sum
        }
    }

    private func index(_ key: Int, _ frame: Int) -> Int { (frame - frames.lowerBound) * NoteActivations.keys + key }
}
