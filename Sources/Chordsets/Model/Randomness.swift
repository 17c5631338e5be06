import Sync

extension RandomNumberGenerator {
    /// A random number in a closed range, quantized to `steps` equal steps.
    mutating func number(in range: ClosedRange<Double>, steps: UInt64) -> Double {
        let step = Double(next() % (steps + 1))
        return range.lowerBound + (range.upperBound - range.lowerBound) * step / Double(steps)
    }
}

extension LightColor {
    /// A background of any hue, neither pale nor glaring. The ranges were chosen by eye.
    public static func random(using generator: inout some RandomNumberGenerator) -> LightColor {
        LightColor(
            hue: generator.number(in: 0...359, steps: 359), purity: generator.number(in: 0.4...1, steps: 60),
            brightness: generator.number(in: 0.3...0.9, steps: 60))
    }
}

extension Lumi {
    /// A visible lumi with calm motion. The ranges were chosen by eye.
    public static func random(using generator: inout some RandomNumberGenerator) -> Lumi {
        var lumi = Lumi()
        lumi.set(.hue, near: generator.number(in: 0...359, steps: 359))
        lumi.set(.purity, near: generator.number(in: 0.2...1, steps: 80))
        lumi.set(.opacity, near: generator.number(in: 0.3...0.9, steps: 60))
        lumi.set(.sides, near: generator.number(in: 1...8, steps: 7))
        lumi.set(.size, near: generator.number(in: 0.05...0.5, steps: 45))
        lumi.set(.thickness, near: generator.number(in: 0.1...1, steps: 90))
        lumi.set(.x, near: generator.number(in: 0...1, steps: 100))
        lumi.set(.y, near: generator.number(in: 0...1, steps: 100))
        lumi.set(.heading, near: generator.number(in: 0...359, steps: 359))
        lumi.set(.speed, near: generator.number(in: 0...0.25, steps: 25))
        lumi.set(.spin, near: generator.number(in: -0.25...0.25, steps: 50))
        lumi.set(.phase, near: generator.number(in: 0...1, steps: 100))
        return lumi
    }
}

extension LightChord {
    /// A background with lumis. The same seed gives the same chord.
    public static func random(seed: UInt64, lumis: Int = 5) -> LightChord {
        var generator = SeededGenerator(seed: seed)
        var chord = LightChord(background: .random(using: &generator))
        for _ in 0..<max(0, min(lumis, maximumLumis)) { try? chord.add(.random(using: &generator)) }
        return chord
    }
}
