import Harmony

extension Chordset {
    /// Makes a chordset from musical chords. Each gets a light in its color; the remaining light chords are dark.
    /// - Parameters:
    ///   - id: valid by ``isID(_:)``, which is not checked.
    ///   - music: chords after the eighth are ignored.
    public init(id: String, carrying music: [Music]) {
        self.init(id: id) { $0 < music.count ? LightChord(litBy: music[$0]) : .waiting }
    }
}

extension LightChord {
    /// A dark light chord that waits for a musical chord.
    public static let waiting = LightChord(background: LightColor(hue: 0, purity: 0, brightness: 0.14))

    /// Sets the musical chord. A ``waiting`` light chord also gets lights in its color.
    public mutating func carry(_ music: Music) {
        if self == .waiting { self = LightChord(litBy: music) } else { self.music = music }
    }

    /// Makes a light chord from a musical chord. The background has the color of the whole chord, and two slow lights
    /// have the colors of its halves.
    public init(litBy music: Music) {
        let hues = [music.lower, music.upper ?? music.lower].map { Music(lower: $0).hue }
        // Two lights of the same hue would merge. A single chord therefore gets the neighbouring hues.
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
