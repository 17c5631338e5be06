/// A light without a hard rim. Lumis have none that is soft: so it is several discs, one within the other, each so
/// faint that where it ends hardly differs from what is beside it, and all with one motion.
struct Glow {
    /// Of the discs, the outermost first; where all lie over one another, light adds up to the middle.
    var opacities: [Double]
    /// Of the outermost disc and of the innermost, in halves of the picture's shorter side.
    var sizes: (rim: Double, core: Double)
    /// Degrees; beyond the circle is on the circle again.
    var hues: (rim: Double, core: Double)
    var purities: (rim: Double, core: Double)
    var x: Double
    var y: Double
    /// Degrees clockwise from the top.
    var heading = 0.0
    /// Pictures crossed in one beat.
    var speed = 0.0

    var lumis: [Lumi] {
        opacities.enumerated().map { place, opacity in
            let way = Double(place) / Double(max(opacities.count - 1, 1))
            func between(_ ends: (rim: Double, core: Double)) -> Double { ends.rim + (ends.core - ends.rim) * way }
            var lumi = Lumi()
            lumi.set(.hue, near: LightColor.onCircle(between(hues)))
            lumi.set(.purity, near: between(purities))
            lumi.set(.opacity, near: opacity)
            lumi.set(.size, near: between(sizes))
            lumi.set(.x, near: x)
            lumi.set(.y, near: y)
            lumi.set(.heading, near: LightColor.onCircle(heading))
            lumi.set(.speed, near: speed)
            return lumi
        }
    }
}

extension LightColor {
    /// The same direction within one turn, in degrees.
    static func onCircle(_ degrees: Double) -> Double {
        var degrees = degrees
        while degrees >= 360 { degrees -= 360 }
        while degrees < 0 { degrees += 360 }
        return degrees
    }
}
