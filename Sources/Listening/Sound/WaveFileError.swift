/// Why a file is not a WAV file that can be read.
public enum WaveFileError: Error, Equatable, Sendable {
    /// The file does not begin as a WAV file does.
    case notWave
    /// The file is a WAV file with big-endian numbers (RIFX).
    case bigEndian
    /// No chunk describes the format, or it is cut off.
    case noFormat
    /// No chunk has samples.
    case noData
    /// The samples are compressed. The number is that of the format.
    case compressed(Int)
    /// The samples are integers of other than 8, 16, 24 or 32 bits, or floats of other than 32 or 64 bits.
    case unknownDepth(bits: Int, isFloat: Bool)
    /// The rate is not one of `WaveFile.rates`.
    case unknownRate(Int)
    /// The number of channels is 0, or they do not fit the size of a frame.
    case badChannels(Int)

    /// What is wrong, and what to do.
    public var message: String {
        switch self {
        case .notWave: "This is not a WAV file. Record as WAV, or convert the recording."
        case .bigEndian: "This WAV file has big-endian numbers (RIFX). Convert it to RIFF."
        case .noFormat: "The WAV file has no “fmt ” chunk, so rate and sample size are unknown."
        case .noData: "The WAV file has no “data” chunk."
        case .compressed(let format):
            "The samples of this WAV file are compressed (format \(format)). Convert it to PCM."
        case .unknownDepth(let bits, isFloat: false):
            "The samples have \(bits) bits. Integers of 8, 16, 24 and 32 bits can be read."
        case .unknownDepth(let bits, isFloat: true):
            "The samples have \(bits) bits. Floats of 32 and 64 bits can be read."
        case .unknownRate(let rate):
            """
            The sample rate is \(rate) Hz. Rates from \(WaveFile.rates.lowerBound) to \
            \(WaveFile.rates.upperBound) Hz can be read.
            """
        case .badChannels(let count): "The “fmt ” chunk is damaged: \(count) channels do not fit its frame size."
        }
    }
}
