/// A color in HSV form. Any numbers give a color: hues wrap around, the others are clamped to 0…1.
public struct LightColor: Sendable, Hashable {
    /// Degrees on the color circle: 0 is red, 120 green, 240 blue.
    public var hue: Double
    /// Saturation, from white (0) to the pure color (1).
    public var purity: Double
    /// From black (0) to full light (1).
    public var brightness: Double

    public init(hue: Double, purity: Double, brightness: Double = 1) {
        self.hue = hue
        self.purity = purity
        self.brightness = brightness
    }

    /// Red, green and blue, 0…255 each.
    public var rgb: (red: Int, green: Int, blue: Int) {
        let hue = LightColor.onCircle(hue)
        // 0 for NaN.
        func bounded(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
        let (purity, brightness) = (bounded(purity), bounded(brightness))
        func component(_ offset: Double) -> Int {
            var sixths = offset + hue / 60
            if sixths >= 6 { sixths -= 6 }
            let distance = min(max(min(sixths, 4 - sixths), 0), 1)
            return Int(255 * brightness * (1 - purity * distance) + 0.5)
        }
        return (component(5), component(3), component(1))
    }

    /// The CSS form: `#ff8000`.
    public var hex: String {
        let (red, green, blue) = rgb
        var text = "#"
        for value in [red, green, blue] {
            for digit in [value >> 4, value & 15] {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(digit < 10 ? 48 + digit : 87 + digit)))
            }
        }
        return text
    }
}
