/// What was heard after a strike: four numbers of each piano key, and the spectrum of the attack.
///
/// The numbers of a key are logarithms of odds, ln p/(1−p), of the model's outputs.
public struct KeyEvidence: Sendable {
    /// The frame of the strike in a whole window, which ends 34 frames (0.395 s) later.
    static let strikeFrame = NoteModel.windowFrames - 35

    /// Frames before the strike in which the onset output may have its maximum, and after it.
    private static let onsetFrames = (before: 4, after: 10)
    /// Frames of the attack, which the mean omits.
    private static let attackFrames = 6
    /// Frames at the end.
    private static let lateFrames = 12
    /// Frames after the strike in which high partials are loudest.
    private static let spectrumFrames = 2..<10

    /// The four numbers of each key, from A0.
    ///
    /// - x: the maximum of the note output after the strike
    /// - y: the mean of the note output, without the attack
    /// - z: the maximum of the onset output around the strike
    /// - w: the mean of the note output at the end, when the previous chord has faded
    public let keys: [SIMD4<Float>]

    /// The level of the attack at each semitone from A0, in decibels, to the highest one of the spectrum.
    public let levels: [Float]

    /// How much the clearest partial is above the noise around it, in decibels.
    public let clarity: Float

    /// - Parameters:
    ///   - activations: the frames from four before the strike.
    ///   - frame: the frame of the strike.
    init(_ activations: NoteActivations, strike frame: Int) {
        let end = activations.frames.upperBound
        let start = min(frame, end - 1)
        let late = max(start, end - KeyEvidence.lateFrames)..<end
        let onsets =
            max(activations.frames.lowerBound, start - KeyEvidence.onsetFrames.before)
            ..< min(end, start + KeyEvidence.onsetFrames.after + 1)
        let sustained = min(start + KeyEvidence.attackFrames, end - 1)..<end
        clarity = activations.clarity(in: sustained)
        let attack = start + KeyEvidence.spectrumFrames.lowerBound..<start + KeyEvidence.spectrumFrames.upperBound
        levels = activations.levels(in: attack.clamped(to: start..<end))
        keys = (0..<NoteActivations.keys).map { key in
            var (peak, sum, lateSum, onset): (Float, Float, Float, Float) = (0, 0, 0, 0)
            for frame in start..<end { peak = max(peak, activations.note(key, in: frame)) }
            for frame in sustained { sum += activations.note(key, in: frame) }
            for frame in late { lateSum += activations.note(key, in: frame) }
            for frame in onsets { onset = max(onset, activations.onset(key, in: frame)) }
            return SIMD4(
                peak.logOdds, (sum / Float(sustained.count)).logOdds, onset.logOdds,
                (lateSum / Float(late.count)).logOdds)
        }
    }
}

extension Float {
    /// ln p/(1−p) of a probability, limited to ±6.9.
    fileprivate var logOdds: Float {
        let limited = Swift.max(0.001, Swift.min(0.999, self))
        return (limited / (1 - limited)).naturalLogarithm
    }
}
