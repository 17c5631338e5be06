/// A light with a soft edge. Lumis have hard edges, so a glow is several faint concentric discs with the same motion.
struct Glow {
    /// The opacities of the discs, the outermost first.
    var opacities: [Double]
    /// The sizes of the outermost and the innermost disc, in halves of the picture's shorter side.
    var sizes: (rim: Double, core: Double)
    /// Degrees; any value wraps around the color circle.
    var hues: (rim: Double, core: Double)
    var purities: (rim: Double, core: Double)
    var x: Double
    var y: Double
    /// Degrees clockwise from the top.
    var heading = 0.0
    /// Picture widths per beat.
    var speed = 0.0

    var lumis: [Lumi] {
        opacities.enumerated().map { index, opacity in
            let fraction = Double(index) / Double(max(opacities.count - 1, 1))
            func between(_ ends: (rim: Double, core: Double)) -> Double { ends.rim + (ends.core - ends.rim) * fraction }
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
    /// The same angle in 0…360 degrees; 0 for NaN and for numbers too large for whole degrees in 32 bits.
    static func onCircle(_ degrees: Double) -> Double {
        guard abs(degrees) < 1e9 else { return 0 }
        let rest = degrees - 360 * Double(Int(degrees / 360))
        return rest < 0 ? rest + 360 : rest
    }
}
