/// The numbers between two layers of the model: frames × channels × bins.
///
/// Zeros surround frames and bins, so a convolution needs no special case at the edges.
struct FeatureMap {
    /// The number of zero frames before the first and after the last one.
    static let margin = 3

    let frames: Int
    let channels: Int
    /// The number of bins of each channel, a multiple of 8.
    let bins: Int
    /// The number of zeros before the first bin and after the last one of each channel.
    let padding: Int
    var numbers: [Float]

    init(frames: Int, channels: Int, bins: Int, padding: Int) {
        self.frames = frames
        self.channels = channels
        self.bins = bins
        self.padding = padding
        numbers = Array(repeating: 0, count: (frames + 2 * FeatureMap.margin) * channels * (bins + 2 * padding))
    }

    /// The distance from a bin of one channel to the same bin of the next channel.
    var row: Int { bins + 2 * padding }

    /// The index of the first bin of a channel in a frame.
    func start(frame: Int, channel: Int = 0) -> Int {
        ((frame + FeatureMap.margin) * channels + channel) * row + padding
    }

    /// Every third bin as a channel of its own, for a convolution with a stride of three bins.
    ///
    /// Channel 3c + p has the bins p, p + 3, p + 6 … of channel c.
    func thirds(in range: Range<Int>, padding: Int) -> FeatureMap {
        var result = FeatureMap(frames: frames, channels: 3 * channels, bins: bins / 3, padding: padding)
        for frame in range {
            for channel in 0..<channels {
                let from = start(frame: frame, channel: channel)
                for third in 0..<3 {
                    let to = result.start(frame: frame, channel: 3 * channel + third)
                    for bin in 0..<result.bins { result.numbers[to + bin] = numbers[from + 3 * bin + third] }
                }
            }
        }
        return result
    }
}
