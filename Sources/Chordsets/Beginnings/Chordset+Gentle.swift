extension Chordset {
    /// Makes eight chords with a gradual change of hue in one direction. The brightness rises to the middle and falls
    /// again. Each chord has neighboring hues. All numbers were chosen by eye.
    init(gentle id: String, using generator: inout some RandomNumberGenerator) {
        let step = generator.number(in: 10...16, steps: 60)
        let span = step * Double(Chordset.size - 1)
        // Dark colors between orange and green look muddy. The hues therefore stay between blue-green and orange.
        let first = generator.number(in: 165...385 - span, steps: 1000)
        let direction = generator.next() & 1 == 0 ? 1.0 : -1
        self.init(id: id) { position in
            let fraction = Double(position) / Double(Chordset.size - 1)
            let hue = first + span * (direction > 0 ? fraction : 1 - fraction)
            let light = 1 - abs(2 * fraction - 1)
            return LightChord(gentle: hue, toward: direction, light: light, using: &generator)
        }
    }
}

extension LightChord {
    /// - Parameters:
    ///   - hue: the hue of the background in degrees.
    ///   - direction: 1 or −1, the direction of the lights' hues on the color circle.
    ///   - light: the relative brightness, 0…1.
    fileprivate init(
        gentle hue: Double, toward direction: Double, light: Double, using generator: inout some RandomNumberGenerator
    ) {
        self.init(
            background: LightColor(
                hue: LightColor.onCircle(hue), purity: 0.78 - 0.2 * light, brightness: 0.2 + 0.14 * light))
        let heading = generator.number(in: 0...359, steps: 359)
        let size = generator.number(in: 0.8...1, steps: 20)
        var large = Glow(
            opacities: [0.05, 0.06, 0.07, 0.08, 0.09, 0.1], sizes: (size, 0.3 * size),
            hues: (hue + direction * 10, hue + direction * 34), purities: (0.8, 0.45), x: 0, y: 0)
        large.setPath(heading, offset: generator.number(in: -0.08...0.08, steps: 160), 0.004...0.007, using: &generator)

        let half = generator.number(in: 0.4...0.55, steps: 15)
        var middle = Glow(
            opacities: [0.06, 0.07, 0.08, 0.09, 0.1], sizes: (half, 0.34 * half),
            hues: (hue - direction * 26, hue - direction * 6), purities: (0.65, 0.35), x: 0, y: 0)
        let turn = generator.number(in: 100...140, steps: 40)
        middle.setPath(
            heading + turn, offset: generator.number(in: 0.1...0.2, steps: 100), 0.005...0.009, using: &generator)

        let spot = generator.number(in: 0.16...0.22, steps: 6)
        var small = Glow(
            opacities: [0.06, 0.08, 0.09, 0.1, 0.11], sizes: (spot, 0.45 * spot),
            hues: (hue + direction * 46, hue + direction * 58), purities: (0.35, 0.18), x: 0, y: 0)
        small.setPath(
            heading - turn, offset: generator.number(in: 0.1...0.2, steps: 100), 0.006...0.01, using: &generator)
        try? setLumis(large.lumis + middle.lumis + small.lumis)
    }
}

extension Glow {
    /// Sets a path past the middle of the picture. It passes the middle after 45 beats and stays visible for minutes.
    /// - Parameters:
    ///   - heading: degrees.
    ///   - offset: the distance from the middle, to the right of the path, in picture widths.
    ///   - speeds: picture widths per beat.
    fileprivate mutating func setPath(
        _ heading: Double, offset: Double, _ speeds: ClosedRange<Double>,
        using generator: inout some RandomNumberGenerator
    ) {
        self.heading = heading
        speed = generator.number(in: speeds, steps: 10)
        let back = 45 * speed
        let turns = heading / 360
        let forward = (x: sine(turns: turns), y: -sine(turns: turns + 0.25))
        x = 0.5 - back * forward.x - offset * forward.y
        y = 0.5 - back * forward.y + offset * forward.x
    }
}
