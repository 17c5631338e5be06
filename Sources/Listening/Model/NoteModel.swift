/// The model Basic Pitch: from two seconds of sound to the piano keys that sound and are struck.
///
/// Bittner, Bosch, Rubinstein, Meseguer-Brocal and Ewert, “A Lightweight Instrument-Agnostic Model for Polyphonic Note
/// Transcription and Multipitch Estimation”, ICASSP 2022. The structure and the weights are those of the package
/// basic-pitch 0.4.0.
public struct NoteModel: Sendable {
    /// Samples per second.
    public static let rate = ConstantQTransform.rate
    /// The samples of a window.
    public static let windowSize = 43_844
    /// Samples between two frames. Frame n is centered at sample 256 n.
    public static let hop = ConstantQTransform.hop
    /// The frames of a window.
    public static let windowFrames = windowSize / hop + 1

    /// The number of bins in the first layers: three for each key.
    private static let bins = 3 * NoteActivations.keys
    /// How many bins the partials are above the fundamental: an octave below it, and 1 to 7 times its frequency.
    private static let partials = [-36, 0, 36, 57, 72, 84, 93, 101]

    private let spectrum: ConstantQTransform
    /// Scale and offset of the normalized decibels.
    private let scale: Float
    private let offset: Float
    private let harmonics: Convolution
    private let contours: Convolution
    private let noteFeatures: Convolution
    private let notes: Convolution
    private let onsetFeatures: Convolution
    private let onsets: Convolution

    public init() {
        var weights = ModelWeights()
        let norm = weights.floats(2)
        (scale, offset) = (norm[0], norm[1])

        func layer(_ shape: Convolution.Shape, stride: Int = 1, _ activation: Convolution.Activation) -> Convolution {
            let (biases, numbers) = weights.layer(shape)
            return Convolution(shape, stride: stride, activation, biases: biases, weights: numbers)
        }
        harmonics = layer((8, 8, 3, 39), .rectifier)
        contours = layer((1, 8, 5, 5), .sigmoid)
        noteFeatures = layer((32, 1, 7, 7), stride: 3, .rectifier)
        notes = layer((1, 32, 7, 3), .sigmoid)
        onsetFeatures = layer((32, 8, 5, 5), stride: 3, .rectifier)
        onsets = layer((1, 33, 3, 3), .sigmoid)
        let half = weights.floats(ModelWeights.lowPassSize)
        spectrum = ConstantQTransform(halfLowPass: half[...])
    }

    /// The activations of a window.
    ///
    /// - Parameters:
    ///   - window: `windowSize` samples, of which the loudest may have any level.
    ///   - frames: the frames that are needed. Time is proportional to their number, apart from the spectrum. Their
    ///     results do not depend on it.
    public func activations(
        of window: UnsafeBufferPointer<Float>, frames: Range<Int> = 0..<NoteModel.windowFrames
    ) -> NoteActivations {
        precondition(window.count == NoteModel.windowSize, "a window has \(NoteModel.windowSize) samples")
        let count = NoteModel.windowFrames
        let keys = NoteActivations.keys

        /// The frames, and more on both sides that later layers need.
        func wider(_ margin: Int) -> Range<Int> {
            max(0, frames.lowerBound - margin)..<min(count, frames.upperBound + margin)
        }
        let decibels = spectrum.decibels(of: window)
        let input = stack(normalized(decibels), in: wider(10))
        var first = FeatureMap(frames: count, channels: 8, bins: NoteModel.bins, padding: 4)
        harmonics.apply(to: input, frames: wider(9), into: &first)
        var contour = FeatureMap(frames: count, channels: 1, bins: NoteModel.bins, padding: 4)
        contours.apply(to: first, frames: wider(7), into: &contour)
        var features = FeatureMap(frames: count, channels: 32, bins: keys, padding: 4)
        noteFeatures.apply(to: contour.thirds(in: wider(7), padding: 4), frames: wider(4), into: &features)
        // The notes, and then the features of onsets, which are the input of the last layer.
        var last = FeatureMap(frames: count, channels: 33, bins: keys, padding: 4)
        notes.apply(to: features, frames: wider(1), into: &last)
        onsetFeatures.apply(to: input.thirds(in: wider(3), padding: 4), frames: wider(1), into: &last, channel: 1)
        var struck = FeatureMap(frames: count, channels: 1, bins: keys, padding: 4)
        onsets.apply(to: last, frames: frames, into: &struck)

        let bins = ConstantQTransform.bins
        var result = NoteActivations(
            frames: frames, notes: [], onsets: [],
            decibels: Array(decibels[frames.lowerBound * bins..<frames.upperBound * bins]))
        for frame in frames {
            let (note, onset) = (last.start(frame: frame), struck.start(frame: frame))
            result.notes += last.numbers[note..<note + keys]
            result.onsets += struck.numbers[onset..<onset + keys]
        }
        return result
    }

    /// The decibels relative to the minimum and maximum of the window, from 0 to 1, and then scaled.
    private func normalized(_ decibels: [Float]) -> [Float] {
        var (least, greatest) = (decibels[0], decibels[0])
        for number in decibels { (least, greatest) = (min(least, number), max(greatest, number)) }
        let range = greatest - least
        // Silence has no range.
        return decibels.map { (range == 0 ? 0 : ($0 - least) / range) * scale + offset }
    }

    /// The input of the first layer: eight channels, in which the partials of a note are at the same bin.
    private func stack(_ numbers: [Float], in frames: Range<Int>) -> FeatureMap {
        var result = FeatureMap(
            frames: NoteModel.windowFrames, channels: NoteModel.partials.count, bins: NoteModel.bins, padding: 20)
        for frame in frames {
            for (channel, distance) in NoteModel.partials.enumerated() {
                let from = frame * ConstantQTransform.bins + distance
                let to = result.start(frame: frame, channel: channel)
                for bin in max(0, -distance)..<min(NoteModel.bins, ConstantQTransform.bins - distance) {
                    result.numbers[to + bin] = numbers[from + bin]
                }
            }
        }
        return result
    }
}
