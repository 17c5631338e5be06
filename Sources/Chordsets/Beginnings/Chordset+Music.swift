import Harmony

extension Chordset {
    /// A new one that carries chords of notes in its first places, each lit by what it carries; the other places wait
    /// in the dark for more.
    /// - Parameter music: what is beyond the eighth finds no place.
    public init(id: String, carrying music: [Music]) {
        self.init(id: id) { $0 < music.count ? LightChord(litBy: music[$0]) : .waiting }
    }
}

extension LightChord {
    /// What a place looks like that a chord of notes is still to light.
    public static let waiting = LightChord(background: LightColor(hue: 0, purity: 0, brightness: 0.14))

    /// Takes a chord of notes, and is lit by it where it waited for one.
    public mutating func carry(_ music: Music) {
        if self == .waiting { self = LightChord(litBy: music) } else { self.music = music }
    }

    /// One that takes its colour from what it carries: the background from all of it, and a light from each of its
    /// halves that goes slowly by.
    public init(litBy music: Music) {
        let hues = [music.lower, music.upper ?? music.lower].map { Music(lower: $0).hue }
        // Two lights of one hue would be one: so a single chord has its neighbours on the circle of colours.
        let spread = music.upper == nil || hues[0] == hues[1] ? 24.0 : 0
        self.init(background: LightColor(hue: music.hue, purity: music.purity, brightness: 0.4))
        let lower = Glow(
            opacities: [0.1, 0.12, 0.14, 0.16], sizes: (0.7, 0.25), hues: (hues[0] - spread, hues[0] - spread),
            purities: (0.9, 0.6), x: 0.34, y: 0.58, heading: 60, speed: 0.008)
        let upper = Glow(
            opacities: [0.1, 0.13, 0.16], sizes: (0.45, 0.18), hues: (hues[1] + spread, hues[1] + spread),
            purities: (0.75, 0.4), x: 0.68, y: 0.4, heading: 250, speed: 0.01)
        try? setLumis(lower.lumis + upper.lumis)
        self.music = Music(lower: music.lower, upper: music.upper, colorsLight: true)
    }
}
