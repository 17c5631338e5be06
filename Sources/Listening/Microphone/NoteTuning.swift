/// Measures by how much a note is out of tune.
enum NoteTuning {
    /// How far a piano may be out of tune, in cents. A = 415 Hz is 101 below 440, and 466 is 99 above.
    private static let range = 120
    /// The distance of the frequencies that are compared, in cents.
    private static let step = 2
    /// The partials that are heard. Stiff strings make higher ones too sharp.
    private static let partials = 1...3
    /// The part of the sound that must be in the partials.
    private static let minimumShare: Float = 0.2

    /// The deviation of a note from equal temperament with A = 440 Hz, in cents; nil if no clear note is heard.
    ///
    /// It compares the power of the first partials at all frequencies in range. A parabola through the best one and its
    /// neighbors refines the result.
    ///
    /// - Parameters:
    ///   - pitch: the MIDI number.
    ///   - sound: at the model's rate, from just after the strike. A third of a second is enough.
    static func cents(of pitch: Int, in sound: ArraySlice<Float>) -> Double? {
        guard sound.count >= NoteModel.rate / 4 else { return nil }
        let samples = windowed(sound)
        let energy = samples.reduce(0) { $0 + $1 * $1 }
        guard energy > 0 else { return nil }
        var frequency = 440.0
        for _ in 0..<abs(pitch - 69) { frequency *= pitch > 69 ? semitone : 1 / semitone }
        for _ in 0..<range { frequency /= cent }
        var powers: [Float] = []
        for _ in stride(from: -range, through: range, by: step) {
            powers.append(
                partials.reduce(0) { $0 + NoteTuning.power(of: samples, at: Double($1) * frequency) })
            for _ in 0..<step { frequency *= cent }
        }
        var best = 0
        for index in powers.indices where powers[index] > powers[best] { best = index }
        // At the ends it belongs to another note.
        guard best > 0, best < powers.count - 1 else { return nil }
        // A Hann window of n samples gives a sine of energy e, as windowed, a power of e · n / 3.
        guard powers[best] * 3 / Float(samples.count) >= minimumShare * energy else { return nil }
        let (before, peak, after) = (Double(powers[best - 1]), Double(powers[best]), Double(powers[best + 1]))
        let curvature = before - 2 * peak + after
        let shift = curvature < 0 ? 0.5 * (before - after) / curvature : 0
        return Double(best * step - range) + shift * Double(step)
    }

    private static let semitone = 1.059_463_094_359_295_3
    private static let cent = 1.000_577_789_506_554_9

    /// The sound in a Hann window.
    private static func windowed(_ sound: ArraySlice<Float>) -> [Float] {
        let step = Rotation(by: 2 * .pi / Double(sound.count))
        var position = Rotation(by: 0)
        return sound.map { sample in
            let weight = Float(0.5 - 0.5 * position.cosine)
            position = position.turned(by: step)
            return weight * sample
        }
    }

    /// The power at a frequency in Hz.
    private static func power(of samples: [Float], at frequency: Double) -> Float {
        let step = Rotation(by: 2 * .pi * frequency / Double(NoteModel.rate))
        var position = Rotation(by: 0)
        var (real, imaginary) = (0.0, 0.0)
        for sample in samples {
            real += Double(sample) * position.cosine
            imaginary += Double(sample) * position.sine
            position = position.turned(by: step)
        }
        return Float(real * real + imaginary * imaginary)
    }
}
