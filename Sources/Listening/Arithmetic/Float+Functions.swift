// Embedded Swift has no math library.

extension Float {
    /// The natural logarithm of a positive normal number, with a relative error of about 10⁻⁷.
    package var naturalLogarithm: Float {
        // The significand is moved into √½ … √2, where the series of artanh converges fast.
        var exponent = Int32(bitPattern: bitPattern >> 23) - 127
        var significand = Float(bitPattern: bitPattern & 0x7F_FFFF | 0x3F80_0000)
        if significand > 1.414_213_5 {
            significand *= 0.5
            exponent += 1
        }
        let ratio = (significand - 1) / (significand + 1)
        let square = ratio * ratio
        let series = 1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square * (1 / 9))))
        return Float(exponent) * 0.693_147_2 + 2 * ratio * series
    }

    /// e to the power of this number, with a relative error of about 10⁻⁷. It ends at ±80.
    package var exponential: Float {
        let limited = Swift.max(-80, Swift.min(80, self))
        let doublings = limited * 1.442_695
        let whole = Int32(doublings + (doublings < 0 ? -0.5 : 0.5))
        // ln 2 in two parts, because the product would lose the last digits.
        let rest = limited - Float(whole) * 0.693_359_4 + Float(whole) * 0.000_212_194_4
        var power: Float = 1
        for divisor in stride(from: 7, through: 1, by: -1) { power = 1 + power * rest / Float(divisor) }
        return power * Float(bitPattern: UInt32(bitPattern: whole + 127) << 23)
    }

    /// 1 / (1 + e⁻ˣ).
    package var sigmoid: Float { 1 / (1 + (-self).exponential) }
}

/// A point on the unit circle, from which sines and cosines are computed by repeated rotation.
package struct Rotation {
    package private(set) var cosine = 1.0
    package private(set) var sine = 0.0

    /// The point at an angle in radians, by a power series.
    package init(by angle: Double) {
        // The series is accurate near zero. The angle is halved five times and the point doubled as often.
        let part = angle / 32
        let square = part * part
        cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56 * (1 - square / 90))))
        sine = part * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72))))
        for _ in 0..<5 { self = turned(by: self) }
    }

    private init(_ cosine: Double, _ sine: Double) {
        self.cosine = cosine
        self.sine = sine
    }

    /// The point after a rotation by the other's angle.
    func turned(by other: Rotation) -> Rotation {
        Rotation(cosine * other.cosine - sine * other.sine, sine * other.cosine + cosine * other.sine)
    }

    /// The point at the opposite angle.
    var reversed: Rotation { Rotation(cosine, -sine) }
}
