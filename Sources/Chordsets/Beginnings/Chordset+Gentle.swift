extension Chordset {
    /// Eight chords that are a walk: from one to the next the hue goes on by a little, always the same way, and the
    /// light grows to the middle and wanes again. Within a chord all hues are neighbours. All numbers were chosen by
    /// eye.
    init(gentle id: String, using generator: inout some RandomNumberGenerator) {
        let step = generator.number(in: 10...16, steps: 60)
        let way = step * Double(Chordset.size - 1)
        // Between orange and green what is dark looks like mud: so the walk is from green-blue to orange, by violet.
        let first = generator.number(in: 165...385 - way, steps: 1000)
        let direction = generator.next() & 1 == 0 ? 1.0 : -1
        self.init(id: id) { position in
            let place = Double(position) / Double(Chordset.size - 1)
            let hue = first + way * (direction > 0 ? place : 1 - place)
            let light = 1 - abs(2 * place - 1)
            return LightChord(gentle: hue, towards: direction, light: light, using: &generator)
        }
    }
}

extension LightChord {
    /// - Parameters:
    ///   - hue: of the background, in degrees.
    ///   - direction: 1 or −1, to which side on the circle of colours the lights go.
    ///   - light: how bright it is among its like, 0…1.
    fileprivate init(
        gentle hue: Double, towards direction: Double, light: Double, using generator: inout some RandomNumberGenerator
    ) {
        self.init(background: LightColor(
            hue: LightColor.onCircle(hue), purity: 0.78 - 0.2 * light, brightness: 0.2 + 0.14 * light))
        let heading = generator.number(in: 0...359, steps: 359)
        let size = generator.number(in: 0.8...1, steps: 20)
        var large = Glow(
            opacities: [0.05, 0.06, 0.07, 0.08, 0.09, 0.1], sizes: (size, 0.3 * size),
            hues: (hue + direction * 10, hue + direction * 34), purities: (0.8, 0.45), x: 0, y: 0)
        large.drift(heading, beside: generator.number(in: -0.08...0.08, steps: 160), 0.004...0.007, using: &generator)

        let half = generator.number(in: 0.4...0.55, steps: 15)
        var middle = Glow(
            opacities: [0.06, 0.07, 0.08, 0.09, 0.1], sizes: (half, 0.34 * half),
            hues: (hue - direction * 26, hue - direction * 6), purities: (0.65, 0.35), x: 0, y: 0)
        let turn = generator.number(in: 100...140, steps: 40)
        middle.drift(
            heading + turn, beside: generator.number(in: 0.1...0.2, steps: 100), 0.005...0.009, using: &generator)

        let spot = generator.number(in: 0.16...0.22, steps: 6)
        var small = Glow(
            opacities: [0.06, 0.08, 0.09, 0.1, 0.11], sizes: (spot, 0.45 * spot),
            hues: (hue + direction * 46, hue + direction * 58), purities: (0.35, 0.18), x: 0, y: 0)
        small.drift(
            heading - turn, beside: generator.number(in: 0.1...0.2, steps: 100), 0.006...0.01, using: &generator)
        try? setLumis(large.lumis + middle.lumis + small.lumis)
    }
}

extension Glow {
    /// Sets it on a way that leads past the middle of the picture, where it comes after three quarters of a minute, so
    /// that there is something to be seen for minutes.
    /// - Parameters:
    ///   - heading: in degrees.
    ///   - beside: how far from the middle it passes, to the right of its way; in pictures.
    ///   - speeds: in pictures crossed in one beat.
    fileprivate mutating func drift(
        _ heading: Double, beside: Double, _ speeds: ClosedRange<Double>,
        using generator: inout some RandomNumberGenerator
    ) {
        self.heading = heading
        speed = generator.number(in: speeds, steps: 10)
        let back = 45 * speed
        let turns = heading / 360
        let forward = (x: sine(turns: turns), y: -sine(turns: turns + 0.25))
        x = 0.5 - back * forward.x - beside * forward.y
        y = 0.5 - back * forward.y + beside * forward.x
    }
}
